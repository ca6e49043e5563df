"""What the log of requests shows, and what it must not show, with boto3: request_log_test.py HOLDFAST [NAME...]

Every value that is not part of a primary key contains MARK, so that a logged value is recognized."""

import base64
import functools
import http.client
import json
import os
import re
import signal
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, path) for path in ("..", "../../../server/packages/python")]

import server_process  # noqa: E402
from holdfast_race import explore  # noqa: E402

HOLDFAST = os.path.abspath(sys.argv[1])
TABLE = "Rooms"
MARK = "m4rk3r"
KEY = {"pk": {"S": "room7"}, "sk": {"N": "12"}}
OTHER = {"pk": {"S": "room8"}, "sk": {"N": "12"}}
ITEM = {**KEY, "guest": {"S": MARK}, "notes": {"M": {"deep": {"L": [{"S": MARK}, {"SS": [MARK]}]}}}}
VALUES = {":v": {"S": MARK}}
# Without botocore's validation, invalid requests reach the server, too.
client_of = functools.partial(server_process.client_of, parameter_validation=False)


class Server(server_process.ServerProcess):
    """A server whose standard error stream goes to a file."""

    def __init__(self, *flags):
        self.log_file = tempfile.TemporaryFile("w+")
        super().__init__(HOLDFAST, *flags, stderr=self.log_file)

    def stop(self):
        """Ends the server, which writes the rest of the log, and returns the log."""
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)
        self.seconds_to_stop = time.monotonic() - begun
        self.process.stdout.close()
        self.log_file.seek(0)
        with self.log_file:
            return self.log_file.read()


