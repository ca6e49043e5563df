"""Tests of holdfast.race against a server: it schedules requests, finds failures and replays them."""

import asyncio
import contextvars
import decimal
import http.client
import json
import os
import socket
import subprocess
import sys
import threading
import unittest
import unittest.mock
import urllib.parse
import urllib.request
from uuid import uuid4

import boto3
import pytest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path.insert(0, os.path.join(ROOT, "server", "packages", "python"))

from holdfast_race import RaceError, explore, replaying  # noqa: E402

TABLE = "Rooms"
# The application has one global resource, whose client all actors share.
dynamodb = boto3.resource(
    "dynamodb",
    endpoint_url=os.environ["HOLDFAST_ENDPOINT"],
    region_name="us-east-1",
    aws_access_key_id=os.environ.get("RACE_LAB_ACCOUNT", "300000000003"),
    aws_secret_access_key="any",
)
client = dynamodb.meta.client


class Taken(Exception):
    pass


def put(item):
    client.put_item(TableName=TABLE, Item=item)


def create_table(client, name):
    client.create_table(
        TableName=name,
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )


def seed():
    try:
        create_table(client, TABLE)
    except client.exceptions.ResourceInUseException:
        pass
    put({"pk": "room7", "vacant": True})
    put({"pk": "till", "money": 0})


def items():
    return client.scan(TableName=TABLE, ConsistentRead=True)["Items"]


def book_naively(guest):
    if not dynamodb.Table(TABLE).get_item(Key={"pk": "room7"})["Item"]["vacant"]:
        raise Taken()
    put({"pk": "room7", "vacant": False})
    put({"pk": str(uuid4()), "guest": guest})


def book(guest):
    client.get_item(TableName=TABLE, Key={"pk": "till"})
    room = {
        "TableName": TABLE,
        "Key": {"pk": "room7"},
        "UpdateExpression": "SET vacant = :no",
        "ConditionExpression": "vacant = :yes",
        "ExpressionAttributeValues": {":no": False, ":yes": True},
    }
    booking = {"TableName": TABLE, "Item": {"pk": str(uuid4()), "guest": guest}}
    client.transact_write_items(TransactItems=[{"Update": room}, {"Put": booking}])


PAYMENT = {
    "TableName": TABLE,
    "Key": {"pk": "till"},
    "UpdateExpression": "ADD money :amount",
    "ExpressionAttributeValues": {":amount": 40},
}


def at_most_one_booking(_):
    bookings = [item for item in items() if "guest" in item]
    assert len(bookings) <= 1, f"{len(bookings)} bookings of one room"


def explore_naive(**options):
    actors = {"alice": lambda: book_naively("alice"), "bob": lambda: book_naively("bob")}
    defaults = {"expected": Taken, "actors": actors, "check": at_most_one_booking}
    return explore(client=dynamodb, start=seed, **{**defaults, **options})


def explore_guarded(**options):
    defaults = {"actors": {"alice": lambda: book("alice"), "bob": lambda: book("bob")}, "check": at_most_one_booking}
    return explore(client=client, start=seed, **{**defaults, **options})


def raising(error):
    def function(*_):
        put({"pk": "a"})
        raise error

    return function


# Not a test of this file: unittest does not collect it. It fails, and explore exports a test that calls it again,
# because explore looks for a caller whose name begins with "test".
def test_of_two_customers():
    explore_naive()


