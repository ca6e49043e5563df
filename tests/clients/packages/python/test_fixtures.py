"""The pytest fixtures, and the package used without them."""

import datetime
import os
import sys

import boto3
import holdfast
import holdfast_race
import pytest

KEY = {"room": {"S": "7"}}
NINE = datetime.datetime(2026, 10, 1, 9, tzinfo=datetime.timezone.utc)


def rooms(client):
    """The sorted names of the rooms, each followed by n if the n-th call of the seed stored the room: "7 1"."""
    items = client.scan(TableName="Rooms", ConsistentRead=True)["Items"]
    return sorted(" ".join([item["room"]["S"], *([item["seeded"]["N"]] if "seeded" in item else [])]) for item in items)


@pytest.mark.parametrize("number", range(25))
def test_the_seed_runs_once_and_each_test_sees_what_it_stored(holdfast_client, holdfast_clock, number):
    assert rooms(holdfast_client) == ["7 1"]
    assert holdfast_clock.now().year < 2030
    holdfast_client.put_item(TableName="Rooms", Item={"room": {"S": f"room {number}"}})
    holdfast_clock.stop_at("2030-01-01T00:00:00Z")
    assert rooms(holdfast_client) == ["7 1", f"room {number}"]


def test_clients_find_the_fork_in_the_environment(holdfast_fork, holdfast_server):
    assert os.environ["AWS_ENDPOINT_URL_DYNAMODB"] == holdfast_fork.endpoint
    # python_test.py sets them.
    for overriding in ("AWS_SESSION_TOKEN", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"):
        assert overriding not in os.environ
    assert holdfast_fork.endpoint.startswith(holdfast_server.endpoint + "/_holdfast/forks/")
    # Debian's boto3 knows no endpoint in the environment.
    client = boto3.client("dynamodb", endpoint_url=os.environ["HOLDFAST_ENDPOINT"])
    client.put_item(TableName="Rooms", Item={"room": {"S": "8"}})
    assert rooms(holdfast_fork.client()) == ["7 1", "8"]
    assert rooms(holdfast_server.client()) == ["7 1"]
    assert rooms(holdfast_fork.fork().client()) == ["7 1"]
    assert holdfast_fork.resource().Table("Rooms").item_count >= 0


def test_snapshots_and_clocks(holdfast_fork, holdfast_client):
    restore = holdfast_fork.snapshot()
    for _ in range(2):
        holdfast_client.put_item(TableName="Rooms", Item={"room": {"S": "8"}})
        restore()
        assert rooms(holdfast_client) == ["7 1"]
    clock = holdfast_fork.clock
    assert clock.stop_at(NINE) == NINE
    assert clock.advance(datetime.timedelta(minutes=15)) == NINE + datetime.timedelta(minutes=15)
    assert clock.sweep() == 0
    assert abs(clock.run() - datetime.datetime.now(datetime.timezone.utc)) < datetime.timedelta(minutes=1)
    with pytest.raises(ValueError, match="no time zone"):
        clock.stop_at(datetime.datetime(2026, 10, 1))


def test_a_test_can_start_servers_of_its_own(holdfast_server):
    with holdfast.start() as server:
        assert server.endpoint != holdfast_server.endpoint
        assert server.client().list_tables()["TableNames"] == []
        fork = holdfast.connect(server.fork("mine").endpoint)
        assert (fork.fork_name, fork.account) == ("mine", "000000000000")
        assert fork.client().list_tables()["TableNames"] == []
    server.stop()  # Stopping a stopped server does nothing.


def test_connect_finds_the_fork_that_the_path_or_the_host_names():
    for endpoint in ("http://localhost:8000/_holdfast/forks/mine", "http://mine.fork.localhost:8000"):
        assert holdfast.connect(endpoint).endpoint == "http://localhost:8000/_holdfast/forks/mine"
    assert holdfast.connect("http://localhost:8000/").endpoint == "http://localhost:8000"


def test_the_calls_reach_the_clients_database_where_each_access_key_has_one_of_its_own():
    with holdfast.start(flags=["--isolate-by", "access-key"]) as server:
        server.client().create_table(
            TableName="Rooms",
            AttributeDefinitions=[{"AttributeName": "room", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "room", "KeyType": "HASH"}],
            BillingMode="PAY_PER_REQUEST",
        )
        server.clock.stop_at(NINE)
        [database] = server.admin("GET", "databases")["databases"]
        assert (database["tables"], database["clock"]) == (1, "virtual")


def test_a_failed_start_or_stop_says_why(monkeypatch):
    with pytest.raises(RuntimeError, match=r"did not start \(status 1\).*--nonsense\n.*unknown flag"):
        holdfast.start(flags=["--nonsense"])
    server = holdfast.start()
    os.kill(server.pid, 9)
    os.waitid(os.P_PID, server.pid, os.WEXITED | os.WNOWAIT)
    with pytest.raises(RuntimeError, match=r"had ended \(-9\) before"):
        server.stop()
    monkeypatch.setenv("HOLDFAST_BINARY", "/no/such/binary")
    with pytest.raises(FileNotFoundError, match="HOLDFAST_BINARY names /no/such/binary"):
        holdfast.start()


def book_naively(client, guest):
    if "guest" not in client.get_item(TableName="Rooms", Key=KEY, ConsistentRead=True)["Item"]:
        client.put_item(TableName="Rooms", Item={**KEY, "guest": {"S": guest}})


def book(client, guest):
    client.update_item(
        TableName="Rooms",
        Key=KEY,
        UpdateExpression="SET guest = :guest",
        ConditionExpression="attribute_not_exists(guest)",
        ExpressionAttributeValues={":guest": {"S": guest}},
    )


def actors(client, function):
    return {guest: lambda guest=guest: function(client, guest) for guest in ("alice", "bob")}


def test_unguarded_writes_are_found_where_every_run_passes(holdfast_client):
    verdict = holdfast.explore(client=holdfast_client, actors=actors(holdfast_client, book_naively))
    assert verdict["ok"]
    found = r"(?s)unguarded writes.*lost update: (alice|bob)'s PutItem of 7 in Rooms overwrites"
    with pytest.raises(holdfast.RaceError, match=found):
        holdfast.expect_no_unguarded_writes(verdict)
    with pytest.raises(holdfast.RaceError, match=found):
        holdfast.expect_no_unguarded_writes(client=holdfast_client, actors=actors(holdfast_client, book_naively))
    assert holdfast.expect_no_unguarded_writes(client=holdfast_client, actors=actors(holdfast_client, book))["complete"]
    with pytest.raises(TypeError):
        holdfast.expect_no_unguarded_writes()
    with pytest.raises(TypeError):
        holdfast.expect_no_unguarded_writes({"something": "else"})


def test_the_earlier_module_name_holdfast_race_still_works():
    assert holdfast_race.explore is holdfast.explore and holdfast_race.replaying is holdfast.replaying


# A test command for shake. It does not use boto3, because importing it takes longer than the rest of the command, and
# because boto3 retries refused requests.
READS = """
import os, sys, urllib.error, urllib.request
def send(operation, body):
    urllib.request.urlopen(urllib.request.Request(os.environ["HOLDFAST_ENDPOINT"], body.encode(), {
        "Content-Type": "application/x-amz-json-1.0", "X-Amz-Target": "DynamoDB_20120810." + operation,
        "X-Amz-Date": "20260101T000000Z", "Authorization": "AWS4-HMAC-SHA256 Credential=holdfast/20260101/us-east-1"
        "/dynamodb/aws4_request, SignedHeaders=host, Signature=0"})).read()
send("CreateTable", '{"TableName": "Rooms", "AttributeDefinitions": [{"AttributeName": "room", "AttributeType": "S"}],'
     ' "KeySchema": [{"AttributeName": "room", "KeyType": "HASH"}], "BillingMode": "PAY_PER_REQUEST"}')
try:
    for number in range(50):
        send("GetItem", '{"TableName": "Rooms", "Key": {"room": {"S": "7"}}}')
except urllib.error.HTTPError:
    sys.exit(1)
"""
COMMAND = [sys.executable, "-c", READS]


def test_shake_returns_its_result():
    result = holdfast.shake(COMMAND, runs=2, seed=1, only=["reordering", "late-ttl"])
    assert len(result["runs"]) == 2
    assert "Failed runs" in result["output"]
    holdfast.expect_no_unguarded_writes(result)


@pytest.mark.parametrize("command", ["false", []])
def test_shake_refuses_a_string_and_an_empty_list(command):
    with pytest.raises(TypeError, match="^shake: pass a command such as"):
        holdfast.shake(command)


def test_shake_raises_an_error_with_its_output():
    with pytest.raises(holdfast.ShakeError, match="^shake: the command failed under what AWS may do") as raised:
        holdfast.shake(COMMAND, runs=1, seed=1, only="throttling")
    assert raised.value.status == 1
    assert "Failed runs" in raised.value.output
    assert raised.value.result["runs"][0]["failed"]
    with pytest.raises(holdfast.ShakeError, match="^shake: the command fails by itself") as raised:
        holdfast.shake(["false"])
    assert raised.value.status == 3
    with pytest.raises(holdfast.ShakeError, match="(?s)^shake: holdfast shake could not .*needs .*late-ttl") as raised:
        holdfast.shake(COMMAND, only="nonsense")
    assert raised.value.status == 2
