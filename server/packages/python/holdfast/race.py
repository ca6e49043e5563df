"""Runs a test under every order of its DynamoDB requests, with the race lab of a Holdfast server.

The test names its actors: functions that call the application. Each runs in a thread of its own. A hook in the
application's own client determines the actor of a request by a context variable. The server parks the requests and
chooses the order.

    start() ── open the session ── for each run { POST runs ── actors side by side, POST done for each ── check()
    ── POST result } ── verdict

Works with clients and resources of boto3, under pytest and unittest. Nothing but the standard library is imported.
Functions of the test may be coroutine functions: each call has an event loop of its own.
A thread that an actor starts itself belongs to that actor if it is started with the actor's context:
threading.Thread(target=contextvars.copy_context().run, args=(function,)).
"""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import decimal
import http.client
import inspect
import json
import os
import queue
import re
import sys
import threading
import time
import unittest
import urllib.parse
from dataclasses import dataclass
from types import FrameType
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Type, Union

__all__ = ["ActorResult", "RaceError", "explore", "replaying"]

ErrorKind = Union[str, Type[BaseException], Callable[[BaseException], bool]]
Invariant = Mapping[str, Any]
Json = Dict[str, Any]

_running_actor: contextvars.ContextVar[Optional[_Actor]] = contextvars.ContextVar("holdfast_race_actor", default=None)
_replayed_schedule: contextvars.ContextVar[Optional[str]] = contextvars.ContextVar(
    "holdfast_race_schedule", default=None
)


@dataclass(frozen=True)
class ActorResult:
    """The outcome of an actor. `absent`: the actor did not run, because the lab tried to shrink a failing run."""

    status: str  # "fulfilled", "rejected", "absent"
    value: Any = None
    reason: Optional[BaseException] = None

    @property
    def fulfilled(self) -> bool:
        return self.status == "fulfilled"


Check = Callable[[Dict[str, ActorResult]], Any]


class RaceError(AssertionError):
    """Why the test fails. `witness` is the failing run with one column for each actor, `test` the source of a test that
    repeats the run, to be put below the test that failed, `replay` the run's schedule, `verdict` that of the lab, and
    `__cause__` the exception that the test raised."""

    def __init__(
        self,
        message: str,
        verdict: Optional[Json] = None,
        failure: Optional[Json] = None,
        test: Optional[str] = None,
    ):
        super().__init__(message)
        self.verdict = verdict
        self.witness: Optional[str] = (failure or {}).get("witness")
        self.replay: Optional[str] = (failure or {}).get("replay")
        self.test = test


@contextlib.contextmanager
def replaying(schedule: str) -> Iterator[None]:
    """In this context, and in a test that is decorated with it, explore runs this schedule only."""
    token = _replayed_schedule.set(schedule)
    try:
        yield
    finally:
        _replayed_schedule.reset(token)


