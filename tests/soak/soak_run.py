"""One soak run: its workers, the counts of their calls, and the violations of its invariants."""

import collections
import contextlib
import random
import sys
import threading
import time
import traceback

from client import Client, Counts

VIOLATIONS_SHOWN_MAX = 30
# An exception may recur in every step: this pause limits each worker to two reports of exceptions a second.
PAUSE_AFTER_EXCEPTION_SECONDS = 0.5


class SoakRun:
    def __init__(self, port, seed):
        self.port, self.seed = port, seed
        self.stopping = threading.Event()
        self.violations = 0
        self.checks = collections.Counter()
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._counts = []
        self._threads = []

    def client(self, account, **options):
        counts = Counts()
        with self._lock:
            self._counts.append(counts)
        return Client(self.port, counts, account, **options)

    def pause(self, seconds):
        self.stopping.wait(seconds)

    def report_violation(self, what):
        with self._lock:
            self.violations += 1
            if self.violations <= VIOLATIONS_SHOWN_MAX:
                print(f"VIOLATION after {time.monotonic() - self._started:.1f} s: {what}", flush=True)

    def check(self, invariant, holds, *witness):
        with self._lock:
            self.checks[invariant] += 1
        if not holds:
            self.report_violation(": ".join([invariant, *map(str, witness)])[:2000])

    def start(self, name, make_step):
        """Starts a thread that calls the function returned by `make_step(chance)` until the run is stopping. An
        exception is a violation; after it the thread calls `make_step` again."""

        def work():
            chance, step = random.Random(f"{self.seed} {name}"), None
            while not self.stopping.is_set():
                try:
                    step = step or make_step(chance)
                    step()
                except Exception:  # Every exception is caused by responses of the server, and so is a violation.
                    self.report_violation(f"{name}: {traceback.format_exc(limit=-3)}")
                    step = None
                    self.pause(PAUSE_AFTER_EXCEPTION_SECONDS)

        thread = threading.Thread(target=work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def stop(self, seconds):
        """Waits until every worker has finished its step, at most `seconds`."""
        self.stopping.set()
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
            if thread.is_alive():
                stack = traceback.format_stack(sys._current_frames()[thread.ident])
                self.report_violation(
                    f"{thread.name} did not finish its step within {seconds} s:\n{''.join(stack[-3:])}"
                )

    def totals(self):
        """The successes by kind, and the refusals by kind and error."""
        succeeded, refused = collections.Counter(), collections.Counter()
        with self._lock:
            counts = list(self._counts)
        for one in counts:
            succeeded.update(one.succeeded.copy())
            refused.update(one.refused.copy())
        return succeeded, refused


class Part:
    """A part of the load: databases of its own, workers that use them, and invariants."""

    def __init__(self, run):
        self.run = run

    def set_up(self):
        pass

    def workers(self):
        """Returns a map from the name of each worker to the `make_step` that `SoakRun.start` takes."""
        raise NotImplementedError

    def final_checks(self):
        """Called when all workers have stopped."""


class Gate:
    """Writers enter for one step each. While it is closed no writer is inside, so the database does not change."""

    def __init__(self):
        self._changed = threading.Condition()
        self._inside = 0
        self._closed = False

    @contextlib.contextmanager
    def passage(self):
        with self._changed:
            self._changed.wait_for(lambda: not self._closed)
            self._inside += 1
        try:
            yield
        finally:
            with self._changed:
                self._inside -= 1
                self._changed.notify_all()

    @contextlib.contextmanager
    def closed(self):
        """Only one thread may use this: closings must not overlap."""
        with self._changed:
            self._closed = True
            self._changed.wait_for(lambda: self._inside == 0)
        try:
            yield
        finally:
            with self._changed:
                self._closed = False
                self._changed.notify_all()
