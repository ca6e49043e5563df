"""The recipes for containers, as far as they can be tried without a program that builds images.

Usage: container_test.py PACKAGES DIRECTORY

The test takes the files of an image from the packages as the recipes do, and starts the image's programs with
the image's variables."""

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
import time
import unittest

from container_recipes import REPOSITORY, arguments_of, environment, stages_of
from variables import variables_of

PACKAGES, DIRECTORY = map(os.path.abspath, sys.argv[1:3])
BUILD, IMAGE = stages_of("Containerfile")
UNPACK, PACKAGED_IMAGE = stages_of("Containerfile.packaged")


def setUpModule():
    shutil.rmtree(DIRECTORY, ignore_errors=True)
    os.makedirs(DIRECTORY)
    [pattern, _] = arguments_of(UNPACK, "ADD")[0].split()
    [archive] = glob.glob(os.path.join(PACKAGES, pattern))
    with tarfile.open(archive) as tar:
        tar.extractall(DIRECTORY)


def files_of_image():
    """Maps the path of each file in the image to its path in the previous stage:
    `{"/holdfast": "/package/bin/holdfast", …}`."""
    found = {}
    for arguments in arguments_of(IMAGE, "COPY"):
        origin, *sources, target = arguments.split()
        assert origin == "--from=package", arguments
        for source in sources:
            if source.endswith("/"):
                names = os.listdir(DIRECTORY + source)
            else:
                names = [""]
            for name in names:
                found[target + (name or (os.path.basename(source) if target.endswith("/") else ""))] = source + name
    return found


class Recipes(unittest.TestCase):
    def test_both_make_the_same_image(self):
        self.assertEqual(IMAGE, PACKAGED_IMAGE)

    def test_the_build_has_every_folder_that_cmake_adds(self):
        copied = {name for arguments in arguments_of(BUILD, "COPY") for name in arguments.split()[:-1]}
        for name in copied:
            self.assertTrue(os.path.exists(os.path.join(REPOSITORY, name)), name)
        with open(os.path.join(REPOSITORY, "CMakeLists.txt"), encoding="utf-8") as file:
            added = set(re.findall(r"^ *add_subdirectory\((\w+)", file.read(), re.MULTILINE))
        self.assertLessEqual(added - {"tests"}, copied)

    def test_the_build_makes_the_package_that_is_unpacked(self):
        [command] = arguments_of(BUILD, "RUN")
        [added] = arguments_of(UNPACK, "ADD")
        self.assertIn(".build/packages/" + added.split()[0], command)

    def test_each_variable_of_the_image_stands_for_a_flag(self):
        self.assertLessEqual(set(environment(IMAGE)), variables_of(DIRECTORY + "/package/bin/holdfast"))

    def test_the_user_is_no_user_of_the_host(self):
        [user] = arguments_of(IMAGE, "USER")
        self.assertRegex(user, r"^[1-9]\d{4}:[1-9]\d{4}$")

    def test_the_image_has_the_binary_and_licences(self):
        files = files_of_image()
        self.assertTrue(os.access(DIRECTORY + files["/holdfast"], os.X_OK))
        self.assertIn("/licenses/LICENSE", files)
        for source in files.values():
            self.assertTrue(os.path.isfile(DIRECTORY + source), source)


class Container(unittest.TestCase):
    def command(self, text):
        """A command of the image, with the program's path on this machine in place of its path in the image."""
        program, *arguments = json.loads(text)
        return [DIRECTORY + files_of_image()[program], *arguments]

    def test_the_server_starts_is_healthy_and_ends(self):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = str(free.getsockname()[1])
        self.assertEqual(arguments_of(IMAGE, "EXPOSE"), [environment(IMAGE)["HOLDFAST_PORT"]])
        variables = {**environment(IMAGE), "HOLDFAST_PORT": port}
        [entry_point] = arguments_of(IMAGE, "ENTRYPOINT")
        [health_check] = arguments_of(IMAGE, "HEALTHCHECK")
        health = self.command(health_check.partition("CMD ")[2])

        def health_status():
            return subprocess.run(health, env=variables, capture_output=True, timeout=60).returncode

        self.assertEqual(health_status(), 1)
        server = subprocess.Popen(
            self.command(entry_point), env=variables, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            deadline = time.monotonic() + 30
            while health_status() != 0:
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.05)
            server.send_signal(signal.SIGTERM)
            output, _ = server.communicate(timeout=30)
        finally:
            server.kill()
        self.assertIn(f"holdfast is listening on http://0.0.0.0:{port}\n", output)
        self.assertEqual(server.returncode, 0)
        self.assertEqual(health_status(), 1)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
