"""The process of the server under test: its start on a free port, its memory, and its end by SIGTERM."""

import os
import re
import signal
import subprocess
import tempfile
import threading
import time

START_SECONDS = 30
# README.md: SIGTERM lets the requests under way finish for up to 1.5 seconds. The rest is for ending the process.
END_SECONDS = 2.0
# Reports of the sanitizers, and the server's own line about an exception that ended a request or a connection.
REPORT = re.compile(r"Sanitizer|runtime error:|holdfast: .* failed: |terminate called")
# Freed memory that AddressSanitizer keeps back grows until its quarantine is full, which would look like a leak in a
# short run.
SANITIZER_DEFAULTS = {"ASAN_OPTIONS": "quarantine_size_mb=16"}


class ServerProcess:
    def __init__(self, binary, seed):
        self._errors = tempfile.TemporaryFile(mode="w+", errors="replace")
        self._process = subprocess.Popen(
            [binary, "--port", "0", "--seed", str(seed)],
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            env={**SANITIZER_DEFAULTS, **os.environ},
        )
        start_timer = threading.Timer(START_SECONDS, self._process.kill)
        start_timer.start()
        line = self._process.stdout.readline()
        start_timer.cancel()
        listening = re.match(r"holdfast is listening on http://127\.0\.0\.1:(\d+)", line)
        if not listening:
            self.kill()
            raise SystemExit(f"the server did not start: it said {line!r}, and:\n{self.errors()}")
        self.port = int(listening[1])

    @property
    def pid(self):
        return self._process.pid

    def exit_status(self):
        """The exit status; None while the server runs."""
        return self._process.poll()

    def resident_megabytes(self):
        with open(f"/proc/{self.pid}/status") as status:
            return int(re.search(r"VmRSS:\s*(\d+) kB", status.read())[1]) / 1024

    def errors(self):
        self._errors.seek(0)
        return self._errors.read()

    def kill(self):
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()

    def end(self):
        """Sends SIGTERM and returns the problems: none if the server exits in time with status 0."""
        if self.exit_status() is not None:
            return [f"the server had ended with status {self.exit_status()} before it was told to"]
        sent = time.monotonic()
        self._process.send_signal(signal.SIGTERM)
        try:
            status = self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            return [f"the server had not ended {END_SECONDS} s after SIGTERM"]
        print(f"SIGTERM ended the server after {time.monotonic() - sent:.2f} s with status {status}")
        return [] if status == 0 else [f"the server ended with status {status} after SIGTERM"]
