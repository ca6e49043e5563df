"""Child processes that end when this process ends, however it ends."""

from __future__ import annotations

import contextlib
import subprocess
from typing import Any, Sequence


class BoundProcess:
    """A program, and beside it a shell that reads from a pipe whose other end only this process has. The read returns
    when this process is gone, also after SIGKILL, and the shell then sends SIGTERM to the program. The shell is in a
    session of its own, so that Ctrl-C does not end it first."""

    def __init__(self, command: Sequence[str], **options: Any):
        self.popen = subprocess.Popen(command, **options)
        script = 'read -r line; kill -TERM "$0"'
        try:
            self._watcher = subprocess.Popen(
                ["/bin/sh", "-c", script, str(self.popen.pid)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except BaseException:
            self.popen.kill()
            self.popen.wait()
            raise

    def release(self) -> None:
        """Ends the shell. Must be called when the program has ended, because another process may get its process id."""
        self._watcher.kill()
        self._watcher.wait()
        if self._watcher.stdin is not None:
            with contextlib.suppress(OSError):
                self._watcher.stdin.close()
