"""The anomalies that the server causes when its flags ask for them: anomalies_test.py FLAG RATE

The server is started with --FLAG RATE. RATE is the share of requests that the anomaly affects, of those to which it can
happen on AWS; for late-ttl it is a number of hours, and for hold a number of milliseconds."""

import gzip
import json
import os
import sys
import time
import unittest
import urllib.request

from botocore.exceptions import ClientError, ConnectionClosedError
from holdfast_clients import call_admin, create_table, make_client, set_clock

TABLE = "Anomalies"
REQUESTS = 400
FLAG, RATE = sys.argv[1], float(sys.argv[2])


def key(name):
    return {"pk": {"S": name}, "sk": {"S": "s"}}


def only_with(flag):
    return unittest.skipUnless(FLAG == flag, f"the server has --{FLAG}")


class Anomalies(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = make_client()
        create_table(cls.client, TABLE, index="index")

    def put(self, name, n, **numbers):
        indexed = {"indexpk": {"S": name}, "indexsk": {"S": "s"}}
        more = {attribute: {"N": str(number)} for attribute, number in {"n": n, **numbers}.items()}
        self.client.put_item(TableName=TABLE, Item={**key(name), **indexed, **more})

    def read(self, name, **more):
        item = self.client.get_item(TableName=TABLE, Key=key(name), **more).get("Item")
        return int(item["n"]["N"]) if item else None

    def query(self, name, **more):
        page = self.client.query(
            TableName=TABLE,
            KeyConditionExpression="indexpk = :by" if more else "pk = :by",
            ExpressionAttributeValues={":by": {"S": name}},
            **more,
        )
        return [int(item["n"]["N"]) for item in page["Items"]]

    def transact(self, name, n):
        item = {**key(name), "n": {"N": str(n)}}
        self.client.transact_write_items(TransactItems=[{"Put": {"TableName": TABLE, "Item": item}}])

    def assert_about(self, seen, possible):
        print(f"\n--{FLAG} {RATE}: {seen} of {possible}, {seen / possible:.3f}")
        # Four standard deviations.
        margin = 4 * (RATE * (1 - RATE) / possible) ** 0.5
        self.assertAlmostEqual(seen / possible, RATE, delta=margin)

    @only_with("lost-replies")
    def test_a_lost_reply_is_a_write_that_was_executed_or_was_not(self):
        lost = executed = 0
        for n in range(REQUESTS):
            try:
                self.put(f"item{n}", n)
            except ConnectionClosedError:
                lost += 1
                executed += self.read(f"item{n}", ConsistentRead=True) == n
            else:
                self.assertEqual(self.read(f"item{n}", ConsistentRead=True), n)
        self.assert_about(lost, REQUESTS)
        self.assertGreater(executed, lost / 4)
        self.assertLess(executed, lost * 3 / 4)

    @only_with("throttle")
    def test_a_throttled_request_is_not_executed(self):
        throttled = 0
        for n in range(REQUESTS):
            try:
                self.put("item", n)
            except self.client.exceptions.ProvisionedThroughputExceededException:
                throttled += 1
        self.assert_about(throttled, REQUESTS)

    @only_with("conflicts")
    def test_transactions_conflict_and_single_writes_do_only_after_transactions(self):
        for n in range(REQUESTS):
            self.put("item", n)
        cancelled = refused = 0
        for n in range(REQUESTS):
            try:
                self.transact("item", n)
            except ClientError as error:
                self.assertEqual(error.response["Error"]["Code"], "TransactionCanceledException")
                self.assertEqual(error.response["CancellationReasons"][0]["Code"], "TransactionConflict")
                cancelled += 1
        for n in range(REQUESTS):
            try:
                self.put("item", n)
            except ClientError as error:
                self.assertEqual(error.response["Error"]["Code"], "TransactionConflictException")
                refused += 1
        self.assert_about(cancelled + refused, 2 * REQUESTS)

    @only_with("stale-reads")
    def test_an_eventually_consistent_read_may_be_stale_and_a_consistent_one_never(self):
        stale = possible = 0
        for n in range(REQUESTS // 2):
            self.put("item", n)
            self.assertEqual(self.read("item", ConsistentRead=True), n)
            for seen in (self.read("item"), *self.query("item")):
                if n > 0:
                    possible += 1
                    stale += seen < n
                self.assertLessEqual(n - seen, 3)
            self.assertEqual(self.query("item", IndexName="index"), [n])
        self.assert_about(stale, possible)

    @only_with("stale-reads")
    def test_a_read_is_never_stale_for_longer_than_a_second(self):
        self.put("calm", 1)
        self.put("calm", 2)
        time.sleep(1.1)
        self.assertEqual({self.read("calm") for _ in range(50)}, {2})

    @only_with("stale-reads")
    def test_a_read_is_never_answered_from_a_table_that_was_deleted(self):
        self.put("item", -1)
        self.client.delete_table(TableName=TABLE)
        create_table(self.client, TABLE, index="index")
        self.assertEqual({self.read("item") for _ in range(50)}, {None})
        self.put("other", 1)
        self.assertEqual({self.read("item") for _ in range(50)}, {None})

    @only_with("index-lag")
    def test_an_index_lags_and_catches_up(self):
        behind = possible = 0
        for n in range(REQUESTS // 2):
            self.put("item", n)
            if n > 0:
                possible += 1
                behind += self.query("item", IndexName="index") != [n]
            self.assertEqual(self.read("item"), n)
        self.assert_about(behind, possible)
        time.sleep(1.1)
        for _ in range(50):
            self.assertEqual(self.query("item", IndexName="index"), [REQUESTS // 2 - 1])

    @only_with("late-ttl")
    def test_an_expired_item_stays_for_the_hours_asked_for(self):
        set_clock(mode="virtual")
        expiry = {"Enabled": True, "AttributeName": "ttl"}
        self.client.update_time_to_live(TableName=TABLE, TimeToLiveSpecification=expiry)
        self.put("expiring", 1, ttl=int(call_admin("clock")["now"]) + 1)
        set_clock(advance=f"{RATE - 1:.0f}h")
        self.assertEqual(call_admin("ttl/sweep", {})["deleted"], 0)
        self.assertEqual(self.query("expiring"), [1])
        self.assertEqual(self.query("expiring", IndexName="index"), [1])
        set_clock(advance="2h")
        self.assertEqual(self.query("expiring"), [])

    @only_with("hold")
    def test_requests_wait_for_up_to_the_time_asked_for(self):
        times = []
        for n in range(100):
            begin = time.monotonic()
            self.put("item", n)
            self.assertEqual(self.read("item"), n)
            times.append((time.monotonic() - begin) / 2 * 1000)
        mean = sum(times) / len(times)
        print(f"\n--hold {RATE:.0f}: {mean:.1f} ms on average")
        self.assertGreater(mean, RATE * 0.35)
        self.assertGreater(max(times) - min(times), RATE * 0.25)

    @only_with("hold")
    def test_a_request_with_a_compressed_body_waits_too(self):
        headers = {
            "Content-Encoding": "gzip",
            "Content-Type": "application/x-amz-json-1.0",
            "X-Amz-Date": "20261001T000000Z",
            "X-Amz-Target": "DynamoDB_20120810.PutItem",
            "Authorization": "AWS4-HMAC-SHA256 SignedHeaders=host;x-amz-date, Signature=0123, "
            "Credential=holdfast/20261001/us-east-1/dynamodb/aws4_request",
        }
        begin = time.monotonic()
        for n in range(50):
            put = {"TableName": TABLE, "Item": {**key("compressed"), "n": {"N": str(n)}}}
            body = gzip.compress(json.dumps(put).encode())
            urllib.request.urlopen(urllib.request.Request(os.environ["HOLDFAST_ENDPOINT"], body, headers)).close()
        self.assertGreater((time.monotonic() - begin) / 50 * 1000, RATE * 0.3)
        self.assertEqual(self.read("compressed"), 49)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