def explore(
    *,
    client: Any,
    actors: Mapping[str, Callable[[], Any]],
    start: Optional[Callable[[], Any]] = None,
    check: Optional[Check] = None,
    expected: Union[ErrorKind, Sequence[ErrorKind]] = (),
    always: Union[Invariant, Sequence[Invariant]] = (),
    control: Union[bool, Sequence[str]] = False,
    replay: Optional[str] = None,
    report: Optional[str] = None,
    endpoint: Optional[str] = None,
    strategy: Optional[str] = None,
    depth: Optional[int] = None,
    reduction: Optional[bool] = None,
    preemptions: Optional[int] = None,
    seed: Optional[int] = None,
    max_runs: Optional[int] = None,
    stale_reads: Optional[int] = None,
    index_lag: Optional[int] = None,
    faults: Optional[Sequence[Mapping[str, Any]]] = None,
    require: Optional[Mapping[str, int]] = None,
    stop_at_failure: Optional[bool] = None,
    shrink: Optional[bool] = None,
    quiescence_ms: int = 1000,
    stuck_ms: int = 5000,
    idle_seconds: int = 60,
) -> Json:
    """Runs the actors under every order of their requests, or under as many as `strategy` and `max_runs` say (2000 runs
    if not given), and returns the lab's verdict. Raises a RaceError if one of the runs fails, or if events in
    `require` happened too rarely; with `control`, only if no run fails. If no actor sends a request in the first run,
    an exception of that run is raised as it is.

    client: the application's own client or resource, or several: all those through which actors send requests.
    start: writes the start state, once. Every run starts from it. A server in front of another store (--upstream)
        cannot restore that state, so with such a server start is called before each run.
    actors: all are started concurrently in every run, except those that are left out to shrink a failure. Each must
        wait for everything that it starts.
    check: checks the state at the end of each run, and raises, or returns False, if it is wrong.
    expected: the exceptions that actors may raise without failing the run: classes, names or functions. The errors
        with which DynamoDB refuses the loser of a race (ConditionalCheckFailedException, TransactionConflictException,
        a TransactionCanceledException for these reasons) are always allowed, and so are exceptions that were raised
        `from` one of them.
    always: invariants that must hold in the start state and after every commit, such as
        {"name": "never oversold", "table": "Stock", "each": "available >= :zero", "values": {":zero": 0}}.
    control: ignores every condition (True), or the conditions on the tables of a list, and requires that a run fails.
    replay: runs this schedule only. The environment variable HOLDFAST_REPLAY and `replaying` do the same, except for a
        control.
    report: the file to which the lab's report is written as an HTML page.
    quiescence_ms: how long the lab waits for the next request of an actor before it lets the requests of the others go
        on. The actor stays in the run, but the run may not be replayable. The default is longer than the server's, so
        that the lab waits for an actor whose client waits before it retries.
    require: how often events must occur at the least, in all runs together, such as {"conditional_check_failed": 1}.
    endpoint: the URL of the server, if it is not the client's endpoint.
    All other options are passed on to the server.
    """
    __tracebackhide__ = True  # pytest shows the caller instead.
    if not actors:
        raise TypeError("explore: name some actors")
    clients = [_instrument(each) for each in (client if isinstance(client, (list, tuple)) else [client])]
    replays_for_environment = False
    if replay is None and not control:
        replay = _replayed_schedule.get() or os.environ.get("HOLDFAST_REPLAY")
        replays_for_environment = bool(replay) and _replayed_schedule.get() is None
    options = {
        "actors": list(actors),
        "strategy": "replay" if replay else strategy,
        "schedule": replay or None,
        "always": [_invariant(each) for each in ([always] if isinstance(always, Mapping) else always)] or None,
        "ignore_conditions": (list(control) if isinstance(control, (list, tuple)) else control) or None,
        "depth": depth,
        "reduction": reduction,
        "preemptions": preemptions,
        "seed": seed,
        "max_runs": max_runs,
        "stale_reads": stale_reads,
        "index_lag": index_lag,
        "faults": faults,
        "require": require,
        "stop_at_failure": stop_at_failure,
        "shrink": False if control else shrink,
        "quiescence_ms": quiescence_ms,
        "stuck_ms": stuck_ms,
        "idle_seconds": idle_seconds,
    }
    if start is not None:
        _result_of(start())

    session = _Session(clients[0], endpoint)
    progress = _Progress(session)
    causes: Dict[int, BaseException] = {}
    first_signature: Optional[str] = None
    runs = failures = 0
    try:
        try:
            session.open({name: value for name, value in options.items() if value is not None}, idle_seconds)
        except RuntimeError as error:
            if replays_for_environment:
                hint = "HOLDFAST_REPLAY is the schedule of one test: run that test alone"
                raise RuntimeError(f"{error} ({hint})") from error
            raise
        while True:
            if session.start_before_each_run and runs > 0 and start is not None:
                _result_of(start())
            started = session.post("/runs")
            if started["done"]:
                if report is not None:
                    with open(report, "w", encoding="utf-8") as page:
                        page.write(session.call("GET", "/report"))
                # A test that replays a schedule needs no second test that replays it.
                test_name = None if replay else _name_of_test(sys._getframe(1))
                return _judge(started["verdict"], control, causes, test_name, bool(replay), preemptions)
            run = _Run(session, actors, started, (stuck_ms + 2 * quiescence_ms) / 1000)
            failure = run.find_failure(check, expected)
            if runs == 0 and not any(actor.requests for actor in run.actors):
                no_requests = RaceError("no actor sent a request through `client`: is it the application's?")
                raise failure[1] if failure else no_requests
            # A check that expects something of every actor may fail because the lab left one out. That is a different
            # failure, and does not count.
            is_shrink_attempt = run.is_partial and started["purpose"] == "shrink"
            if failure and is_shrink_attempt and _failure_signature(failure[0]) != first_signature:
                failure = None
            judgement = {"ok": False, "why": failure[0]} if failure else {"ok": True}
            result = session.post(f"/runs/{run.number}/result", judgement)
            if failure:
                causes[run.number] = failure[1]
                first_signature = first_signature or _failure_signature(failure[0])
            runs += 1
            failures += bool(result["failed"])
            progress.show(runs, failures)
    finally:
        progress.end()
        session.close()


