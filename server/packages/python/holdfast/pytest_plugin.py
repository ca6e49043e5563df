"""Fixtures for pytest: a server for the process, filled once, and a fork of it for each test.

Under pytest-xdist each worker has a server of its own, which starts in 20 milliseconds and takes a few megabytes. So no
worker waits until another has filled the database, and a worker that crashes does not end another's server. Where
HOLDFAST_ENDPOINT names a server, as under `holdfast shake`, all workers use it, each with an account of its own.
"""

from __future__ import annotations

import os
import secrets
from typing import Any, Callable, Iterator, Optional

import pytest

from holdfast.database import Clock, Database, connect
from holdfast.server import start


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("holdfast_flags", "flags of the server that holdfast_server starts", type="args", default=[])


@pytest.fixture(scope="session")
def holdfast_seed() -> Optional[Callable[[Database], Any]]:
    """A function that creates and fills the tables that all tests begin with. To be overridden in conftest.py; without
    it tests begin with an empty database."""
    return None


@pytest.fixture(scope="session")
def holdfast_server(
    pytestconfig: pytest.Config, holdfast_seed: Optional[Callable[[Database], Any]]
) -> Iterator[Database]:
    """The database that tests are forked from, filled by holdfast_seed."""
    def fill(database: Database) -> Database:
        if holdfast_seed is not None:
            holdfast_seed(database)
        return database

    given = os.environ.get("HOLDFAST_ENDPOINT")
    if given:
        # Without the fork that HOLDFAST_ENDPOINT may name: a fork of it would not have what holdfast_seed stores in it.
        # The account id is random: twelve digits, the first of which is not zero.
        yield fill(Database(connect(given).origin, account=str(10**11 + secrets.randbelow(10**11))))
    else:
        with start(flags=pytestconfig.getini("holdfast_flags")) as server:
            yield fill(server)


@pytest.fixture(scope="session")
def _holdfast_session_fork(holdfast_server: Database) -> Database:
    return holdfast_server.fork()


@pytest.fixture(scope="session")
def _holdfast_session_client(_holdfast_session_fork: Database) -> Any:
    return _holdfast_session_fork.client()


@pytest.fixture
def holdfast_fork(_holdfast_session_fork: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """A copy of what holdfast_seed has made, for one test: the fork is dropped after the test, and made anew. All tests
    of the process have the same endpoint. During the test the endpoint is in the environment, where clients find it."""
    for name, value in _holdfast_session_fork.environment.items():
        monkeypatch.setenv(name, value)
    # These variables would lead clients to another endpoint, or give them other credentials.
    for name in ("AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_SESSION_TOKEN", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"):
        monkeypatch.delenv(name, raising=False)
    yield _holdfast_session_fork
    _holdfast_session_fork.reset()


@pytest.fixture
def holdfast_client(holdfast_fork: Database, _holdfast_session_client: Any) -> Any:
    """A boto3 client of holdfast_fork."""
    return _holdfast_session_client


@pytest.fixture
def holdfast_clock(holdfast_fork: Database) -> Clock:
    """The clock of holdfast_fork. It begins as a copy of holdfast_server's clock, which follows the system clock."""
    return holdfast_fork.clock
