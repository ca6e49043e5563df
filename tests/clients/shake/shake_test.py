"""`holdfast shake` with ordinary tests: shake_test.py BINARY [NAME...]

The wrong versions of the race lab's example systems fail with the expected classes of anomalies, the right ones with
none. HOLDFAST_SHAKE_RUNS sets the number of runs of each right version."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
BINARY = os.path.abspath(sys.argv[1])
RIGHT_RUNS = int(os.environ.get("HOLDFAST_SHAKE_RUNS", "16"))
# Milliseconds: longer than the gap between two calls of the tests.
HOLD = ["--hold", "400"]
NODE = ["node", "--test", "gallery.test.mjs"]
PYTHON = ["python3", "-B", "appointments_test.py"]
EXPIRING = ["python3", "-B", "expiring_hold_test.py"]
# Exit statuses of shake (ExitStatus in server/shake/shake.h).
NOTHING_FOUND, FOUND, NOT_RUN, FAILS_BY_ITSELF = range(4)


def shake(*flags, command, env=None, expect):
    """Runs shake. Returns what it prints, and its JSON."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        done = subprocess.run(
            [BINARY, "shake", "--seed", "1", "--json", file.name, *HOLD, *flags, "--", *command],
            cwd=HERE,
            env={**os.environ, **(env or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == expect, f"status {done.returncode}, expected {expect}:\n{done.stdout}"
        text = file.read()
    print(done.stdout, flush=True)
    return done.stdout, json.loads(text) if text else None


def system(name, application):
    return {"SYSTEM": name, "APPLICATION": application}


def runs_by_class(result):
    """For each class, the runs in which no other class except reordering was on: how many failed, and how many there
    were."""
    return {row["class"]: row["alone"] for row in result["classes"]}


class WrongVersions(unittest.TestCase):
    def assert_fails(self, name, classes):
        for one in classes:
            # Shake ends after three failed runs with the class.
            _, result = shake("--runs", "40", "--only", one, command=NODE, env=system(name, "wrong"), expect=FOUND)
            self.assertGreater(runs_by_class(result)[one]["failed"], 0)
            self.assertIn(one, result["smallest"]["again"])

    def test_appointments_that_read_and_then_write(self):
        self.assert_fails("appointments", ["reordering", "lost-replies"])

    def test_a_stock_that_the_application_computes(self):
        self.assert_fails("inventory", ["reordering"])

    def test_a_hold_on_a_slot_that_was_open_a_moment_ago(self):
        self.assert_fails("slate", ["reordering"])

    def test_a_queue_that_is_an_index(self):
        self.assert_fails("medical_tests", ["index-lag"])

    def test_a_time_that_an_index_says_is_free(self):
        self.assert_fails("scheduling", ["reordering"])

    def test_appointments_in_python(self):
        printed, result = shake(
            "--runs", "6", "--only", "reordering", command=PYTHON, env={"APPLICATION": "wrong"}, expect=FOUND
        )
        self.assertGreater(runs_by_class(result)["reordering"]["failed"], 0)
        self.assertIn("PutItem of PROVIDER#ada/SLOT#2026-10-01T09:00 in Appointments overwrites", printed)

    def test_a_booking_by_statements_of_partiql(self):
        command = ["python3", "-B", "statements_test.py"]
        printed, result = shake("--runs", "6", "--only", "reordering", command=command, expect=FOUND)
        self.assertGreater(runs_by_class(result)["reordering"]["failed"], 0)
        self.assertIn("with 4 requests for items", printed)

    def test_reservations_that_the_sdk_repeats(self):
        command = ["node", "--test", "reservations.test.mjs"]
        printed, result = shake("--runs", "40", "--only", "lost-replies", command=command, expect=FOUND)
        self.assertEqual(runs_by_class(result)["lost-replies"]["failed"], 3)
        self.assertRegex(printed, r"the application counted 100, the store 10[1-9]")
        self.assertIn("a lost reply: UpdateItem tea in Stock", printed)

    def test_an_expired_hold_that_is_taken_for_deleted(self):
        wrong = {"APPLICATION": "wrong"}
        _, result = shake("--runs", "40", "--only", "late-ttl", command=EXPIRING, env=wrong, expect=FOUND)
        self.assertEqual(runs_by_class(result)["late-ttl"], {"failed": 3, "runs": 3})
        # Each run begins with a running clock and without the delayed expiry of an earlier run.
        shake("--runs", "3", "--only", "reordering", command=EXPIRING, env=wrong, expect=NOTHING_FOUND)


class RightVersions(unittest.TestCase):
    def assert_passes(self, command, env):
        _, result = shake("--runs", str(RIGHT_RUNS), command=command, env=env, expect=NOTHING_FOUND)
        self.assertEqual(len(result["runs"]), RIGHT_RUNS)
        self.assertEqual(result["lostUpdates"], [])

    def test_right_versions_survive_everything(self):
        for name in ("appointments", "inventory", "slate", "medical_tests", "scheduling"):
            with self.subTest(name):
                self.assert_passes(NODE, system(name, "right"))

    def test_appointments_in_python(self):
        self.assert_passes(PYTHON, {"APPLICATION": "right"})

    def test_a_hold_that_checks_its_expiry(self):
        only = ["--runs", "4", "--only", "reordering,late-ttl"]
        _, result = shake(*only, command=EXPIRING, env={"APPLICATION": "right"}, expect=NOTHING_FOUND)
        happened = [run["happened"]["late-ttl"] for run in result["runs"] if "late-ttl" in run["classes"]]
        self.assertTrue(happened and all(happened), happened)


class Command(unittest.TestCase):
    def test_output_is_shown_for_the_first_failing_run(self):
        printed, _ = shake(
            "--runs", "3", "--only", "reordering", command=NODE, env=system("inventory", "wrong"), expect=FOUND
        )
        self.assertEqual(printed.count("Its output:"), 1)
        self.assertIn("not ok", printed)
        self.assertIn("Smallest set that fails: reordering. Again:\n  holdfast shake --runs 1 --seed ", printed)

    def test_output_is_shown_for_a_single_run(self):
        printed, _ = shake("--runs", "1", command=NODE, env=system("slate", "right"), expect=NOTHING_FOUND)
        self.assertIn("ok 1 - slate keeps its promises", printed)

    def test_a_command_that_fails_by_itself_is_reported(self):
        printed, _ = shake("--runs", "3", command=["sh", "-c", "echo sorry; exit 4"], expect=FAILS_BY_ITSELF)
        self.assertIn("ended with status 4. Its output:\nsorry\n", printed)
        self.assertIn("The command fails by itself", printed)

    def test_a_command_that_cannot_be_run_or_does_not_find_the_server_is_reported(self):
        shake(command=["/no/such/command"], expect=NOT_RUN)
        printed, _ = shake(command=["true"], expect=NOT_RUN)
        self.assertIn("does its client use AWS_ENDPOINT_URL?", printed)

    def test_jobs_have_servers_of_their_own(self):
        _, result = shake(
            "--runs", "16", "--only", "reordering", "--jobs", "3", "--keep-going",
            command=NODE, env=system("slate", "wrong"), expect=FOUND,
        )
        self.assertEqual(sorted(run["seed"] for run in result["runs"]), list(range(1, 17)))
        self.assertEqual(result["smallest"]["repeated"]["runs"], 10)
        self.assertGreater(runs_by_class(result)["reordering"]["failed"], 0)
        _, result = shake("--runs", "8", "--jobs", "3", command=NODE, env=system("slate", "right"), expect=NOTHING_FOUND)
        self.assertEqual(len(result["runs"]), 8)

    def test_a_command_that_fails_if_it_is_run_twice_at_once_is_reported(self):
        with tempfile.TemporaryDirectory() as directory:
            # mkdir fails while another run has the directory.
            script = f"mkdir {directory}/own && {' '.join(NODE)} && rmdir {directory}/own"
            env = system("slate", "right")
            alone = ["--runs", "1", "--only", "reordering"]
            shake(*alone, command=["sh", "-c", script], env=env, expect=NOTHING_FOUND)
            printed, _ = shake(*alone, "--jobs", "2", command=["sh", "-c", script], env=env, expect=FAILS_BY_ITSELF)
        self.assertIn("if it is run 2 times at once: leave --jobs out", printed)

    def interrupt(self, *flags, ending, sleeping):
        """Interrupts shake, whose command ends in the first `ending` runs and sleeps in all others, as soon as
        `sleeping` runs sleep. Returns what shake prints."""
        # A number of seconds by which pgrep finds only the `sleep` processes of this test.
        mark = f"31{os.getpid()}"

        def count_sleeping():
            return len(subprocess.run(["pgrep", "-f", f"^sleep {mark}"], capture_output=True).stdout.split())

        with tempfile.TemporaryDirectory() as directory:
            runs = f"{directory}/runs"
            script = f"{' '.join(NODE)} && echo >>{runs} && [ $(wc -l <{runs}) -le {ending} ] || sleep {mark}"
            process = subprocess.Popen(
                [BINARY, "shake", "--seed", "1", *flags, "--", "sh", "-c", script],
                cwd=HERE,
                env={**os.environ, **system("slate", "right")},
                stdout=subprocess.PIPE,
                text=True,
            )
            deadline = time.monotonic() + 120
            while count_sleeping() < sleeping:
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            printed, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, NOT_RUN)
        self.assertEqual(count_sleeping(), 0)
        return printed

    def test_an_interruption_of_several_jobs_leaves_no_process(self):
        # The runs that end are those without anomalies: one alone, and two at once.
        printed = self.interrupt("--jobs", "2", ending=3, sleeping=2)
        self.assertIn("Interrupted before a run with anomalies had ended.", printed)

    def test_an_interruption_prints_the_results_so_far_and_leaves_no_process(self):
        # The runs that end are the one without anomalies and the first with anomalies.
        printed = self.interrupt(ending=2, sleeping=1)
        self.assertIn("None of 1 run failed, interrupted.", printed)

    def test_another_endpoint_is_shaken_through_the_server(self):
        store = subprocess.Popen([BINARY, "--port", "0"], stdout=subprocess.PIPE, text=True)
        try:
            url = store.stdout.readline().split()[-1]
            printed, result = shake(
                "--upstream", url, "--runs", "20", "--only", "reordering",
                command=["python3", "-B", "naive_booking_test.py"], expect=FOUND,
            )
            self.assertGreater(runs_by_class(result)["reordering"]["failed"], 0)
            self.assertIn(f"--upstream {url} -- python3", printed)
            printed, _ = shake("--upstream", url, "--only", "stale-reads", command=["true"], expect=NOT_RUN)
            self.assertIn("the other classes need a store of this server's own", printed)
        finally:
            store.terminate()
            self.assertEqual(store.wait(timeout=30), 0)
            store.stdout.close()

    def test_a_report_is_a_page(self):
        with tempfile.NamedTemporaryFile(suffix=".html") as file:
            shake(
                "--runs", "2", "--report", file.name, "--only", "reordering",
                command=NODE, env=system("slate", "wrong"), expect=FOUND,
            )
            page = file.read().decode()
        self.assertTrue(page.startswith("<!DOCTYPE html>"))
        self.assertIn("<h2>Class by class</h2>", page)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
