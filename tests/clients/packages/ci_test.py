"""The examples for CI, as far as they can be tested without Docker and CI services: ci_test.py PACKAGES DIRECTORY

The test reads their files, compares what they say about the server with the binary in the packages, and runs the step
of GitHub Actions that starts a server."""

import glob
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import unittest

import yaml

from container_recipes import arguments_of, environment, stages_of
from variables import variables_of

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "../../../server/packages/ci")
PACKAGES, DIRECTORY = map(os.path.abspath, sys.argv[1:3])
BINARY = os.path.join(DIRECTORY, "package/bin/holdfast")
IMAGE = stages_of("Containerfile")[-1]
PORT = environment(IMAGE)["HOLDFAST_PORT"]


def text_of(name):
    with open(os.path.join(EXAMPLES, name), encoding="utf-8") as file:
        return file.read()


def setUpModule():
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    os.makedirs(DIRECTORY)
    [archive] = glob.glob(os.path.join(PACKAGES, "holdfast-linux-*.tgz"))
    with tarfile.open(archive) as tar:
        tar.extractall(DIRECTORY)


class Example(unittest.TestCase):
    def assert_configures_the_server(self, variables):
        """`variables`: the environment variables of a server. Values that CI fills in are ignored."""
        self.assertLessEqual(set(variables), variables_of(BINARY))
        given = {name: value for name, value in variables.items() if "${{" not in value}
        # The two flags exclude each other. The server reports that only after it has accepted all variables.
        done = subprocess.run(
            [BINARY, "--shared-db", "--template-db=111111111111"], env=given, capture_output=True, text=True
        )
        self.assertIn("leave one of the two out", done.stderr)


class Compose(Example):
    def check(self, name):
        services = yaml.safe_load(text_of(name))["services"]
        server, app = services["dynamodb"], services["app"]
        self.assertEqual(server["image"], "holdfast")
        self.assert_configures_the_server(server["environment"])
        self.assertEqual(app["depends_on"], {"dynamodb": {"condition": "service_healthy"}})
        check = server["healthcheck"]
        [health_check_of_image] = arguments_of(IMAGE, "HEALTHCHECK")
        self.assertEqual(
            f"--interval={check['interval']} --timeout={check['timeout']} --retries={check['retries']} "
            f"CMD {json.dumps(check['test'][1:])}",
            health_check_of_image,
        )
        self.assertEqual(check["test"][0], "CMD")
        for variable in ("AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_DYNAMODB_STREAMS"):
            self.assertEqual(app["environment"][variable], f"http://dynamodb:{PORT}")
        return services

    def test_an_application_and_its_server(self):
        [published] = self.check("compose.yaml")["dynamodb"]["ports"]
        self.assertRegex(published, rf"^127\.0\.0\.1:\d+:{PORT}$")

    def test_a_devcontainer(self):
        container = json.loads(text_of("devcontainer/devcontainer.json"))
        services = self.check(f"devcontainer/{container['dockerComposeFile']}")
        self.assertIn(container["service"], services)
        self.assertEqual(container["forwardPorts"], [f"dynamodb:{PORT}"])
        mounts = {volume.split(":")[1] for volume in services[container["service"]]["volumes"]}
        self.assertIn(container["workspaceFolder"], mounts)


class GitHubActions(Example):
    def setUp(self):
        self.workflow = yaml.safe_load(text_of("github-actions.yaml"))
        self.jobs = self.workflow["jobs"]

    def step(self, name):
        [step] = [step for step in self.jobs["binary"]["steps"] if step.get("name") == name]
        return step

    def test_the_package_has_this_version(self):
        version = subprocess.run([BINARY, "--version"], check=True, capture_output=True, text=True).stdout.split()[1]
        self.assertIn(f"/holdfast_{version}_amd64.deb", self.step("Install Holdfast")["run"])
        self.assertTrue(self.jobs["service"]["services"]["dynamodb"]["image"].endswith(f"/holdfast:{version}"))

    def test_the_servers_are_configured(self):
        self.assert_configures_the_server(self.step("Start Holdfast")["env"])
        service = self.jobs["service"]["services"]["dynamodb"]
        self.assert_configures_the_server(service["env"])
        self.assertEqual(service["ports"], [f"{PORT}:{PORT}"])
        # Docker would run the command of an option `--health-cmd` in a shell, which the image lacks.
        self.assertNotIn("options", service)
        self.assertEqual(self.workflow["env"]["AWS_ENDPOINT_URL_DYNAMODB"], f"http://127.0.0.1:{PORT}")

    def test_the_step_that_starts_the_server(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = str(free.getsockname()[1])
        path = f"{os.path.dirname(BINARY)}:{os.environ['PATH']}"
        variables = {"PATH": path, "HOLDFAST_PORT": port}
        # The flags of bash are those with which GitHub runs a step.
        step = subprocess.Popen(
            ["bash", "-e", "-c", self.step("Start Holdfast")["run"]], cwd=DIRECTORY, env=variables,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True,
        )
        try:
            self.assertEqual(step.wait(60), 0)
            health = subprocess.run([BINARY, "health"], env=variables, capture_output=True, text=True)
            self.assertEqual(health.returncode, 0, health.stderr)
        finally:
            os.killpg(step.pid, signal.SIGKILL)
        with open(os.path.join(DIRECTORY, "holdfast.log"), encoding="utf-8") as log:
            self.assertIn(f"holdfast is listening on http://127.0.0.1:{port}\n", log.read())

    def test_the_flags_of_shake(self):
        arguments = self.step("Shake the tests")["run"].split()
        flags = [argument for argument in arguments[: arguments.index("--")] if argument.startswith("--")]
        text = subprocess.run([BINARY, "shake", "--help"], check=True, capture_output=True, text=True).stdout
        for flag in flags:
            self.assertIn(f"\n  {flag} ", text)


class Testcontainers(Example):
    def check(self, name, variable):
        text = text_of(f"testcontainers/{name}")
        self.assert_configures_the_server(dict(re.findall(variable, text)))
        self.assertIn('"holdfast"', text)
        return text

    def test_java(self):
        text = self.check("HoldfastTest.java", r'withEnv\("(\w+)", "(\w+)"\)')
        self.assertEqual(set(re.findall(r"(?:withExposedPorts|forPort|getMappedPort)\((\d+)\)", text)), {PORT})

    def test_go(self):
        text = self.check("holdfast_test.go", r'"(HOLDFAST_\w+)": "(\w+)"')
        self.assertEqual(set(re.findall(r'"(\d+)/tcp"', text)), {PORT})


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
