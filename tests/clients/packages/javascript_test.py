"""The npm packages, installed: javascript_test.py PACKAGES DIRECTORY

DIRECTORY/project is what javascript/install has made: the fixtures of each test framework are run there, by the
framework itself. The README's recipe is followed in DIRECTORY/recipe. The test checks how many tests passed."""

import importlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

from processes import is_running, run_program

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path += [os.path.join(HERE, path) for path in ("..", "../readme")]
readme = importlib.import_module("readme")
server_process = importlib.import_module("server_process")
PACKAGES, DIRECTORY = map(os.path.abspath, sys.argv[1:3])
PROJECT = os.path.join(DIRECTORY, "project")
FRAMEWORKS = os.path.join(DIRECTORY, "node_modules/.bin")
HOLDFAST = os.path.join(PROJECT, "node_modules/.bin/holdfast")
# The machine's own configuration must neither make a test pass nor send a request to AWS.
ENVIRONMENT = {
    name: value for name, value in os.environ.items()
    if not name.startswith(("AWS_", "HOLDFAST_", "NODE_TEST")) and name not in ("CI", "FORCE_COLOR")
} | {"AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
     "NO_COLOR": "1", "npm_config_offline": "true"}


def run(*command, directory=PROJECT, expect=0, **environment):
    return run_program(command, directory, {**ENVIRONMENT, **environment}, expect)


def project(name, test_file=None, count=1):
    """Copies a project to where Node.js finds the packages. Its file TEST_FILE_1.test.mjs, if that is given, is there
    `count` times, numbered from 1. Returns the directory."""
    directory = os.path.join(PROJECT, name)
    shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(os.path.join(HERE, "javascript/projects", name), directory)
    for number in range(2, count + 1):
        copy = f"{test_file}_{number}.test.mjs"
        shutil.copy(os.path.join(directory, f"{test_file}_1.test.mjs"), os.path.join(directory, copy))
    return directory


class Recipe(unittest.TestCase):
    def test_the_recipe_of_the_readme(self):
        files, (install, tests) = readme.recipe("JavaScript")
        directory = os.path.join(DIRECTORY, "recipe")
        shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(PACKAGES, directory, ignore=shutil.ignore_patterns("*.whl"))
        with open(os.path.join(directory, "package.json"), "w", encoding="utf-8") as file:
            file.write('{"name": "recipe", "private": true}')
        for name, text in files.items():
            with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                file.write(text)
        self.assertRegex(run("sh", "-ec", install, directory=directory), r"(?m)^holdfast \d+\.\d+\.\d+$")
        self.assertRegex(run("sh", "-ec", tests, directory=directory), r"Tests  4 passed \(4\)")


class Command(unittest.TestCase):
    def test_arguments_and_status_go_through(self):
        self.assertRegex(run(HOLDFAST, "--version"), r"^holdfast \d+\.\d+\.\d+\n$")
        self.assertIn("unknown flag --nonsense", run(HOLDFAST, "--nonsense", expect=1))
        self.assertIn("fails by itself", run(HOLDFAST, "shake", "--runs", "1", "--", "false", expect=3))

    def start(self):
        child = subprocess.Popen(
            [HOLDFAST, "--port", "0"], env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
        )
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        self.addCleanup(child.stdout.close)
        self.assertIn("holdfast is listening on http://127.0.0.1:", child.stdout.readline())
        children = subprocess.run(
            ["ps", "-o", "pid=,args=", "--ppid", str(child.pid)], capture_output=True, text=True, check=True
        ).stdout
        server = int(re.search(r"(\d+) \S*bin/holdfast --port 0", children)[1])
        return child, server

    def assert_ends(self, pid):
        deadline = time.monotonic() + 10
        while is_running(pid) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertFalse(is_running(pid))

    def test_signals_go_through(self):
        for sent in (signal.SIGTERM, signal.SIGINT):
            child, server = self.start()
            child.send_signal(sent)
            self.assertEqual(child.wait(10), 0)
            self.assert_ends(server)

    def test_the_server_ends_when_the_command_is_killed(self):
        child, server = self.start()
        child.kill()
        self.assert_ends(server)

    def test_the_command_ends_by_the_signal_that_killed_the_server(self):
        child, server = self.start()
        os.kill(server, signal.SIGKILL)
        self.assertEqual(child.wait(10), -signal.SIGKILL)


class Fixtures(unittest.TestCase):
    def test_api(self):
        output = run("node", "--test", "api.test.mjs", directory=project("api"))
        self.assertRegex(output, r"(?m)^# fail 0$")
        # Node.js 18 counts the file, later versions its tests.
        self.assertRegex(output, r"(?m)^# pass (1|13)$")

    def test_vitest(self):
        for pool in ("forks", "threads"):
            output = run(f"{FRAMEWORKS}/vitest", "run", f"--pool={pool}", directory=project("vitest", "rooms", 3))
            self.assertRegex(output, r"Tests  60 passed \(60\)")
        # Without isolation, one worker runs all files with the same modules, and keeps its fork.
        serially = ["--no-isolate", "--no-file-parallelism"]
        output = run(f"{FRAMEWORKS}/vitest", "run", *serially, directory=project("vitest", "rooms", 3))
        self.assertRegex(output, r"Tests  60 passed \(60\)")

    def test_eight_workers_with_forks_of_ten_thousand_items(self):
        output = run(f"{FRAMEWORKS}/vitest", "run", directory=project("workers", "worker", 8))
        self.assertRegex(output, r"Tests  200 passed \(200\)")

    def test_jest(self):
        self.assertRegex(run(f"{FRAMEWORKS}/jest", directory=project("jest")), r"Tests: +3 passed, 3 total")

    def test_jest_uses_the_server_of_shake(self):
        command = [HOLDFAST, "shake", "--runs", "8", "--only", "throttling", "--", f"{FRAMEWORKS}/jest"]
        output = run(*command, directory=project("jest"))
        self.assertRegex(output, r"with [1-9]\d* requests for items")
        self.assertIn("None of 8 runs failed.", output)
        self.assertNotIn("did not happen", output)

    def test_node_test(self):
        directory = project("node_test")
        ignoring = {"AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true"}
        output = run("node", "--require", "./holdfast.setup.cjs", "--test", directory=directory, **ignoring)
        self.assertRegex(output, r"(?m)^# fail 0$")
        # Node.js 18 counts files, later ones count tests.
        self.assertRegex(output, r"(?m)^# pass [24]$")
        run("node", "--require", "./holdfast.setup.cjs", "module.test.mjs", directory=directory, ALONE="1")
        output = run("node", "--require", "./holdfast.setup.cjs", "--test", directory=directory, expect=1, SEED_FAILS="1")
        self.assertIn("no seed today", output)
        self.assertIn("calls `setup(…)`", run("node", "module.test.mjs", directory=directory, expect=1))

    def test_jest_dynamodb(self):
        directory, port = project("jest_dynamodb"), server_process.free_port()
        for _ in range(2):
            self.assertRegex(run(f"{FRAMEWORKS}/jest", directory=directory, PORT=port), r"Tests: +1 passed, 1 total")
        # A server that listens on the port already is used.
        with subprocess.Popen(
            [HOLDFAST, "--port", port, "--shared-db"], env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            text=True,
        ) as server:
            try:
                self.assertIn("listening", server.stdout.readline())
                for _ in range(2):
                    output = run(f"{FRAMEWORKS}/jest", directory=directory, PORT=port)
                    self.assertRegex(output, r"Tests: +1 passed, 1 total")
            finally:
                server.terminate()


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