# ---- The actors and their requests.


class _Actor:
    def __init__(self, name: str):
        self.name = name
        self.requests = 0
        self.over = False
        self.active_at = time.monotonic()


def _add_headers(request: Any, **_: Any) -> None:
    actor = _running_actor.get()
    if actor is None:
        return
    if actor.over:
        raise RaceError(f"{actor.name} sent a request after its run: an actor has to wait for all it starts")
    actor.requests += 1
    actor.active_at = time.monotonic()
    request.headers["x-holdfast-actor"] = actor.name


def _instrument(client: Any) -> Any:
    # A resource has a client in its `meta`.
    client = getattr(client.meta, "client", client)
    # botocore calls _add_headers before each attempt, when the request is complete and signed. It ignores a second
    # registration with the same id.
    client.meta.events.register("before-send.*", _add_headers, unique_id="holdfast-race")
    return client


# ---- One run.

_REFUSALS = ("ConditionalCheckFailedException", "TransactionConflictException")
_REFUSING_REASONS = ("None", "ConditionalCheckFailed", "TransactionConflict")


def _is_refusal(error: Optional[BaseException]) -> bool:
    """Whether DynamoDB refuses the loser of a race with this error, or the error was raised `from` such a one. Does not
    follow `__context__`: for a mistake in an except clause that is the error that was being handled."""
    for _ in range(10):
        if error is None:
            return False
        response = getattr(error, "response", None)
        if not isinstance(response, dict):  # The exception of an HTTP client may have an object as `response`.
            response = {}
        code = response.get("Error", {}).get("Code")
        if code in _REFUSALS:
            return True
        if code == "TransactionCanceledException":
            reasons = response.get("CancellationReasons", [])
            return all(reason.get("Code") in _REFUSING_REASONS for reason in reasons)
        error = error.__cause__
    return False


def _is_expected(error: BaseException, expected: Union[ErrorKind, Sequence[ErrorKind]]) -> bool:
    def matches(kind: ErrorKind) -> bool:
        if isinstance(kind, str):
            return type(error).__name__ == kind
        if isinstance(kind, type):
            return isinstance(error, kind)
        return kind(error)

    return any(matches(kind) for kind in (expected if isinstance(expected, (list, tuple)) else [expected]))


# The server takes no endless texts. The exception itself is the cause of the RaceError.
_DESCRIPTION_CHARACTERS_MAX = 10_000