def create_table(client):
    client.create_table(
        TableName=TABLE,
        AttributeDefinitions=[
            {"AttributeName": "pk", "AttributeType": "S"},
            {"AttributeName": "sk", "AttributeType": "N"},
        ],
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
        BillingMode="PAY_PER_REQUEST",
        StreamSpecification={"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    )


def post(url, operation, body):
    """Sends `body` without an SDK: it may be invalid, or have members that Debian's boto3 does not know."""
    request = urllib.request.Request(url, data=body.encode(), method="POST")
    request.add_header("Content-Type", "application/x-amz-json-1.0")
    request.add_header("X-Amz-Target", "DynamoDB_20120810." + operation)
    request.add_header("X-Amz-Date", "20261001T000000Z")
    request.add_header(
        "Authorization",
        "AWS4-HMAC-SHA256 Credential=holdfast/20261001/us-east-1/dynamodb/aws4_request, SignedHeaders=host, "
        "Signature=ab",
    )
    try:
        urllib.request.urlopen(request).read()
    except urllib.error.HTTPError as error:
        error.read()
    except http.client.RemoteDisconnected:
        pass  # A lost response.


def send_requests_with_marks(url):
    """Sends requests of every kind, with the mark wherever a value can be. Returns the number of requests."""
    client, streams = client_of(url), client_of(url, "dynamodbstreams")
    calls = 0

    def attempt(call, **parameters):
        nonlocal calls
        calls += 1
        try:
            return call(**parameters)
        except KeyError:  # Debian's boto3 does not know ReturnValuesOnConditionCheckFailure of single writes.
            operation = call.__name__.title().replace("_", "")
            post(url, operation, json.dumps(parameters, default=lambda binary: base64.b64encode(binary).decode()))
            return None
        except Exception:  # Most are meant to be refused, and some have no response.
            return None

    def raw(operation, body):
        nonlocal calls
        calls += 1
        post(url, operation, body if isinstance(body, str) else json.dumps(body))

    table = {"TableName": TABLE}
    condition = {"ConditionExpression": "guest <> :v", "ExpressionAttributeValues": VALUES}
    old = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
    expected = {"guest": {"Value": {"S": "not " + MARK}}}
    comparison = {"guest": {"ComparisonOperator": "GT", "AttributeValueList": [{"S": "z" + MARK}]}}

    for _ in range(2):
        attempt(client.put_item, **table, Item=ITEM, ReturnValues="ALL_OLD")
    attempt(client.put_item, **table, Item=ITEM, **condition, **old)
    attempt(client.put_item, **table, Item=ITEM, Expected=expected)
    attempt(client.put_item, **table, Item=ITEM, Expected=comparison, ConditionalOperator="OR")
    attempt(client.put_item, **table, Item=ITEM, ConditionExpression=f"guest = '{MARK}' OR guest = \"{MARK}\"")
    attempt(client.put_item, **table, Item={**ITEM, "guest": {"S": MARK * 70_000}})
    attempt(client.put_item, **table, Item={"guest": {"S": MARK}})
    attempt(client.put_item, TableName="Absent", Item=ITEM)
    attempt(client.get_item, **table, Key=KEY)
    attempt(client.get_item, **table, Key={**KEY, "guest": {"S": MARK}})
    attempt(client.update_item, **table, Key=KEY, UpdateExpression="SET guest = :v", **condition, **old)
    attempt(client.update_item, **table, Key=KEY, UpdateExpression=f"SET guest = '{MARK}'")
    attempt(client.update_item, **table, Key=KEY, UpdateExpression="ADD guest :v", ExpressionAttributeValues=VALUES)
    attempt(client.update_item, **table, Key=KEY, UpdateExpression="SET status = :v", ExpressionAttributeValues=VALUES)
    attempt(
        client.update_item,
        **table,
        Key=KEY,
        AttributeUpdates={"guest": {"Action": "PUT", "Value": {"S": MARK}}},
        Expected=expected,
    )
    attempt(client.delete_item, **table, Key=KEY, **condition, **old)
    attempt(client.delete_item, **table, Key=KEY, Expected=comparison)

    attempt(
        client.query,
        **table,
        KeyConditionExpression="pk = :p",
        FilterExpression="guest = :v",
        ExpressionAttributeValues={**VALUES, ":p": {"S": "room7"}},
    )
    attempt(
        client.query,
        **table,
        KeyConditionExpression="guest BETWEEN :v AND :w",
        ExpressionAttributeValues={":v": {"S": "z" + MARK}, ":w": {"S": "a" + MARK}},
    )
    attempt(client.query, **table, KeyConditions=comparison, QueryFilter=comparison)
    attempt(client.scan, **table, ScanFilter=comparison)
    attempt(client.scan, **table, ExclusiveStartKey={"guest": {"S": MARK}})

    attempt(client.batch_get_item, RequestItems={TABLE: {"Keys": [KEY, OTHER]}})
    writes = [{"PutRequest": {"Item": ITEM}}, {"DeleteRequest": {"Key": OTHER}}]
    attempt(client.batch_write_item, RequestItems={TABLE: writes})
    attempt(client.batch_write_item, RequestItems={TABLE: [{"PutRequest": {"Item": ITEM}}] * 2})
    check = {"ConditionCheck": {**table, "Key": KEY, **condition, **old}}
    put = {"Put": {**table, "Item": {**ITEM, **OTHER}}}
    attempt(client.transact_write_items, TransactItems=[put, check], ClientRequestToken=MARK)
    attempt(client.transact_write_items, TransactItems=[put])
    add = {**table, "Key": KEY, "UpdateExpression": "ADD guest :v", "ExpressionAttributeValues": VALUES}
    attempt(client.transact_write_items, TransactItems=[{"Update": add}])
    attempt(client.transact_get_items, TransactItems=[{"Get": {**table, "Key": KEY}}])

    lists = f"['{MARK}', {{'a': '{MARK}'}}, <<'{MARK}'>>]"
    for statement in (
        f"INSERT INTO {TABLE} VALUE {{'pk': 'room7', 'sk': 12, 'guest': '{MARK}'}}",
        f"INSERT INTO {TABLE} VALUE {{'pk': 'room7', 'sk': 12, 'guest': \"{MARK}\"}}",
        f"INSERT INTO {TABLE} VALUE {{'pk': 'room7', 'sk': 12, 'guest': '{MARK}",
        f"UPDATE {TABLE} SET guest = '{MARK}' SET n = {lists} WHERE pk = 'room7' AND sk = 12",
        f"UPDATE {TABLE} SET guest = \"{MARK}\" WHERE pk = 'room7' AND sk = 12",
        f"DELETE FROM {TABLE} WHERE pk = 'room7' AND sk = 12 AND guest = 'not {MARK}'",
        f"SELECT * FROM {TABLE} WHERE guest IN ['{MARK}', \"{MARK}\"] OR contains(guest, '{MARK}') -- {MARK}",
        f"SELECT * FROM {TABLE} WHERE guest = '{MARK}' AND",
        f"SELECT * FROM \"{TABLE}\".\"none\" WHERE guest = `{MARK}`",
    ):
        attempt(client.execute_statement, Statement=statement)
        attempt(client.batch_execute_statement, Statements=[{"Statement": statement}])
        attempt(client.execute_transaction, TransactStatements=[{"Statement": statement}])
    attempt(client.execute_statement, Statement=f"SELECT * FROM {TABLE} WHERE guest = ?", Parameters=[{"S": MARK}])
    exists = f"EXISTS(SELECT * FROM {TABLE} WHERE pk = 'room7' AND sk = 12 AND guest = ?)"
    attempt(
        client.execute_transaction, TransactStatements=[{"Statement": exists, "Parameters": [{"S": "x" + MARK}]}]
    )

    attempt(client.describe_table, **table)
    attempt(client.list_tables)
    arn = attempt(streams.list_streams, **table)["Streams"][0]["StreamArn"]
    shard = attempt(streams.describe_stream, StreamArn=arn)["StreamDescription"]["Shards"][0]["ShardId"]
    iterator = attempt(streams.get_shard_iterator, StreamArn=arn, ShardId=shard, ShardIteratorType="TRIM_HORIZON")
    attempt(streams.get_records, ShardIterator=iterator["ShardIterator"])

    # Values of the wrong types, and in places where none belong.
    for value in (
        {"N": MARK},
        {"S": [MARK]},
        {"SS": [MARK, MARK]},
        {"BOOL": MARK},
        {"B": MARK + "!"},
        {"M": MARK},
        MARK,
        [MARK],
        {"S": MARK, "N": MARK},
        {"L": [{"N": MARK}]},
        {"NS": ["1", MARK]},
        {"NULL": MARK},
    ):
        raw("PutItem", {**table, "Item": {**KEY, "guest": value}})
        raw("PutItem", {**table, "Item": ITEM, "Expected": {"guest": {"Value": value}}})
        raw("Scan", {**table, "FilterExpression": "guest = :v", "ExpressionAttributeValues": {":v": value}})
        raw("ExecuteStatement", {"Statement": f"SELECT * FROM {TABLE} WHERE guest = ?", "Parameters": [value]})
    for member, value in (
        ("ReturnValues", MARK),
        ("ConsistentRead", MARK),
        ("ConditionExpression", {"a": MARK}),
        ("Expected", {"guest": {"ComparisonOperator": MARK}}),
        ("Expected", {"guest": {"Exists": MARK}}),
        ("Expected", MARK),
        ("ExpressionAttributeNames", {"#a": {"S": MARK}}),
        ("Limit", MARK),
    ):
        for operation in ("PutItem", "GetItem", "Scan"):
            raw(operation, {**table, "Item": ITEM, "Key": KEY, member: value})
    raw("PutItem", f'{{"TableName": "{TABLE}", "Item": {{"guest": {{"S": "{MARK}"')
    raw("PutItem", [MARK])
    raw("TransactWriteItems", {"TransactItems": [{"Put": {**table, "Item": MARK}}, MARK, {"Put": MARK}]})
    raw("BatchWriteItem", {"RequestItems": {TABLE: [{"PutRequest": {"Item": MARK}}, MARK]}})
    raw("BatchGetItem", {"RequestItems": {TABLE: MARK}})
    return calls


class RequestLog(unittest.TestCase):
    def log_and_request_count(self, *flags):
        """The log of a server with these flags, and the number of requests that it got."""
        server = Server(*flags)
        try:
            create_table(client_of(server.url))
            count = send_requests_with_marks(server.url) + 1
        finally:
            log = server.stop()
        return log, count

    def assert_no_values(self, log):
        self.assertEqual([line for line in log.splitlines() if MARK in line], [])

    def test_text_has_a_line_for_each_request_and_no_values(self):
        log, count = self.log_and_request_count("--log", "requests")
        self.assert_no_values(log)
        lines = [line for line in log.splitlines() if line.startswith("time=")]
        self.assertEqual(len(lines), count)
        self.assertEqual([line for line in log.splitlines() if not re.match("time=|holdfast: ", line)], [])
        self.assertTrue(any('operation=GetItem table=Rooms key=pk:"room7",sk:12 outcome=ok' in line for line in lines))
        self.assertTrue(any('condition="guest <> :v"' in line for line in lines))
        self.assertTrue(any('condition="guest GT ?"' in line for line in lines))

    def test_json_has_an_object_for_each_request_and_no_values(self):
        log, count = self.log_and_request_count("--log", "requests", "--log-format", "json")
        self.assert_no_values(log)
        records = [json.loads(line) for line in log.splitlines() if not line.startswith("holdfast: ")]
        self.assertEqual([record["sequence"] for record in records], list(range(1, count + 1)))
        self.assertIn("status is a reserved word", log)
        cancelled = [record for record in records if record["outcome"] == "TransactionCanceledException"]
        self.assertIn(
            {"action": 1, "kind": "ConditionCheck", "table": TABLE, "key": KEY, "condition": "guest <> :v"},
            [refused for record in cancelled for refused in record.get("refused_by", [])],
        )
        for operation in ("PutItem", "TransactGetItems", "BatchExecuteStatement", "GetRecords", "ListTables"):
            self.assertIn(operation, {record["operation"] for record in records if record["outcome"] == "ok"})

    def test_refusals_are_a_subset_of_the_requests(self):
        log, count = self.log_and_request_count("--log", "refusals", "--log-format", "json", "--metrics")
        self.assert_no_values(log)
        records = [json.loads(line) for line in log.splitlines() if not line.startswith("holdfast: ")]
        self.assertTrue(0 < len(records) < count)
        for record in records:
            self.assertTrue(record["status"] != 200 or record["unprocessed"], record)

    def test_bodies_have_the_values(self):
        for form in ("text", "json"):
            log, count = self.log_and_request_count("--log", "bodies", "--log-format", form)
            self.assertGreater(log.count(MARK), count / 2)

    def test_requests_at_a_server_with_anomalies_are_logged(self):
        """Requests that are held, lose their responses, or read stale items."""
        for flags in (["--hold", "3"], ["--lost-replies", "0.5", "--seed", "7"], ["--stale-reads", "0.5"]):
            log, count = self.log_and_request_count("--log", "requests", *flags)
            self.assert_no_values(log)
            self.assertEqual(len(re.findall("^time=", log, re.MULTILINE)), count, flags)
            if "--lost-replies" in flags:
                self.assertRegex(log, r'operation=PutItem table=Rooms key=pk:"room7",sk:12 outcome="no response" us=')

    def test_actors_of_a_race_are_named_and_the_delay_of_a_response_counts(self):
        server = Server("--log", "requests", "--log-format", "json")
        try:
            client = client_of(server.url, attempts=3)
            create_table(client)
            actors = {name: lambda: client.put_item(TableName=TABLE, Item=ITEM) for name in ("alice", "bob")}
            explore(
                client=client,
                actors=actors,
                faults=[{"on": "PutItem", "do": "commit_then_drop", "budget": 1}],
                max_runs=5,
            )
            rule = {"faults": [{"on": "GetItem", "do": "commit_then_delay"}], "delay_ms": 300}
            body = json.dumps(rule).encode()
            urllib.request.urlopen(urllib.request.Request(server.url + "/_holdfast/faults", data=body)).read()
            client.get_item(TableName=TABLE, Key=KEY)
        finally:
            log = server.stop()
        self.assert_no_values(log)
        records = [json.loads(line) for line in log.splitlines() if line.startswith("{")]
        puts = [record for record in records if record["operation"] == "PutItem"]
        self.assertEqual({record.get("actor") for record in puts}, {"alice", "bob"})
        self.assertIn("no response", {record["outcome"] for record in puts})
        self.assertTrue(all(record["key"] == KEY for record in puts))
        late = [record for record in records if record["operation"] == "GetItem"]
        self.assertEqual(len(late), 1)
        self.assertGreater(late[0]["duration_us"], 200_000)

    def test_forwarded_requests_are_logged(self):
        upstream = Server()
        try:
            log, count = self.log_and_request_count("--log", "requests", "--upstream", upstream.url)
            self.assert_no_values(log)
            self.assertEqual(len(re.findall("^time=", log, re.MULTILINE)), count)
            self.assertIn('operation=GetItem table=Rooms key=pk:"room7",sk:12 outcome=ok status=200', log)
            self.assertIn("outcome=ConditionalCheckFailedException status=400 condition=", log)
        finally:
            upstream.stop()

    def test_nothing_is_logged_by_default(self):
        log, _ = self.log_and_request_count()
        self.assertEqual([line for line in log.splitlines() if not line.startswith("holdfast: ")], [])


class RequestStream(unittest.TestCase):
    def test_a_stream_has_no_values_and_ends_with_the_server(self):
        server = Server("--metrics", "--log", "bodies")
        with urllib.request.urlopen(server.url + "/_holdfast/requests?since=0") as stream:
            create_table(client_of(server.url))
            count = send_requests_with_marks(server.url) + 1
            text = b""
            while f"id: {count}\n".encode() not in text:
                line = stream.readline()
                self.assertTrue(line)
                text += line
            self.assertEqual([line for line in text.splitlines() if MARK.encode() in line], [])
            metrics = urllib.request.urlopen(server.url + "/_holdfast/metrics").read().decode()
            self.assertNotIn(MARK, metrics)
            counted = sum(map(int, re.findall(r"^holdfast_requests_total\{.*\} (\d+)$", metrics, re.MULTILINE)))
            self.assertEqual(counted, count)
            server.stop()
            self.assertLess(server.seconds_to_stop, 2)
            stream.read()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
