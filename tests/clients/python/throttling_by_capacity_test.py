"""A server with --throttle=capacity, whose clock is moved by the test."""

import json
import unittest

from botocore.exceptions import ClientError
from holdfast_clients import make_client, set_clock

TABLE = "Throttled"


class ThrottlingByCapacity(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = make_client()

    def setUp(self):
        set_clock(mode="virtual")
        self.client.create_table(
            TableName=TABLE,
            AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "by")],
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            ProvisionedThroughput={"ReadCapacityUnits": 2, "WriteCapacityUnits": 4},
            GlobalSecondaryIndexes=[
                {
                    "IndexName": "index",
                    "KeySchema": [{"AttributeName": "by", "KeyType": "HASH"}],
                    "Projection": {"ProjectionType": "ALL"},
                    "ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1},
                }
            ],
        )

    def tearDown(self):
        self.client.delete_table(TableName=TABLE)
        set_clock(mode="system")

    def put(self, name, **more):
        self.client.put_item(TableName=TABLE, Item={"pk": {"S": name}, **more})

    def assert_throttled(self, reason, resource, call, *arguments, **more):
        """The call is throttled, with this one reason, which is read from the body: Debian's botocore is older than
        ThrottlingReasons."""
        bodies = []

        def keep_body(response_dict, **_):
            bodies.append(response_dict["body"])

        self.client.meta.events.register("response-received.dynamodb", keep_body)
        with self.assertRaises(ClientError) as caught:
            call(*arguments, **more)
        self.client.meta.events.unregister("response-received.dynamodb", keep_body)
        self.assertEqual(caught.exception.response["Error"]["Code"], "ProvisionedThroughputExceededException")
        (given,) = json.loads(bodies[-1])["ThrottlingReasons"]
        arn = f"arn:aws:dynamodb:us-east-1:000000000000:{resource}"
        self.assertEqual(given, {"reason": reason, "resource": arn})

    def test_writes_beyond_the_tables_units_are_refused_until_the_clock_advances(self):
        for i in range(4):
            self.put(f"item{i}")
        self.assert_throttled("TableWriteProvisionedThroughputExceeded", f"table/{TABLE}", self.put, "item4")
        self.assertNotIn("Item", self.client.get_item(TableName=TABLE, Key={"pk": {"S": "item4"}}))
        set_clock(advance="1s")
        self.put("item4")

    def test_a_write_that_exceeds_an_index_is_refused(self):
        self.put("item0", by={"S": "x"})
        self.assert_throttled(
            "IndexWriteProvisionedThroughputExceeded", f"table/{TABLE}/index/index", self.put, "item1", by={"S": "x"}
        )
        self.put("item1")

    def test_the_rest_of_a_batch_is_returned_unprocessed(self):
        puts = [{"PutRequest": {"Item": {"pk": {"S": f"item{i}"}}}} for i in range(6)]
        done = self.client.batch_write_item(RequestItems={TABLE: puts})
        self.assertEqual(done["UnprocessedItems"], {TABLE: puts[4:]})

    def test_a_transaction_is_cancelled_with_the_reason(self):
        put = {"Put": {"TableName": TABLE, "Item": {"pk": {"S": "item0"}}}}
        self.client.transact_write_items(TransactItems=[put])
        self.client.transact_write_items(TransactItems=[put])
        with self.assertRaises(ClientError) as caught:
            self.client.transact_write_items(TransactItems=[put])
        reasons = caught.exception.response["CancellationReasons"]
        self.assertEqual([reason["Code"] for reason in reasons], ["ProvisionedThroughputExceeded"])

    def test_statements_are_throttled_too(self):
        for _ in range(4):
            self.client.execute_statement(Statement=f"SELECT * FROM {TABLE} WHERE pk = 'a'")
        read = dict(Statement=f"SELECT * FROM {TABLE} WHERE pk = 'a'")
        self.assert_throttled(
            "TableReadProvisionedThroughputExceeded", f"table/{TABLE}", self.client.execute_statement, **read
        )
        done = self.client.batch_execute_statement(Statements=[read])
        self.assertEqual(done["Responses"][0]["Error"]["Code"], "ProvisionedThroughputExceeded")


if __name__ == "__main__":
    unittest.main()
