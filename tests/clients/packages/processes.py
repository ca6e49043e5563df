"""Running programs of the packages, and looking at what they leave behind."""

import subprocess


def run_program(command, directory, environment, expect):
    """Runs a program, whose exit status must be `expect`. Prints its output and returns it."""
    done = subprocess.run(
        command, cwd=directory, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=300,
    )
    print(done.stdout, flush=True)
    assert done.returncode == expect, f"status {done.returncode}, expected {expect}: {command}"
    return done.stdout


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
