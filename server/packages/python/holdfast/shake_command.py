"""Runs `holdfast shake`."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from typing import Any, Dict, List, Optional, Sequence, Union

from holdfast.binary import binary_path
from holdfast.bound_process import BoundProcess

Json = Dict[str, Any]

# The meaning of an exit status other than 0.
_FAILURES = {
    1: "the command failed under what AWS may do",
    2: "holdfast shake could not do what it was asked to do",
    3: "the command fails by itself",
}


class ShakeError(AssertionError):
    """Says why `shake` failed. `output` is the text that `holdfast shake` printed; `result` is the JSON that it wrote,
    or None if it wrote none. `status` is the exit status of `holdfast shake`: 1 if a run failed, 3 if the command fails
    without anomalies, too, 2 for every other failure, such as a command that could not be run or sent no request."""

    def __init__(self, message: str, status: int, output: str, result: Optional[Json]):
        super().__init__(message)
        self.status = status
        self.output = output
        self.result = result


def shake(
    command: Sequence[str],
    *,
    runs: Optional[int] = None,
    seed: Optional[int] = None,
    only: Union[str, Sequence[str], None] = None,
    hold: Optional[int] = None,
    keep_going: bool = False,
    jobs: Optional[int] = None,
    upstream: Optional[str] = None,
    upstream_region: Optional[str] = None,
    report: Optional[str] = None,
) -> Json:
    """Runs a test command, such as ["pytest", "-q"], many times against a server that causes anomalies that AWS
    permits. Returns the result, with the printed text as its member `output`. Raises a ShakeError if a run failed, if
    the command could not be run, or if it fails without anomalies, too."""
    if isinstance(command, str) or not command:
        raise TypeError('shake: pass a command such as ["pytest", "-q"]')
    classes = only if only is None or isinstance(only, str) else ",".join(only)
    values = {
        "--runs": runs,
        "--seed": seed,
        "--only": classes,
        "--hold": hold,
        "--jobs": jobs,
        "--upstream": upstream,
        "--upstream-region": upstream_region,
        "--report": report,
    }
    flags: List[str] = ["--keep-going"] if keep_going else []
    for flag, value in values.items():
        flags += [] if value is None else [flag, str(value)]
    with tempfile.TemporaryDirectory(prefix="holdfast-shake-") as directory:
        file = os.path.join(directory, "result.json")
        process = BoundProcess(
            [binary_path(), "shake", *flags, "--json", file, "--", *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        try:
            output = process.popen.communicate()[0]
        except BaseException:  # Ctrl-C, or the timeout of a test.
            process.popen.terminate()
            process.popen.communicate()
            raise
        finally:
            process.release()
        status = process.popen.returncode
        result: Optional[Json] = None
        if os.path.exists(file) and os.path.getsize(file) > 0:
            with open(file, encoding="utf-8") as text:
                result = json.load(text)
    if status != 0 or result is None:
        why = _FAILURES.get(status, f"holdfast shake ended with {status}")
        raise ShakeError(f"shake: {why}\n\n{output}", status, output, result)
    return {**result, "output": output}
