"""Clients that misbehave: they are idle or slow, send half a request, disconnect early, or send invalid requests. Those
that stay connected must get their responses."""

import time

from client import Connection, ConnectionLost, operation_bytes, request_bytes
from shop import ACCOUNT, TABLE
from soak_run import Part

IDLE_CONNECTIONS = 40
UNREAD_CONNECTIONS_MAX = 4
LEFT_OPEN_CONNECTIONS = 10
UNREAD_SECONDS = 3
# The server disconnects a client that takes more than a minute to read a response (server/http/connection_limits.h). If
# this process was so delayed that it reads only after 50 s, a missing response is not held against the server.
RESPONSES_EXPECTED_SECONDS = 50
UNREAD_SCANS = 8

SMALL = operation_bytes(ACCOUNT, "ListTables", {})
# The response has about 400 KB.
LARGE = operation_bytes(ACCOUNT, "Scan", {"TableName": TABLE, "Limit": 1000})
NONSENSE = [
    b"what is this\r\n\r\n",
    b"POST / HTTP/9.9\r\n\r\n",
    request_bytes("POST", "/", b"{}"),
    operation_bytes(ACCOUNT, "MakeTea", {}),
    operation_bytes(ACCOUNT, "GetItem", "an object").replace(b'"an object"', b'{"an object'),
    request_bytes("GET", "/_holdfast/nothing"),
]


class Connections(Part):
    def __init__(self, run):
        super().__init__(run)
        self.left_open = []

    def workers(self):
        return {"odd connections": self.odd_connections}

    def final_checks(self):
        """Opens connections that stay open when the server is terminated, half of them in the middle of a request."""
        self.left_open = [Connection(self.run.port) for _ in range(LEFT_OPEN_CONNECTIONS)]
        for connection in self.left_open[::2]:
            connection.send(LARGE[:-1])

    def odd_connections(self, chance):
        succeeded = self.run.client(ACCOUNT).counts.succeeded
        idle = [Connection(self.run.port) for _ in range(IDLE_CONNECTIONS)]
        # Connections with unread responses, each with the time of its requests.
        unread = []

        def expect_responses(connection, kind, count=1, statuses=range(200, 201)):
            for _ in range(count):
                status, body = connection.receive()
                if status not in statuses:
                    raise ConnectionLost(f"{kind}: {status} {body[:300]}")
            succeeded[kind] += 1

        def use_idle():
            at = chance.randrange(IDLE_CONNECTIONS)
            idle[at].send(SMALL)
            expect_responses(idle[at], "idle connection used")
            if chance.random() < 0.1:
                idle[at].close()
                idle[at] = Connection(self.run.port)

        def complete_half():
            cut = chance.randrange(1, len(SMALL))
            idle[0].send(SMALL[:cut])
            self.run.pause(chance.uniform(0, 0.3))
            idle[0].send(SMALL[cut:])
            expect_responses(idle[0], "half-sent request completed")

        def pipeline():
            idle[1].send(SMALL * 10)
            expect_responses(idle[1], "requests pipelined", 10)

        def check_health():
            idle[2].send(request_bytes("GET", "/"))
            expect_responses(idle[2], "health check")

        def abandon_half():
            connection = Connection(self.run.port)
            connection.send(LARGE[: chance.randrange(1, len(LARGE))])
            connection.close(reset=chance.random() < 0.5)
            succeeded["half-sent request abandoned"] += 1

        def close_early():
            connection = Connection(self.run.port)
            connection.send(LARGE * chance.randint(1, 3))
            self.run.pause(chance.uniform(0, 0.02))
            connection.close(reset=chance.random() < 0.5)
            succeeded["closed before the answer"] += 1

        def leave_unread():
            if len(unread) < UNREAD_CONNECTIONS_MAX:
                connection = Connection(self.run.port, receive_buffer_bytes=4096)
                connection.send(LARGE * UNREAD_SCANS)
                unread.append((time.monotonic(), connection))

        def talk_nonsense():
            connection = Connection(self.run.port)
            connection.send(chance.choice(NONSENSE))
            expect_responses(connection, "nonsense refused", statuses=range(400, 500))
            connection.close()

        steps = [use_idle] * 5 + [complete_half, pipeline, check_health, abandon_half, close_early]
        steps += [leave_unread, talk_nonsense]

        def step():
            chance.choice(steps)()
            while unread and time.monotonic() - unread[0][0] > UNREAD_SECONDS:
                sent, connection = unread.pop(0)
                if time.monotonic() - sent < RESPONSES_EXPECTED_SECONDS:
                    expect_responses(connection, "answers read late", UNREAD_SCANS)
                connection.close()
            self.run.pause(chance.uniform(0, 0.1))

        return step
