"""A database of a server, as the fixtures see it: where it is, its clock, its forks."""

from __future__ import annotations

import datetime
import http.client
import json
import re
import secrets
import urllib.parse
from typing import Any, Callable, Dict, Optional, Union

Json = Dict[str, Any]

# The account of every access key that is not an account ID, unless the server isolates by access key.
_DEFAULT_ACCOUNT = "000000000000"


class Clock:
    """The clock of a database. Time to live, streams, idempotency tokens and throttling use it."""

    def __init__(self, database: Database):
        self._database = database

    def now(self) -> datetime.datetime:
        return _time(self._database.admin("GET", "clock"))

    def stop_at(self, time: Union[datetime.datetime, float, str]) -> datetime.datetime:
        """Stops the clock at an aware datetime, seconds since 1970, or a time such as "2026-10-01T09:00:00Z"."""
        if isinstance(time, datetime.datetime):
            if time.tzinfo is None:
                raise ValueError("stop_at: the datetime has no time zone")
            time = time.timestamp()
        return _time(self._database.admin("POST", "clock", {"mode": "virtual", "now": time}))

    def advance(self, duration: Union[datetime.timedelta, float, str]) -> datetime.datetime:
        """Stops the clock if it runs, moves it forward by a timedelta, seconds or a duration such as "15m", and does
        what has become due, such as the deletion of expired items."""
        if isinstance(duration, datetime.timedelta):
            duration = duration.total_seconds()
        return _time(self._database.admin("POST", "clock", {"mode": "virtual", "advance": duration}))

    def run(self) -> datetime.datetime:
        """Lets the clock follow the system clock again."""
        return _time(self._database.admin("POST", "clock", {"mode": "system"}))

    def sweep(self) -> int:
        """Deletes the items that have expired, and returns their number."""
        return int(self._database.admin("POST", "ttl/sweep")["deleted"])


class Database:
    """The database of an account in a region of a server, or a fork of it. Creating the object sends no request:
    the server makes the database at the first request to it, and a fork as a copy of what its original holds then.
    What changes the clock of a database that is no fork, restores or resets it, does the same to its forks."""

    def __init__(
        self, origin: str, account: str = _DEFAULT_ACCOUNT, region: str = "us-east-1", fork_name: Optional[str] = None
    ):
        self.origin = origin
        self.account = account
        self.region = region
        self.fork_name = fork_name
        self.clock = Clock(self)

    @property
    def endpoint(self) -> str:
        return self.origin if self.fork_name is None else f"{self.origin}/_holdfast/forks/{self.fork_name}"

    @property
    def client_config(self) -> Dict[str, str]:
        """The arguments of boto3.client and boto3.resource, besides the service."""
        return {
            "endpoint_url": self.endpoint,
            "region_name": self.region,
            "aws_access_key_id": self._access_key,
            "aws_secret_access_key": "holdfast",
        }

    @property
    def environment(self) -> Dict[str, str]:
        """The environment variables with which clients find the database by themselves, boto3 from version 1.28 on."""
        return {
            "HOLDFAST_ENDPOINT": self.endpoint,
            "AWS_ENDPOINT_URL_DYNAMODB": self.endpoint,
            "AWS_ENDPOINT_URL_DYNAMODB_STREAMS": self.endpoint,
            "AWS_REGION": self.region,
            "AWS_DEFAULT_REGION": self.region,
            "AWS_ACCESS_KEY_ID": self._access_key,
            "AWS_SECRET_ACCESS_KEY": "holdfast",
        }

    def client(self, service: str = "dynamodb", **options: Any) -> Any:
        """A boto3 client of this database. `service` is "dynamodb" or "dynamodbstreams"."""
        import boto3

        return boto3.client(service, **{**self.client_config, **options})

    def resource(self, **options: Any) -> Any:
        """A boto3 resource of this database."""
        import boto3

        return boto3.resource("dynamodb", **{**self.client_config, **options})

    def fork(self, name: Optional[str] = None) -> Database:
        """A private copy of this database, for tests. A fork of a fork is another copy of the same original."""
        return Database(self.origin, self.account, self.region, name or f"fork-{secrets.token_hex(8)}")

    def reset(self) -> None:
        """Empties the database. A fork is dropped, and begins again as a copy of its original."""
        self.admin("POST", "reset")

    def snapshot(self) -> Callable[[], None]:
        """Takes a snapshot of the database. Returns a function that restores it, each time the function is called."""
        number = self.admin("POST", "snapshots")["id"]

        def restore() -> None:
            self.admin("POST", f"snapshots/{number}/restore")

        return restore

    def admin(self, method: str, path: str, content: Optional[Json] = None) -> Json:
        """A call of /_holdfast/… for this database, such as admin("GET", "faults")."""
        # Names the access key, not the account: which account a key belongs to depends on the server's flag
        # --isolate-by.
        query = {"access_key": self._access_key, "region": self.region}
        if self.fork_name is not None:
            query["fork"] = self.fork_name
        url = urllib.parse.urlsplit(self.origin)
        connection = http.client.HTTPConnection(url.hostname or "127.0.0.1", url.port or 80, timeout=60)
        try:
            body = None if content is None else json.dumps(content)
            connection.request(method, f"/_holdfast/{path}?{urllib.parse.urlencode(query)}", body)
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        decoded: Json = json.loads(text) if text else {}
        if response.status >= 300:
            raise RuntimeError(f"holdfast: {method} {path}: {decoded.get('message', response.status)}")
        return decoded

    @property
    def _access_key(self) -> str:
        return "holdfast" if self.account == _DEFAULT_ACCOUNT else self.account


def connect(endpoint: str, account: str = _DEFAULT_ACCOUNT, region: str = "us-east-1") -> Database:
    """The database of a server that runs already, or, if `endpoint` is that of a fork, the fork."""
    url = urllib.parse.urlsplit(endpoint)
    in_path = re.match("/_holdfast/forks/([^/]+)", url.path)
    in_host = re.fullmatch(r"(.+)\.fork\.(localhost\.?(?::\d+)?)", url.netloc)
    fork = in_path or in_host
    origin = f"{url.scheme}://{in_host[2] if in_host else url.netloc}"
    return Database(origin, account, region, fork[1] if fork else None)


def _time(clock: Json) -> datetime.datetime:
    return datetime.datetime.fromtimestamp(clock["now"], datetime.timezone.utc)