def _describe(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception as reason:
        text = f"its text could not be made, because of {type(reason).__name__}"
    description = f"{type(error).__name__}: {text}" if text else type(error).__name__
    if len(description) > _DESCRIPTION_CHARACTERS_MAX:
        description = description[:_DESCRIPTION_CHARACTERS_MAX] + "…"
    # JSON has no surrogates without their pair.
    return description.encode(errors="replace").decode()


def _is_failure(error: BaseException) -> bool:
    """Whether a check that raises the error has failed. The exception of pytest.fail is no Exception."""
    pytest = sys.modules.get("pytest")
    return isinstance(error, Exception) or (pytest is not None and isinstance(error, pytest.fail.Exception))


def _skips_test(error: BaseException) -> bool:
    pytest = sys.modules.get("pytest")
    return isinstance(error, unittest.SkipTest) or (pytest is not None and isinstance(error, pytest.skip.Exception))


def _failure_signature(why: str) -> str:
    """The message of a failure without generated ids and times: equal for runs that fail for the same reason."""
    return re.sub(r"[\w.:-]{10,}", lambda word: "…" if re.search(r"\d", word[0]) else word[0], why)


def _result_of(returned: Any) -> Any:
    """The result of a function of the test. A coroutine function has returned a coroutine, which is executed here."""
    if not inspect.isawaitable(returned):
        return returned

    async def wait() -> Any:
        return await returned

    return asyncio.run(wait())


class _Run:
    def __init__(self, session: _Session, tasks: Mapping[str, Callable[[], Any]], started: Json, stuck_seconds: float):
        self.number: int = started["run"]
        self.actors = [_Actor(name) for name in started.get("actors") or tasks]
        self.is_partial = len(self.actors) < len(tasks)
        self._session = session
        self._tasks = tasks
        self._stuck_seconds = stuck_seconds

    def find_failure(self, check: Optional[Check], expected: Any) -> Optional[Tuple[str, BaseException]]:
        """Runs the actors and the check. Returns a text and the exception if the run has failed, else None. If an actor
        or the check raises an exception that skips the test, raises that exception."""
        results = self._run_actors()
        for name, result in results.items():
            error = result.reason
            if error is not None and _skips_test(error):
                raise error
            if error is not None and not _is_refusal(error) and not _is_expected(error, expected):
                return f"{name} raised {_describe(error)}", error
        try:
            if check is not None and _result_of(check(results)) is False:
                raise AssertionError("the check returned False")
        except BaseException as error:
            if _skips_test(error) or not _is_failure(error):
                raise
            return _describe(error), error
        return None

    def _run_actors(self) -> Dict[str, ActorResult]:
        finished: queue.Queue[Tuple[_Actor, ActorResult]] = queue.Queue()

        def perform(actor: _Actor) -> None:
            _running_actor.set(actor)
            try:
                result = ActorResult("fulfilled", value=_result_of(self._tasks[actor.name]()))
            except BaseException as error:  # Includes the exceptions of sys.exit and of pytest's outcomes.
                result = ActorResult("rejected", reason=error)
            finished.put((actor, result))

        for actor in self.actors:
            context = contextvars.copy_context()
            threading.Thread(
                target=context.run, args=(perform, actor), name=f"actor {actor.name}", daemon=True
            ).start()
        results = {name: ActorResult("absent") for name in self._tasks}
        waiting = set(self.actors)
        while waiting:
            try:
                actor, result = finished.get(timeout=0.1)
            except queue.Empty:
                if time.monotonic() - max(actor.active_at for actor in self.actors) < self._stuck_seconds:
                    continue
                actor = next(each for each in self.actors if each in waiting)
                waited = f"{actor.name} has waited {self._stuck_seconds:g} s"
                reason = RaceError(f"stuck: {waited} for something that is not one of its requests")
                result = ActorResult("rejected", reason=reason)
            if actor not in waiting:  # The actor was stuck, and has ended since.
                continue
            waiting.remove(actor)
            actor.over = True
            actor.active_at = time.monotonic()
            results[actor.name] = result
            self._session.post(f"/actors/{actor.name}/done")
        return results


# ---- The calls to the lab.


class _Session:
    def __init__(self, client: Any, endpoint: Optional[str]):
        url = urllib.parse.urlsplit(endpoint or client.meta.endpoint_url)
        credentials = getattr(getattr(client, "_request_signer", None), "_credentials", None)
        query = {"region": client.meta.region_name}
        if credentials is not None:
            # Names the access key, not the account: which account a key belongs to depends on the server's flag
            # --isolate-by.
            query["access_key"] = credentials.access_key
        parts = url.path.split("/")
        if parts[1:3] == ["_holdfast", "forks"] and len(parts) > 3:
            query["fork"] = urllib.parse.unquote(parts[3])
        elif match := re.fullmatch(r"(.+)\.fork\.localhost\.?", url.hostname or ""):
            query["fork"] = match[1]
        self._query = urllib.parse.urlencode(query)
        self._origin = f"{url.scheme}://{url.netloc}"
        connection = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        self._connection = connection(url.hostname or "127.0.0.1", url.port)
        self._path = ""
        self.start_before_each_run = False

    def open(self, options: Json, wait_seconds: int) -> None:
        until = time.monotonic() + wait_seconds + 5
        announced = False
        while True:
            status, body = self._request("POST", "/_holdfast/races?" + self._query, options)
            if status == 201:
                self._path = f"/_holdfast/races/{body['id']}"
                # A server in front of another store cannot restore the start state: the test writes it before each run.
                self.start_before_each_run = body.get("start") == "test"
                return
            if status != 409 or time.monotonic() > until:
                raise self._lab_error(status, body)
            if not announced:
                print("holdfast race: the database has another session; waiting for its end", file=sys.stderr)
            announced = True
            time.sleep(0.2)

    def call(self, method: str, path: str, content: Optional[Json] = None) -> Any:
        status, body = self._request(method, self._path + path, content)
        if status >= 300:
            raise self._lab_error(status, body)
        return body

    def post(self, path: str, content: Optional[Json] = None) -> Any:
        return self.call("POST", path, content or {})

    def close(self) -> None:
        # An exception, such as that of a test's timeout, may have left a request without its response.
        self._connection.close()
        try:
            if self._path:
                self._request("DELETE", self._path)
        except (OSError, http.client.HTTPException):
            pass  # The server has stopped, so that there is no session to close.
        finally:
            self._connection.close()

    def _lab_error(self, status: int, body: Any) -> Exception:
        text = body.get("message") or body.get("Message") if isinstance(body, dict) else str(body)[:200]
        if status == 404 and not self._path:
            return RuntimeError(f"{self._origin} has no race lab: is it a Holdfast server? {text}")
        return RuntimeError(f"the race lab at {self._origin} refused: {text or f'status {status}'}")

    def _request(self, method: str, path: str, content: Optional[Json] = None) -> Tuple[int, Any]:
        payload = None if content is None else json.dumps(content)
        reused = self._connection.sock is not None
        try:
            self._connection.request(method, path, payload, {"Content-Type": "application/json"} if payload else {})
            response = self._connection.getresponse()
        except (BrokenPipeError, ConnectionResetError, http.client.RemoteDisconnected):
            # If the connection was reused, the server had closed it while it was idle, and has not received the
            # request.
            self._connection.close()
            if not reused:
                raise
            return self._request(method, path, content)
        text = response.read().decode()
        is_json = "json" in response.getheader("Content-Type", "")
        return response.status, json.loads(text) if is_json and text else text


# ---- The verdict.


def _attribute_value(value: Any) -> Any:
    """Converts plain values of `always` to DynamoDB's form: 0 to {"N": "0"}."""
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, (int, float, decimal.Decimal)):
        return {"N": str(value)}
    if isinstance(value, str):
        return {"S": value}
    return value


