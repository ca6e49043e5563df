"""The server's binary as containers and services use it, with environment variables and health checks:
binary_test.py HOLDFAST [TEST...]"""

import contextlib
import http.server
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
import unittest

BINARY = os.path.abspath(sys.argv[1])
# This test's environment without the variables that stand for flags.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("HOLDFAST_")}
LISTENING = re.compile(r"holdfast is listening on (http://\S+)( with .*)?")


def run(*arguments, **variables):
    done = subprocess.run(
        [BINARY, *arguments], env={**ENVIRONMENT, **variables}, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


class Server:
    """A server that is configured by variables, and by flags where they are given."""

    def __init__(self, *flags, **variables):
        self.process = subprocess.Popen(
            [BINARY, *flags], env={**ENVIRONMENT, **variables}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True,
        )
        self.first_line = self.process.stdout.readline()
        match = LISTENING.match(self.first_line)
        if not match:
            self.process.kill()
            raise AssertionError(f"{self.first_line}{self.process.communicate()[1]}")
        self.url, self.anomalies = match[1], match[2]
        self.second_line = self.process.stdout.readline()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        _, self.errors = self.process.communicate(timeout=30)


def binary_contains(text):
    with open(BINARY, "rb") as file:
        return text in file.read()


def has_undefined_behavior_sanitizer():
    return binary_contains(b"__ubsan_handle")


def can_limit_address_space():
    return hasattr(resource, "prlimit") and not (binary_contains(b"__asan_init") or binary_contains(b"__tsan_init"))


class Start(unittest.TestCase):
    # The sanitizer opens a pipe to see whether an object can be read; without a descriptor it reports the exception.
    @unittest.skipIf(has_undefined_behavior_sanitizer(), "UBSan needs file descriptors")
    def test_without_the_resources_that_it_needs_says_so(self):
        # Too few file descriptors for a single event loop; then enough for some event loops, but not for all.
        for descriptors in (8, 14):
            for arguments, status in (("--port 0 --threads 64", 1), ("shake --jobs 64 -- true", 2)):
                script = f'ulimit -n {descriptors}; exec "{BINARY}" {arguments}'
                done = subprocess.run(["sh", "-c", script], env=ENVIRONMENT, capture_output=True, text=True)
                self.assertEqual(done.returncode, status, done)
                self.assertRegex(done.stderr, r"^holdfast: .*Too many open files.*\n$")


class Stop(unittest.TestCase):
    @unittest.skipUnless(can_limit_address_space(), "sanitizers reserve much address space")
    def test_when_memory_has_run_out_is_as_usual(self):
        with Server("--port=0") as server:
            resource.prlimit(server.process.pid, resource.RLIMIT_AS, (1 << 20, 1 << 20))
        self.assertEqual((server.process.returncode, server.errors), (0, ""))


class Variables(unittest.TestCase):
    def test_configure_the_server(self):
        with Server(HOLDFAST_PORT="0", HOLDFAST_HOST="127.0.0.2", HOLDFAST_HOLD="3", HOLDFAST_SHARED_DB="1") as server:
            self.assertRegex(server.url, r"^http://127\.0\.0\.2:\d+$")
            self.assertEqual(server.anomalies, " with --hold 3")
            self.assertIn("share one database", server.second_line)
        self.assertEqual(server.errors, "")

    def test_give_way_to_the_command_line(self):
        with Server("--port=0", "--hold", "0", HOLDFAST_PORT="bad", HOLDFAST_HOLD="3") as server:
            self.assertIsNone(server.anomalies)

    def test_with_a_bad_value_are_named_in_one_line(self):
        self.assertEqual(
            run(HOLDFAST_PORT="70000"),
            (1, "", "holdfast: HOLDFAST_PORT needs a whole number from 0 to 65535, not '70000'\n"),
        )

    def test_that_are_misspelled_are_named(self):
        with Server("--port=0", HOLDFAST_MAX_MEMRY="1000", HOLDFAST_ENDPOINT="http://127.0.0.1:1") as server:
            pass
        self.assertEqual(
            server.errors, "holdfast: HOLDFAST_MAX_MEMRY is not a flag's variable; did you mean HOLDFAST_MAX_MEMORY?\n"
        )

    def test_with_a_bad_value_do_not_prevent_version(self):
        self.assertEqual(run("--version", HOLDFAST_PORT="bad")[0], 0)


class Shake(unittest.TestCase):
    """Shake ignores the variables of flags, so that a run can be repeated anywhere, and its command inherits them."""

    # Sends one request for an item, as a client does, and checks the environment that the command has got.
    COMMAND = """
import os, urllib.error, urllib.request
request = urllib.request.Request(
    os.environ["HOLDFAST_ENDPOINT"], b'{"TableName": "Rooms", "Key": {"pk": {"S": "7"}}}',
    {"X-Amz-Target": "DynamoDB_20120810.GetItem", "Content-Type": "application/x-amz-json-1.0",
     "Authorization": "AWS4-HMAC-SHA256 Credential=holdfast/20261001/us-east-1/dynamodb/aws4_request, "
                      "SignedHeaders=host, Signature=0", "X-Amz-Date": "20261001T000000Z"})
try:
    urllib.request.urlopen(request).read()
except urllib.error.HTTPError as error:
    assert b"ResourceNotFound" in error.read()
assert os.environ["HOLDFAST_ENDPOINT"].startswith("http://127.0.0.1:"), os.environ["HOLDFAST_ENDPOINT"]
assert os.environ["HOLDFAST_ENDPOINT"] != "http://127.0.0.1:" + os.environ["HOLDFAST_PORT"]
assert os.environ["HOLDFAST_THROTTLE"] == "1"
"""

    def test_reads_no_variables_and_passes_them_on(self):
        status, output, errors = run(
            "shake", "--runs", "2", "--only", "reordering", "--", sys.executable, "-c", self.COMMAND,
            HOLDFAST_PORT="8000", HOLDFAST_HOST="0.0.0.0", HOLDFAST_THROTTLE="1", HOLDFAST_RUNS="bad",
            HOLDFAST_ENDPOINT="http://127.0.0.1:1", NO_PROXY="127.0.0.1",
        )
        self.assertEqual(status, 0, output + errors)
        self.assertIn("with 1 requests for items", output)

    def test_leaves_the_command_the_limit_of_open_files(self):
        script = f'ulimit -Sn 256; "{BINARY}" shake --runs 1 -- sh -c "ulimit -Sn; exit 1"'
        done = subprocess.run(["sh", "-c", script], env=ENVIRONMENT, capture_output=True, text=True)
        self.assertIn("Its output:\n256\n", done.stdout)

    def test_runs_nothing_if_its_report_cannot_be_written(self):
        for flag in ("--report", "--json"):
            status, output, errors = run("shake", "--runs", "1", flag, "/nonexistent/x", "--", "echo", "begun")
            expected = "holdfast: cannot write /nonexistent/x: No such file or directory\n"
            self.assertEqual((status, output, errors), (2, "", expected))


class Health(unittest.TestCase):
    def test_of_a_server_that_answers(self):
        with Server(HOLDFAST_PORT="0", HOLDFAST_HOST="0.0.0.0") as server:
            port = server.url.rpartition(":")[2]
            url = f"http://127.0.0.1:{port}"
            healthy = (0, f"{url} answers\n", "")
            self.assertEqual(run("health", url), healthy)
            self.assertEqual(run("health", url + "/"), healthy)
            self.assertEqual(run("health", HOLDFAST_PORT=port), healthy)
            self.assertEqual(run("health", HOLDFAST_PORT=port, HOLDFAST_HOST="0.0.0.0"), healthy)
            # With a URL the variables do not matter.
            self.assertEqual(run("health", url, HOLDFAST_PORT="bad"), healthy)

    def test_with_the_status_of_dynamodb_local(self):
        with Server("--port=0", "--health-check-status=400") as server:
            self.assertEqual(run("health", server.url), (0, f"{server.url} answers\n", ""))

    def test_of_another_program(self):
        class NotFound(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_error(404)

            def log_message(self, *_):
                pass

        with http.server.HTTPServer(("127.0.0.1", 0), NotFound) as other:
            threading.Thread(target=other.handle_request, daemon=True).start()
            url = f"http://127.0.0.1:{other.server_port}"
            expected = (1, "", f"holdfast: {url} answers with status 404, not 200 or 400\n")
            self.assertEqual(run("health", url), expected)

    def test_of_an_address_where_nothing_listens(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{unused.getsockname()[1]}"
            status, output, errors = run("health", url)
        self.assertEqual((status, output), (1, ""))
        self.assertRegex(errors, rf"^holdfast: {url} does not answer: .+\n$")

    def test_of_a_server_that_is_silent_does_not_wait_for_long(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            accepted = []
            threading.Thread(target=lambda: accepted.append(silent.accept()), daemon=True).start()
            begun = time.monotonic()
            status, _, _ = run("health", f"http://127.0.0.1:{silent.getsockname()[1]}")
            # The command waits for less than a second; a busy machine may need the rest to start the process.
            self.assertLess(time.monotonic() - begun, 5)
            self.assertEqual(status, 1)
        for connection, _ in accepted:
            connection.close()

    def test_of_a_server_that_sends_interim_responses_without_end(self):
        def send(listener):
            connection, _ = listener.accept()
            with connection, contextlib.suppress(OSError):
                while True:
                    connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 1000)

        with socket.create_server(("127.0.0.1", 0)) as endless:
            threading.Thread(target=send, args=(endless,), daemon=True).start()
            url = f"http://127.0.0.1:{endless.getsockname()[1]}"
            expected = (1, "", f"holdfast: {url} does not answer: header limit exceeded\n")
            self.assertEqual(run("health", url), expected)

    def test_without_a_usable_address_says_so(self):
        status, _, errors = run("health", "localhost")
        self.assertEqual(status, 1)
        self.assertIn("health needs a URL such as", errors)
        self.assertIn("HOLDFAST_PORT is 0", run("health", HOLDFAST_PORT="0")[2])
        self.assertIn("HOLDFAST_PORT needs a whole number", run("health", HOLDFAST_PORT="bad")[2])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
