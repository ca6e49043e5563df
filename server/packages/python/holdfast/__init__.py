"""Holdfast for tests in Python: a server, its databases, the race lab and shake.

The fixtures of pytest are in holdfast.pytest_plugin, which pytest finds by itself once the package is installed.
Nothing but the standard library is imported; `Database.client` imports boto3.
"""

from holdfast.binary import binary_path
from holdfast.database import Clock, Database, connect
from holdfast.race import ActorResult, RaceError, explore, replaying
from holdfast.server import Server, start
from holdfast.shake_command import ShakeError, shake
from holdfast.unguarded_writes import expect_no_unguarded_writes

__all__ = [
    "ActorResult",
    "Clock",
    "Database",
    "RaceError",
    "Server",
    "ShakeError",
    "binary_path",
    "connect",
    "expect_no_unguarded_writes",
    "explore",
    "replaying",
    "shake",
    "start",
]