def _invariant(given: Invariant) -> Json:
    invariant = dict(given)
    if "values" in invariant:
        invariant["values"] = {name: _attribute_value(value) for name, value in invariant["values"].items()}
    return invariant


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _name_of_test(frame: Optional[FrameType]) -> Optional[str]:
    """The name of the test function that has called explore, directly or through other functions."""
    while frame is not None and not frame.f_code.co_name.startswith("test"):
        frame = frame.f_back
    return frame.f_code.co_name if frame is not None else None


def _judge(
    verdict: Json,
    control: Union[bool, Sequence[str]],
    causes: Mapping[int, BaseException],
    test_name: Optional[str],
    is_replay: bool,
    preemptions: Optional[int],
) -> Json:
    __tracebackhide__ = True
    failures: List[Json] = verdict.get("failures") or []
    if control:
        if failures:
            return verdict
        what = "every condition was" if control is True else f"the conditions on {', '.join(control)} were"
        raise RaceError(
            f"the control found no failure in {_plural(verdict['explored'], 'run')} although {what} ignored, so this"
            " test does not test the conditions",
            verdict,
        )
    if failures:
        failure = next((each for each in failures if each.get("shrunk")), failures[0])
        cause = causes.get(failure["run"]) or next(iter(causes.values()), None)
        test = test_name and f"{test_name}_again = replaying({json.dumps(failure['replay'])})({test_name})"
        # A replay may fail in another way than the run that it repeats.
        divergence = is_replay and re.search(r"the run did not follow the schedule: .*", verdict["summary"], re.DOTALL)
        message = _failure_message(failure, test, divergence[0] if divergence else None)
        raise RaceError(message, verdict, failure, test) from cause
    if not verdict["ok"]:
        missing: List[str] = verdict.get("missing") or []
        why = f"`require` is not fulfilled: {'; '.join(missing)}" if missing else verdict["summary"]
        raise RaceError(why, verdict)
    for warning in verdict.get("warnings") or []:
        if warning["kind"] == "unfired_fault":
            print(f"holdfast race: {warning['text']}", file=sys.stderr)
    if verdict["strategy"] == "exhaustive" and not verdict["complete"] and preemptions is None:
        print(f"holdfast race: {verdict['summary']}", file=sys.stderr)
    return verdict


