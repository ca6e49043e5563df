"""A minimal client of DynamoDB's JSON protocol. An SDK would need more processor time for each request, and its retries
would hide failures."""

import collections
import json
import re
import socket
import zlib

REGION = "us-east-1"
# Long, because a server with sanitizers is slow on a busy machine.
RESPONSE_SECONDS = 60
STREAMS_OPERATIONS = {"ListStreams", "DescribeStream", "GetShardIterator", "GetRecords"}

LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
CHECKSUM = re.compile(rb"\r\nx-amz-crc32: *(\d+)", re.IGNORECASE)


class ConnectionLost(Exception):
    """The server closed a connection, did not respond in time, or sent an invalid response."""


class Refused(Exception):
    """The server refused a request with an error that the caller does not allow."""


def text(value):
    return {"S": value}


def number(value):
    return {"N": str(value)}


def request_bytes(method, path, body=b"", headers=""):
    head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}Content-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def operation_bytes(account, operation, request, region=REGION, fork=None):
    service = "DynamoDBStreams" if operation in STREAMS_OPERATIONS else "DynamoDB"
    headers = (
        f"X-Amz-Target: {service}_20120810.{operation}\r\nX-Amz-Date: 20261001T000000Z\r\n"
        f"Authorization: AWS4-HMAC-SHA256 Credential={account}/20261001/{region}/dynamodb/aws4_request,"
        " SignedHeaders=host, Signature=0\r\nContent-Type: application/x-amz-json-1.0\r\n"
    )
    path = f"/_holdfast/forks/{fork}" if fork else "/"
    return request_bytes("POST", path, json.dumps(request).encode(), headers)


def table_definition(name, partition, sort=None, types=None, **more):
    """`types` has the types of the key attributes of indexes; the keys of the table are strings."""
    types = {partition: "S", **({sort: "S"} if sort else {}), **(types or {})}
    return {
        "TableName": name,
        "AttributeDefinitions": [{"AttributeName": a, "AttributeType": t} for a, t in types.items()],
        "KeySchema": key_schema(partition, sort),
        "BillingMode": "PAY_PER_REQUEST",
        **more,
    }


def key_schema(partition, sort=None):
    elements = [{"AttributeName": partition, "KeyType": "HASH"}, {"AttributeName": sort, "KeyType": "RANGE"}]
    return elements if sort else elements[:1]


class Connection:
    def __init__(self, port, receive_buffer_bytes=None):
        self._socket = socket.socket()
        if receive_buffer_bytes:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer_bytes)
        self._socket.settimeout(RESPONSE_SECONDS)
        self._socket.connect(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._received = bytearray()

    def send(self, data):
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise ConnectionLost(f"while sending: {error!r}") from error

    def receive(self):
        """Returns the status and the body of the next response. Raises ConnectionLost if its checksum is wrong."""
        while (head_end := self._received.find(b"\r\n\r\n")) < 0:
            self._receive_more()
        head = bytes(self._received[:head_end])
        end = head_end + 4 + int(LENGTH.search(head)[1])
        while len(self._received) < end:
            self._receive_more()
        body = bytes(self._received[head_end + 4 : end])
        del self._received[:end]
        checksum = CHECKSUM.search(head)
        if checksum and int(checksum[1]) != zlib.crc32(body):
            raise ConnectionLost(f"a body of {len(body)} bytes does not match its checksum")
        return int(head[9:12]), body

    def close(self, reset=False):
        if reset:  # With a linger time of 0 the kernel closes the connection with RST.
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self._socket.close()

    def _receive_more(self):
        try:
            data = self._socket.recv(1 << 18)
        except OSError as error:
            raise ConnectionLost(f"while waiting for an answer: {error!r}") from error
        if not data:
            raise ConnectionLost("closed by the server before its answer was complete")
        self._received += data


class Counts:
    """How many calls of one client succeeded and were refused. Only the thread of the client writes these counts."""

    def __init__(self):
        self.succeeded = collections.Counter()
        self.refused = collections.Counter()


class Client:
    """Calls one database; for use by one thread. Counts successes and refusals by `kind`: the name of the operation,
    optionally followed by a blank and a description, as in "Scan with a filter"."""

    def __init__(self, port, counts, account, region=REGION):
        self.counts = counts
        self.connection = Connection(port)
        self.account, self.region, self.fork = account, region, None

    def of_fork(self, name):
        """A client of the fork `name` of this database, over the same connection."""
        other = object.__new__(Client)
        other.__dict__.update(self.__dict__, fork=name)
        return other

    def call(self, kind, *, allow=(), **request):
        """Returns the response; None if the server refused with one of the errors in `allow`. Raises Refused for any
        other error, and for a status of 500 or more even if its error is in `allow`."""
        data = operation_bytes(self.account, kind.partition(" ")[0], request, self.region, self.fork)
        return self._exchange(kind, data, allow)

    def pages(self, kind, **request):
        """The items of all pages."""
        while True:
            page = self.call(kind, **request)
            yield from page["Items"]
            if "LastEvaluatedKey" not in page:
                return
            request["ExclusiveStartKey"] = page["LastEvaluatedKey"]

    def stored(self, table):
        return list(self.pages("Scan", TableName=table, ConsistentRead=True))

    def admin(self, kind, method, path, *, allow=(), **body):
        data = request_bytes(method, f"/_holdfast/{path}", json.dumps(body).encode() if body else b"")
        return self._exchange(kind, data, allow)

    @property
    def selection(self):
        """The query string that restricts a call of the admin surface to this database."""
        return f"account={self.account}&region={self.region}&fork={self.fork or ''}"

    def _exchange(self, kind, data, allow):
        self.connection.send(data)
        status, body = self.connection.receive()
        response = json.loads(body) if body else {}
        if status == 200:
            self.counts.succeeded[kind] += 1
            return response
        error = response.get("__type", str(status)).rpartition("#")[2]
        self.counts.refused[kind, error] += 1
        if status >= 500 or error not in allow:
            raise Refused(f"{kind}: {status} {body.decode()[:500]} for {data[-500:]!r}")
        return None
