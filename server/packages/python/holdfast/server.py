"""Starts and stops a server."""

from __future__ import annotations

import atexit
import re
import subprocess
import threading
from typing import Any, Optional, Sequence

from holdfast.binary import binary_path
from holdfast.bound_process import BoundProcess
from holdfast.database import Database

_START_SECONDS = 30
# The server ends itself within two seconds of SIGTERM.
_STOP_SECONDS = 5
# Error messages show this many characters of the end of the server's output.
_OUTPUT_CHARACTERS_MAX = 4_000


class _Output:
    """Reads what the server writes, so that the server never waits for a full pipe, and finds the server's address."""

    def __init__(self, stream: Any):
        self.text = ""
        self.origin: Optional[str] = None
        # Set when the address is known, or when the output has ended without one.
        self.is_decided = threading.Event()
        threading.Thread(target=self._read, args=(stream,), name="holdfast output", daemon=True).start()

    def _read(self, stream: Any) -> None:
        with stream:
            for line in stream:
                self.text = (self.text + line)[-_OUTPUT_CHARACTERS_MAX:]
                # The line is written when the port is open.
                listening = re.match(r"holdfast is listening on (http:\S+)", line)
                if listening:
                    self.origin = listening[1]
                    self.is_decided.set()
        self.is_decided.set()


class Server(Database):
    """A server that this process has started, and its database of the default account. As a context manager it stops
    the server at the end."""

    def __init__(self, origin: str, process: BoundProcess, output: _Output):
        super().__init__(origin)
        self._process = process
        self._output = output
        self._stopped = False
        atexit.register(self.stop)

    @property
    def pid(self) -> int:
        return self._process.popen.pid

    def stop(self) -> None:
        """Stops the server. Raises an exception if the server had ended by itself before."""
        if self._stopped:
            return
        self._stopped = True
        atexit.unregister(self.stop)
        popen = self._process.popen
        status = popen.poll()
        try:
            if status is not None:
                raise RuntimeError(f"the server had ended ({status}) before it was stopped:\n{self._output.text}")
            popen.terminate()
            try:
                popen.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                popen.kill()
                popen.wait()
        finally:
            self._process.release()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop()


def start(*, port: int = 0, host: Optional[str] = None, flags: Sequence[str] = ()) -> Server:
    """Starts a server, on a free port if none is given, and returns it when it accepts connections. The server ends
    when this process ends, however it ends."""
    command = [binary_path(), "--port", str(port), *([] if host is None else ["--host", host]), *flags]
    process = BoundProcess(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        # Ctrl-C would end the server before `stop`.
        start_new_session=True,
    )
    output = _Output(process.popen.stdout)
    decided = output.is_decided.wait(_START_SECONDS)
    if output.origin is not None:
        return Server(output.origin, process, output)
    process.popen.kill()
    status = process.popen.wait()
    process.release()
    why = f"did not start (status {status})" if decided else f"was not ready within {_START_SECONDS} s"
    raise RuntimeError(f"the server {why}: {' '.join(command)}\n{output.text}")