def _failure_message(failure: Json, test: Optional[str], divergence: Optional[str]) -> str:
    paragraphs = [
        f"run {failure['run']} failed: {failure['why']}",
        divergence or "",
        (failure.get("witness") or "").rstrip(),
        f"Again: HOLDFAST_REPLAY='{failure['replay']}' before the command of this test",
    ]
    if failure.get("replayable") is False:
        paragraphs.append("An actor waited for something besides its requests, so the replay may differ.")
    if test:
        paragraphs.append(f"As a test, below this one, with `replaying` of holdfast:\n\n    {test}")
    return "\n\n".join(paragraph for paragraph in paragraphs if paragraph)


class _Progress:
    """Shows the progress on a terminal: the runs, how many of how many orders they explored, and the failures."""

    def __init__(self, session: _Session):
        self._session = session
        self._terminal = sys.stderr.isatty()
        self._shown_at: Optional[float] = None

    def show(self, runs: int, failures: int) -> None:
        now = time.monotonic()
        if not self._terminal or (self._shown_at is not None and now - self._shown_at < 0.25):
            return
        self._shown_at = now
        state = self._session.call("GET", "")
        orders = _plural(state.get("total") or state["explored"], "order")
        if state.get("total"):
            orders = f"{state['explored']} of {orders}"
        sys.stderr.write(f"\r\x1b[Kholdfast race: {_plural(runs, 'run')}, {orders}, {_plural(failures, 'failure')}")
        sys.stderr.flush()

    def end(self) -> None:
        if self._shown_at is not None:
            sys.stderr.write("\r\x1b[K")
