"""The wheel, installed: python_test.py PACKAGES DIRECTORY

The README's recipe is followed in DIRECTORY/recipe. Its virtual environment has the wheel, and Debian's pytest,
pytest-xdist and boto3. The recipe and the fixtures are run by pytest itself, and the numbers of passed tests must be
those that the files have."""

import glob
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
sys.path.append(os.path.join(HERE, "../readme"))
readme = importlib.import_module("readme")
PACKAGES, DIRECTORY = map(os.path.abspath, sys.argv[1:3])
[WHEEL] = glob.glob(os.path.join(PACKAGES, "*.whl"))
RECIPE = os.path.join(DIRECTORY, "recipe")
BIN = os.path.join(RECIPE, ".venv/bin")
PYTHON = os.path.join(BIN, "python")
# The machine's own configuration must neither make a test pass nor send a request to AWS; and python3 must be Debian's,
# which has pytest.
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "HOLDFAST_", "PYTEST_", "PYTHON"))
} | {"AWS_EC2_METADATA_DISABLED": "true", "AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
     "PIP_NO_INDEX": "1",
     "PYTHONDONTWRITEBYTECODE": "1", "PATH": "/usr/bin:" + os.environ["PATH"]}


def run(*command, directory=RECIPE, expect=0, **environment):
    return run_program(command, directory, {**ENVIRONMENT, **environment}, expect)


def setUpModule():
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    os.makedirs(RECIPE)
    shutil.copy(WHEEL, RECIPE)
    files, (install, _) = readme.recipe("Python")
    for name, text in files.items():
        with open(os.path.join(RECIPE, name), "w", encoding="utf-8") as file:
            file.write(text)
    output = run("sh", "-ec", install)
    assert re.search(r"(?m)^holdfast \d+\.\d+\.\d+$", output), output


class Recipe(unittest.TestCase):
    def test_the_recipe_of_the_readme(self):
        _, (_, tests) = readme.recipe("Python")
        self.assertRegex(run("sh", "-ec", tests), r"\b4 passed in ")

    def test_the_recipe_on_two_workers(self):
        self.assertRegex(run(PYTHON, "-m", "pytest", "-n", "2"), r"\b4 passed in ")

    def test_the_recipe_on_a_shaken_server(self):
        tests = [PYTHON, "-m", "pytest", "-q", "-k", "not order"]
        output = run(f"{BIN}/holdfast", "shake", "--runs", "8", "--only", "throttling", "--", *tests)
        self.assertRegex(output, r"with [1-9]\d* requests for items")
        self.assertIn("None of 8 runs failed.", output)
        self.assertNotIn("did not happen", output)

    def test_at_the_endpoint_of_a_fork_the_tests_see_what_the_seed_has_stored(self):
        command = [f"{BIN}/holdfast", "--port", "0"]
        with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as server:
            try:
                origin = re.search(r"http://\S+", server.stdout.readline())[0]
                output = run(PYTHON, "-m", "pytest", HOLDFAST_ENDPOINT=f"{origin}/_holdfast/forks/mine")
            finally:
                server.terminate()
        self.assertRegex(output, r"\b4 passed in ")


class Command(unittest.TestCase):
    def test_arguments_and_status_go_through(self):
        for command in ([f"{BIN}/holdfast"], [PYTHON, "-m", "holdfast"]):
            self.assertRegex(run(*command, "--version"), r"^holdfast \d+\.\d+\.\d+\n$")
            self.assertIn("unknown flag --nonsense", run(*command, "--nonsense", expect=1))

    def test_the_command_becomes_the_server(self):
        command = subprocess.Popen([f"{BIN}/holdfast", "--port", "0"], stdout=subprocess.PIPE, text=True)
        with command:
            self.assertIn("listening", command.stdout.readline())
            command.terminate()
        self.assertEqual(command.returncode, 0)


class Fixtures(unittest.TestCase):
    def test_fixtures(self):
        directory = os.path.join(DIRECTORY, "fixtures")
        shutil.copytree(os.path.join(HERE, "python"), directory, ignore=shutil.ignore_patterns("__pycache__"))
        tests = [PYTHON, "-m", "pytest", "-q"]
        overriding = {"AWS_IGNORE_CONFIGURED_ENDPOINT_URLS": "true", "AWS_SESSION_TOKEN": "another"}
        self.assertRegex(run(*tests, directory=directory, **overriding), r"\b37 passed in ")
        self.assertRegex(run(*tests, "-n", "3", directory=directory), r"\b37 passed in ")

    def test_eight_workers_with_forks_of_ten_thousand_items(self):
        directory = os.path.join(DIRECTORY, "workers")
        shutil.copytree(os.path.join(HERE, "python_workers"), directory, ignore=shutil.ignore_patterns("__pycache__"))
        self.assertRegex(run(PYTHON, "-m", "pytest", "-q", "-n", "8", directory=directory), r"\b200 passed in ")

    def test_without_a_seed_tests_begin_with_an_empty_database(self):
        directory = os.path.join(DIRECTORY, "empty")
        os.makedirs(directory)
        with open(os.path.join(directory, "test_empty.py"), "w", encoding="utf-8") as file:
            file.write("def test_empty(holdfast_client):\n")
            file.write("    assert holdfast_client.list_tables()['TableNames'] == []\n")
        self.assertRegex(run(PYTHON, "-m", "pytest", "-q", directory=directory), r"\b1 passed in ")

    def test_a_server_ends_with_its_parent(self):
        script = "import holdfast, time\nprint(holdfast.start().pid, flush=True)\n"
        for ending, sent in (("time.sleep(60)", signal.SIGKILL), ("time.sleep(60)", signal.SIGTERM), ("", None)):
            command = [PYTHON, "-c", script + ending]
            with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as parent:
                server = int(parent.stdout.readline())
                if sent is not None:
                    self.assertTrue(is_running(server))
                    parent.send_signal(sent)
                parent.wait(30)
            deadline = time.monotonic() + 10
            while is_running(server) and time.monotonic() < deadline:
                time.sleep(0.05)
            self.assertFalse(is_running(server))

    def test_ctrl_c_does_not_end_a_server_before_it_is_stopped(self):
        script = """
import signal, time
import holdfast
signal.signal(signal.SIGINT, signal.default_int_handler)  # A background job inherits that SIGINT is ignored.
with holdfast.start() as server:
    try:
        print(server.pid, flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        time.sleep(1)
"""
        command = [PYTHON, "-c", script]
        with subprocess.Popen(
            command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as parent:
            server = int(parent.stdout.readline())
            os.killpg(parent.pid, signal.SIGINT)  # As a terminal does.
            self.assertEqual(parent.wait(30), 0)
        self.assertFalse(is_running(server))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
