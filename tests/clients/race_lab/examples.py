"""The commands that run the lab's examples, from the folder of their language."""

import os
import subprocess

PACKAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "server", "packages")

SYSTEMS = ["appointments", "inventory", "slate", "medical_tests", "scheduling"]
COMMANDS = {
    "javascript": lambda system: ["node", f"examples/{system}/{system}.test.js"],
    "python": lambda system: ["python3", "-B", "-m", "unittest", "-v", f"examples.{system}.{system}_test"],
}


def run(language, system, version, **environment):
    """Runs an example's tests with its `right` or `wrong` version. Returns the exit status and the output."""
    environment = {**os.environ, "APPLICATION": version, **environment}
    environment.pop("HOLDFAST_REPLAY", None)
    done = subprocess.run(
        COMMANDS[language](system),
        cwd=os.path.join(PACKAGES, language),
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    return done.returncode, done.stdout
