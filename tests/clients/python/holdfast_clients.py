"""boto3 clients of the server under test, races of fifty of them, and calls of the server's admin surface.

botocore checks the x-amz-crc32 of every response, and retries if it is wrong. With one attempt, it raises instead.
"""

import json
import os
import threading
import urllib.request

import boto3
from botocore.config import Config

CLIENT_COUNT = 50
# How often every race is run. The controls, which only show that a checker finds violations, run once.
ROUNDS = int(os.environ.get("HOLDFAST_ROUNDS", "5"))

_session = boto3.session.Session()


def make_client(region="us-east-1"):
    return _session.client(
        "dynamodb",
        endpoint_url=os.environ["HOLDFAST_ENDPOINT"],
        region_name=region,
        aws_access_key_id="holdfast",
        aws_secret_access_key="holdfast",
        # A missing response fails the test that waits for it.
        config=Config(retries={"mode": "standard", "total_max_attempts": 1}, read_timeout=60),
    )


def call_admin(path, body=None):
    """A GET of /_holdfast/…, or with `body` a POST. Returns the JSON of the response."""
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(f"{os.environ['HOLDFAST_ENDPOINT']}/_holdfast/{path}", data) as response:
        return json.load(response)


def set_clock(**change):
    return call_admin("clock", change)


def create_table(client, name, index=None):
    """Creates a table keyed by the strings pk and sk, and waits until it is ACTIVE. `index`, if given, is the name of a
    global index over <index>pk and <index>sk."""
    attributes = ["pk", "sk"] + ([index + "pk", index + "sk"] if index else [])
    definition = {
        "TableName": name,
        "AttributeDefinitions": [{"AttributeName": a, "AttributeType": "S"} for a in attributes],
        "KeySchema": _key("pk", "sk"),
        "BillingMode": "PAY_PER_REQUEST",
    }
    if index:
        definition["GlobalSecondaryIndexes"] = [
            {
                "IndexName": index,
                "KeySchema": _key(index + "pk", index + "sk"),
                "Projection": {"ProjectionType": "ALL"},
            }
        ]
    client.create_table(**definition)
    client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1, "MaxAttempts": 10})


def _key(partition, sort):
    return [{"AttributeName": partition, "KeyType": "HASH"}, {"AttributeName": sort, "KeyType": "RANGE"}]


class Racers:
    """Fifty clients, each with an open connection; a race uses each of them on a thread of its own."""

    def __init__(self):
        self._clients = [make_client() for _ in range(CLIENT_COUNT)]
        for client in self._clients:
            client.list_tables(Limit=1)

    def race(self, step):
        """Runs step(client, number) for all clients simultaneously. Returns (response, error) for each."""
        outcomes = [None] * CLIENT_COUNT
        start = threading.Barrier(CLIENT_COUNT)

        def run(number, client):
            start.wait()
            try:
                outcomes[number] = (step(client, number), None)
            except Exception as error:  # The checker judges every kind of error.
                outcomes[number] = (None, error)

        threads = [threading.Thread(target=run, args=entry) for entry in enumerate(self._clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return outcomes


def successes(outcomes):
    return [response for response, error in outcomes if error is None]


def error_code(error):
    return getattr(error, "response", {}).get("Error", {}).get("Code", repr(error))


def wrong_cancellations(outcomes):
    """The violations of a race between transactions of two actions, which contend only for the item of the first
    action: each loser must have been cancelled because of the first action alone."""
    violations = []
    for _, error in outcomes:
        if error is None:
            continue
        codes = [reason["Code"] for reason in getattr(error, "response", {}).get("CancellationReasons", [])]
        if (
            error_code(error) != "TransactionCanceledException"
            or len(codes) != 2
            or codes[0] not in ("ConditionalCheckFailed", "TransactionConflict")
            or codes[1] != "None"
        ):
            violations.append(f"a loser got {error_code(error)} {codes}")
    return violations
