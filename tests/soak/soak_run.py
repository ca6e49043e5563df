"""One run: its workers, what they counted, and which invariants were found broken."""

import collections
import contextlib
import random
import sys
import threading
import time
import traceback

from client import Client, Counts

VIOLATIONS_SHOWN_MAX = 30
# What is wrong may be wrong for ever after: a worker that stumbles does so at most twice a second.
PAUSE_AFTER_VIOLATION_SECONDS = 0.5


class SoakRun:
    def __init__(self, port, seed):
        self.port, self.seed = port, seed
        self.stopping = threading.Event()
        self.violations = 0
        self.checks = collections.Counter()
        self._started = time.monotonic()
        self._latch = threading.Lock()
        self._counts = []
        self._threads = []

    def client(self, account, **options):
        counts = Counts()
        with self._latch:
            self._counts.append(counts)
        return Client(self.port, counts, account, **options)

    def pause(self, seconds):
        self.stopping.wait(seconds)

    def violate(self, what):
        with self._latch:
            self.violations += 1
            if self.violations <= VIOLATIONS_SHOWN_MAX:
                print(f"VIOLATION after {time.monotonic() - self._started:.1f} s: {what}", flush=True)

    def check(self, invariant, holds, *witness):
        with self._latch:
            self.checks[invariant] += 1
        if not holds:
            self.violate(": ".join([invariant, *map(str, witness)])[:2000])

    def start(self, name, make_step):
        """A thread that calls the step which `make_step(chance)` makes until the run is stopping. After an exception,
        which is a violation, it begins again with another step."""

        def work():
            chance, step = random.Random(f"{self.seed} {name}"), None
            while not self.stopping.is_set():
                try:
                    step = step or make_step(chance)
                    step()
                except Exception:  # Whatever it is, the server's answers led to it.
                    self.violate(f"{name}: {traceback.format_exc(limit=-3)}")
                    step = None
                    self.pause(PAUSE_AFTER_VIOLATION_SECONDS)

        thread = threading.Thread(target=work, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def stop(self, seconds):
        """Has every worker finish its step."""
        self.stopping.set()
        deadline = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))
            if thread.is_alive():
                stack = traceback.format_stack(sys._current_frames()[thread.ident])
                self.violate(f"{thread.name} did not finish its step within {seconds} s:\n{''.join(stack[-3:])}")

    def totals(self):
        """What succeeded by kind, and what was refused by kind and error."""
        succeeded, refused = collections.Counter(), collections.Counter()
        with self._latch:
            counts = list(self._counts)
        for one in counts:
            succeeded.update(one.succeeded.copy())
            refused.update(one.refused.copy())
        return succeeded, refused


class Part:
    """Of the work: databases of its own, workers in them, and invariants."""

    def __init__(self, run):
        self.run = run

    def set_up(self):
        pass

    def workers(self):
        """What makes the steps of each worker, by its name."""
        raise NotImplementedError

    def final_checks(self):
        """When all workers have stopped."""


class Gate:
    """Writers pass one step at a time. While it is closed none is inside, and the database is quiet."""

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
        """For one thread: nobody else closes it."""
        with self._changed:
            self._closed = True
            self._changed.wait_for(lambda: self._inside == 0)
        try:
            yield
        finally:
            with self._changed:
                self._closed = False
                self._changed.notify_all()
