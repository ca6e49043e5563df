"""The races of medical tests. With APPLICATION=wrong they show what goes wrong in wrong.py."""

import importlib
import os
import unittest

from holdfast import explore

from .database import Refused, client, create_table, get_item, result_key, review_queue, sample_key

application = importlib.import_module("." + os.environ.get("APPLICATION", "right"), __package__)
register, review_next, amend = application.register, application.review_next, application.amend

BLOOD = {"patient": "p1", "sample": "s1", "type": "blood"}
URINE = {**BLOOD, "type": "urine"}


def register_test():
    create_table()
    register(BLOOD)


def register_and_review():
    register_test()
    review_next("ada", "normal")


def successful_actors(results):
    return [name for name, result in results.items() if result.fulfilled]


class MedicalTests(unittest.TestCase):
    def race(self, **options):
        explore(client=client, expected=Refused, **options)

    def test_two_doctors_review_one_test(self):
        def check(results):
            result = get_item(result_key(BLOOD))
            doctors = [result["doctor"]] if result else []
            successful = successful_actors(results)
            assert successful == doctors, f"the result is by {doctors}, and the calls of {successful} succeeded"
            reviewer = get_item(sample_key(BLOOD)).get("reviewedBy")
            assert [reviewer] == (doctors or [None]), f"the result is by {doctors}, and reviewedBy is {reviewer}"
            queued = len(review_queue())
            assert queued == 1 - len(doctors), f"the result is by {doctors}, and {queued} tests are in the queue"

        actors = {"ada": lambda: review_next("ada", "normal"), "ben": lambda: review_next("ben", "high")}
        self.race(start=register_test, actors=actors, check=check)

    def test_a_doctor_works_through_a_queue_that_lags(self):
        """One doctor has only one order of requests, but the queue may still show a test that was reviewed before."""

        def ada():
            review_next("ada", "normal")
            try:
                review_next("ada", "high")
            except Refused:
                pass

        def check(_):
            finding = get_item(result_key(BLOOD))["finding"]
            assert finding == "normal", f"the finding is {finding}"

        self.race(start=register_test, index_lag=1, actors={"ada": ada}, check=check)

    def test_two_nurses_register_one_sample(self):
        def check(results):
            nurse = {"blood": "cleo", "urine": "dan"}[get_item(sample_key(BLOOD))["type"]]
            successful = successful_actors(results)
            assert successful == [nurse], f"the registration is by {nurse}, and the calls of {successful} succeeded"

        actors = {"cleo": lambda: register(BLOOD), "dan": lambda: register(URINE)}
        self.race(start=create_table, actors=actors, check=check)

    def test_two_doctors_amend_one_result(self):
        def check(results):
            result = get_item(result_key(BLOOD))
            for name in successful_actors(results):
                assert f"seen by {name}" in result["finding"], f"{name} amended the finding: {result['finding']}"
            expected = 1 + len(successful_actors(results))
            assert result["version"] == expected, f"the version is {result['version']}, and should be {expected}"

        actors = {"ada": lambda: amend(BLOOD, "ada", "seen by ada"), "ben": lambda: amend(BLOOD, "ben", "seen by ben")}
        self.race(start=register_and_review, actors=actors, check=check)


if __name__ == "__main__":
    unittest.main()