class RaceLab(unittest.TestCase):
    def setUp(self):
        seed()

    def test_the_race_of_an_application_with_one_resource_is_found_and_its_schedule_repeats_it(self):
        with self.assertRaises(RaceError) as caught:
            explore_naive()
        error = caught.exception
        self.assertRegex(str(error), r"^run \d+ failed: AssertionError: 2 bookings of one room\n")
        self.assertIn(f"HOLDFAST_REPLAY='{error.replay}'", str(error))
        self.assertRegex(error.witness, r"(?m)^alice ")
        self.assertEqual(str(error.__cause__), "2 bookings of one room")
        for _ in range(20):
            with self.assertRaisesRegex(RaceError, "2 bookings of one room") as caught:
                explore_naive(replay=error.replay)
            self.assertEqual(caught.exception.verdict["explored"], 1)

    def test_the_witness_of_a_violated_invariant_omits_an_actor_that_does_not_matter(self):
        pay = lambda: client.update_item(**PAYMENT)
        limit = {"name": "one payment", "table": TABLE, "where": "pk = :till", "each": "money <= :price"}
        limit["values"] = {":till": "till", ":price": 40}
        actors = {"alice": pay, "bob": pay, "carol": lambda: book_naively("carol")}
        with self.assertRaisesRegex(RaceError, "'one payment' is violated by") as caught:
            explore(client=client, start=seed, actors=actors, always=limit)
        self.assertEqual([name for name in actors if name in caught.exception.witness], ["alice", "bob"])

    def test_the_witness_of_a_failed_check_has_all_actors_whatever_ids_the_failure_names(self):
        def check(_):
            bookings = [item["pk"] for item in items() if "guest" in item]
            assert len(bookings) == 1, f"bookings of one room: {bookings}"

        actors = {name: lambda name=name: book_naively(name) for name in ("alice", "bob", "carol")}
        with self.assertRaisesRegex(RaceError, r"bookings of one room: \['[0-9a-f-]{36}', '[0-9a-f-]{36}'\]") as caught:
            explore(client=client, start=seed, expected=Taken, actors=actors, check=check)
        self.assertEqual([name for name in actors if name in caught.exception.witness], list(actors))

    def test_the_witness_of_a_lost_increment_is_not_the_absence_of_an_actor(self):
        def increment():
            counter = dynamodb.Table(TABLE).get_item(Key={"pk": "till"})["Item"]
            put({**counter, "money": counter["money"] + 1})

        def check(_):
            assert next(item["money"] for item in items() if item["pk"] == "till") == 2

        with self.assertRaises(RaceError) as caught:
            explore(client=client, start=seed, actors={"alice": increment, "bob": increment}, check=check)
        self.assertIn("lost update", caught.exception.witness)

    def test_a_schedule_repeats_the_failure_in_a_new_process(self):
        with self.assertRaises(RaceError) as caught:
            explore_naive()
        environment = {
            **os.environ,
            "HOLDFAST_REPLAY": caught.exception.replay,
            "RACE_LAB_ACCOUNT": "300000000004",
        }
        repeated = subprocess.run(
            [sys.executable, "-B", "-c", "import race_lab_test; race_lab_test.explore_naive()"],
            cwd=os.path.dirname(os.path.abspath(__file__)),
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
        self.assertNotEqual(repeated.returncode, 0)
        self.assertRegex(repeated.stderr, r"RaceError: run 1 failed: AssertionError: 2 bookings of one room")

    def test_a_failing_run_is_exported_as_a_test_that_fails_in_the_same_way(self):
        with self.assertRaises(RaceError) as caught:
            test_of_two_customers()
        exported = caught.exception.test
        self.assertTrue(str(caught.exception).endswith(exported))
        module = {"replaying": replaying, "test_of_two_customers": test_of_two_customers}
        exec(exported, module)
        with self.assertRaisesRegex(RaceError, "^run 1 failed: AssertionError: 2 bookings of one room") as again:
            module["test_of_two_customers_again"]()
        self.assertEqual(again.exception.replay, caught.exception.replay)
        self.assertIsNone(again.exception.test)

    def test_a_replay_that_does_not_follow_its_schedule_reports_the_step(self):
        # The letters after # are the operations of the steps: GetItem, PutItem, GetItem. Alice's second request here is
        # a transaction.
        with self.assertRaisesRegex(RaceError, "at step 2 alice asks for another operation than before"):
            explore_guarded(replay="alice,alice,bob#GPG")

    def test_the_transactional_booking_fails_in_no_order_with_and_without_reduction(self):
        reduced = explore_guarded()
        every = explore_guarded(reduction=False)
        self.assertTrue(reduced["complete"] and every["complete"])
        self.assertLess(reduced["explored"], every["explored"])

    def test_the_control_fails_and_a_control_that_passes_is_an_error(self):
        self.assertTrue(explore_guarded(control=True)["failures"])
        self.assertTrue(explore_guarded(control=[TABLE])["failures"])
        with self.assertRaisesRegex(RaceError, "the control found no failure in .* although every condition"):
            explore_guarded(control=True, actors={"alice": lambda: book("alice")})

    def test_threads_of_an_actor_belong_to_it_if_they_have_its_context(self):
        def both():
            context = contextvars.copy_context()
            thread = threading.Thread(target=context.run, args=(put, {"pk": "a"}))
            thread.start()
            put({"pk": "b"})
            thread.join()

        def check(_):
            self.assertEqual(len(items()), 4)

        verdict = explore(client=client, start=seed, actors={"alice": both}, check=check)
        self.assertTrue(verdict["ok"])
        self.assertNotIn("unscheduled", [warning["kind"] for warning in verdict["warnings"]])

    def test_an_exception_of_an_actor_fails_the_run_unless_it_is_expected_or_a_refusal(self):
        def options_with_actor_raising(error, cause=None):
            def alice():
                put({"pk": "a"})
                raise error from cause

            return {"client": client, "start": seed, "actors": {"alice": alice}}

        with self.assertRaisesRegex(RaceError, r"^run 1 failed: alice raised Taken: out") as caught:
            explore(**options_with_actor_raising(Taken("out")))
        self.assertIsInstance(caught.exception.__cause__, Taken)
        explore(**options_with_actor_raising(Taken()), expected=Taken)
        explore(**options_with_actor_raising(Taken()), expected=["Taken"])
        explore(**options_with_actor_raising(Taken("out")), expected=lambda error: str(error) == "out")
        refusal = client.exceptions.ConditionalCheckFailedException(
            {"Error": {"Code": "ConditionalCheckFailedException"}}, "PutItem"
        )
        explore(**options_with_actor_raising(refusal))
        explore(**options_with_actor_raising(Taken(), refusal))

    def test_a_failure_is_reported_whatever_its_text_is(self):
        class Silent(Exception):
            def __str__(self):
                raise ValueError()

        class OfAnotherClient(Exception):
            response = object()

        for error, text in (
            (Taken("\ud800"), r"Taken: \?\n"),
            (Taken("x" * 2_000_000), r"Taken: x{9993}…\n"),
            (Silent(), "Silent: its text could not be made, because of ValueError"),
            (OfAnotherClient("out"), "OfAnotherClient: out"),
        ):
            with self.assertRaisesRegex(RaceError, "^run 1 failed: alice raised " + text) as caught:
                explore_guarded(actors={"alice": raising(error)})
            self.assertIs(caught.exception.__cause__, error)
            with self.assertRaisesRegex(RaceError, "^run 1 failed: " + text):
                explore_guarded(check=raising(error))

    def test_a_mistake_in_the_handler_of_a_refusal_fails_the_run(self):
        def alice():
            try:
                client.put_item(TableName=TABLE, Item={"pk": "till"}, ConditionExpression="attribute_not_exists(pk)")
            except client.exceptions.ConditionalCheckFailedException:
                raise NameError("refnd")

        with self.assertRaisesRegex(RaceError, "^run 1 failed: alice raised NameError: refnd"):
            explore_guarded(actors={"alice": alice}, check=None)

    def test_a_check_fails_the_run_by_pytest_fail_and_an_interrupt_is_not_a_failure(self):
        def options_with_check_raising(error):
            def check(_):
                raise error

            return {"check": check, "actors": {"alice": lambda: book("alice")}}

        for error in (pytest.fail.Exception("two guests"), Taken("two guests")):
            with self.assertRaisesRegex(RaceError, "^run 1 failed: .*two guests") as caught:
                explore_guarded(**options_with_check_raising(error))
            self.assertIs(caught.exception.__cause__, error)
            self.assertTrue(caught.exception.replay)
        with self.assertRaises(KeyboardInterrupt):
            explore_guarded(**options_with_check_raising(KeyboardInterrupt()))

    def test_coroutine_functions_are_executed(self):
        async def start():
            seed()

        async def alice():
            await asyncio.sleep(0)
            await asyncio.to_thread(put, {"pk": "a", "guest": "alice"})
            put({"pk": "b", "guest": "alice"})
            return "booked"

        async def check(results):
            await asyncio.sleep(0)
            self.assertEqual(results["alice"].value, "booked")
            self.assertEqual(len(items()), 4)

        client.delete_table(TableName=TABLE)
        self.assertTrue(explore(client=client, start=start, actors={"alice": alice}, check=check)["ok"])

        async def check_that_fails(_):
            await asyncio.sleep(0)
            raise Taken("two guests")

        with self.assertRaisesRegex(RaceError, "^run 1 failed: Taken: two guests"):
            explore_guarded(check=check_that_fails)

    def test_a_check_that_returns_false_fails_the_run(self):
        with self.assertRaisesRegex(RaceError, r"^run \d+ failed: AssertionError: the check returned False\n"):
            explore_naive(check=lambda _: len([item for item in items() if "guest" in item]) <= 1)
        self.assertTrue(explore_guarded(check=lambda _: None)["ok"])

    def test_an_actor_and_a_check_can_skip_the_test(self):
        for error in (unittest.SkipTest("not today"), pytest.skip.Exception("not today")):
            for options in ({"actors": {"alice": raising(error)}}, {"check": raising(error)}):
                with self.assertRaises(type(error)) as caught:
                    explore_guarded(**options)
                self.assertIs(caught.exception, error)

    def test_values_of_invariants_are_those_of_clients_and_resources(self):
        def never_above(limit):
            below = {"name": "at most", "table": TABLE, "where": "pk = :till", "each": "money <= :limit"}
            return {**below, "values": {":till": "till", ":limit": limit}}

        actors = {"alice": lambda: client.update_item(**PAYMENT)}
        for limit in (40, 40.5, decimal.Decimal("40"), {"N": "40"}):
            self.assertTrue(explore_guarded(actors=actors, check=None, always=never_above(limit))["ok"])
        with self.assertRaisesRegex(RaceError, "at most"):
            explore_guarded(actors=actors, check=None, always=never_above(decimal.Decimal("39.5")))

    def test_a_fork_that_the_host_of_the_endpoint_names_is_explored(self):
        resolve = socket.getaddrinfo

        def resolve_forks(host, *arguments, **options):
            return resolve("127.0.0.1" if host.endswith(".fork.localhost") else host, *arguments, **options)

        port = urllib.parse.urlsplit(os.environ["HOLDFAST_ENDPOINT"]).port
        fork = boto3.client(
            "dynamodb",
            endpoint_url=f"http://explored.fork.localhost:{port}",
            region_name="us-east-1",
            aws_access_key_id="300000000003",
            aws_secret_access_key="any",
        )

        def start():
            create_table(fork, "Forked")

        def put_guest(name):
            fork.put_item(TableName="Forked", Item={"pk": {"S": "room7"}, "guest": {"S": name}})

        actors = {name: lambda name=name: put_guest(name) for name in ("alice", "bob")}
        with unittest.mock.patch("socket.getaddrinfo", resolve_forks):
            verdict = explore(client=fork, start=start, actors=actors, reduction=False)
        self.assertEqual(verdict["explored"], 2)

    def test_results_are_given_to_the_check(self):
        seen = set()

        def check(results):
            seen.add((results["alice"].status, results["bob"].status))
            for result in results.values():
                self.assertEqual(result.fulfilled, result.reason is None)

        explore_guarded(check=check)
        self.assertLessEqual({("fulfilled", "rejected"), ("rejected", "fulfilled")}, seen)

    def test_a_retry_after_a_lost_reply_executes_an_update_twice_and_a_transaction_once(self):
        def explore_with_lost_reply(task):
            def check(_):
                money = next(item["money"] for item in items() if item["pk"] == "till")
                assert money == 40, f"{money} was paid"

            faults = [{"do": "commit_then_drop", "budget": 1}]
            return explore(client=client, start=seed, actors={"alice": task}, faults=faults, check=check)

        with self.assertRaisesRegex(RaceError, "80 was paid") as caught:
            explore_with_lost_reply(lambda: client.update_item(**PAYMENT))
        self.assertGreater(caught.exception.verdict["met"]["lost_replies"], 0)
        self.assertGreater(caught.exception.verdict["met"]["retries"], 0)
        verdict = explore_with_lost_reply(lambda: client.transact_write_items(TransactItems=[{"Update": PAYMENT}]))
        self.assertTrue(verdict["complete"])
        self.assertGreater(verdict["met"]["lost_replies"], 0)

    def test_an_exception_during_a_call_of_the_lab_leaves_no_session_open(self):
        """For example the exception of a test's timeout."""
        requests_of_alice = []
        interrupted = []
        get_response = http.client.HTTPConnection.getresponse

        def get_response_or_raise(connection):
            is_main = threading.current_thread() is threading.main_thread()
            if is_main and requests_of_alice and not interrupted:
                interrupted.append(True)
                raise TimeoutError("the test took too long")
            return get_response(connection)

        def alice():
            requests_of_alice.append(items())

        with unittest.mock.patch("http.client.HTTPConnection.getresponse", get_response_or_raise):
            with self.assertRaisesRegex(TimeoutError, "took too long"):
                explore(client=client, start=seed, actors={"alice": alice})
        with urllib.request.urlopen(os.environ["HOLDFAST_ENDPOINT"] + "/_holdfast/races") as response:
            self.assertEqual(json.load(response)["races"], [])

    def test_a_run_is_stuck_if_an_actor_waits_for_something_else_than_its_requests(self):
        def alice():
            put({"pk": "a"})
            threading.Event().wait()

        with self.assertRaisesRegex(RaceError, "stuck"):
            explore(client=client, start=seed, actors={"alice": alice}, quiescence_ms=50, stuck_ms=300)

    def test_misuse_is_refused_with_a_reason(self):
        actors = {"alice": lambda: book("alice")}
        with self.assertRaisesRegex(TypeError, "name some actors"):
            explore(client=client, actors={})
        with self.assertRaisesRegex(RuntimeError, "refused: .*strategy"):
            explore(client=client, actors=actors, strategy="magic")
        with self.assertRaisesRegex(RaceError, "no actor sent a request"):
            explore(client=client, actors={"alice": lambda: None})


if __name__ == "__main__":
    unittest.main()
