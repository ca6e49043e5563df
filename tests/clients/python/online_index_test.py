"""A global index, created through boto3 while twenty clients write: afterwards it has the entries of all items."""

import threading
import unittest

from botocore.exceptions import ClientError
from holdfast_clients import create_table, make_client

TABLE = "Online"
ITEMS = 400
WRITERS = 20


def key(n):
    return {"pk": {"S": f"item#{n}"}, "sk": {"S": "s"}}


def pages(call, **request):
    while True:
        page = call(**request)
        yield from page["Items"]
        if "LastEvaluatedKey" not in page:
            return
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]


class OnlineIndex(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = make_client()
        create_table(cls.client, TABLE)
        for n in range(ITEMS):
            cls.client.put_item(TableName=TABLE, Item={**key(n), "colour": {"S": f"c{n % 7}"}, "n": {"N": str(n)}})

    def write(self, client, number, begun, stop, failures):
        round_ = 0
        while not stop.is_set():
            if round_ == 1:
                begun.wait()
            n = (number * 37 + round_ * 11) % ITEMS
            try:
                if round_ % 5 == 4:
                    client.delete_item(TableName=TABLE, Key=key(n))
                else:
                    colour = {"S": f"c{(n + round_) % 7}"}
                    client.put_item(TableName=TABLE, Item={**key(n), "colour": colour, "n": {"N": str(round_)}})
            except ClientError as error:
                failures.append(error)
            round_ += 1

    def colours(self, call, **request):
        return sorted((item["pk"]["S"], item["colour"]["S"]) for item in pages(call, TableName=TABLE, **request))

    def test_an_index_created_during_writes_has_the_entries_of_all_items(self):
        begun, stop, failures = threading.Barrier(WRITERS + 1), threading.Event(), []
        writers = [
            threading.Thread(target=self.write, args=(make_client(), number, begun, stop, failures), daemon=True)
            for number in range(WRITERS)
        ]
        for writer in writers:
            writer.start()
        begun.wait(60)
        response = self.client.update_table(
            TableName=TABLE,
            AttributeDefinitions=[{"AttributeName": "colour", "AttributeType": "S"}],
            GlobalSecondaryIndexUpdates=[
                {
                    "Create": {
                        "IndexName": "byColour",
                        "KeySchema": [{"AttributeName": "colour", "KeyType": "HASH"}],
                        "Projection": {"ProjectionType": "KEYS_ONLY"},
                    }
                }
            ],
        )["TableDescription"]
        self.assertEqual(response["TableStatus"], "UPDATING")
        self.assertEqual(response["GlobalSecondaryIndexes"][0]["IndexStatus"], "CREATING")
        self.assertIs(response["GlobalSecondaryIndexes"][0]["Backfilling"], False)
        table = self.client.describe_table(TableName=TABLE)["Table"]
        self.assertEqual(table["TableStatus"], "ACTIVE")
        self.assertEqual(table["GlobalSecondaryIndexes"][0]["IndexStatus"], "ACTIVE")
        stop.set()
        for writer in writers:
            writer.join()
        self.assertEqual(failures, [])

        items = self.colours(self.client.scan)
        self.assertGreater(len(items), 0)
        self.assertEqual(self.colours(self.client.scan, IndexName="byColour"), items)
        for colour in {colour for _, colour in items}:
            queried = self.colours(
                self.client.query,
                IndexName="byColour",
                KeyConditionExpression="colour = :c",
                ExpressionAttributeValues={":c": {"S": colour}},
            )
            self.assertEqual(queried, [item for item in items if item[1] == colour])

        # The index restricts types until it is deleted.
        with self.assertRaises(ClientError) as refused:
            self.client.put_item(TableName=TABLE, Item={**key(0), "colour": {"N": "1"}})
        self.assertIn("Type mismatch for Index Key colour", refused.exception.response["Error"]["Message"])
        self.client.update_table(
            TableName=TABLE, GlobalSecondaryIndexUpdates=[{"Delete": {"IndexName": "byColour"}}]
        )
        self.assertNotIn("GlobalSecondaryIndexes", self.client.describe_table(TableName=TABLE)["Table"])
        self.client.put_item(TableName=TABLE, Item={**key(0), "colour": {"N": "1"}})
        with self.assertRaises(ClientError) as refused:
            self.client.scan(TableName=TABLE, IndexName="byColour")
        self.assertEqual(
            refused.exception.response["Error"]["Message"], "The table does not have the specified index: byColour"
        )

    def test_the_waiter_finds_an_updated_table(self):
        create_table(self.client, "Switched")
        units = {"ReadCapacityUnits": 3, "WriteCapacityUnits": 4}
        response = self.client.update_table(
            TableName="Switched", BillingMode="PROVISIONED", ProvisionedThroughput=units
        )["TableDescription"]
        self.assertEqual(response["TableStatus"], "UPDATING")
        self.client.get_waiter("table_exists").wait(TableName="Switched", WaiterConfig={"Delay": 1, "MaxAttempts": 5})
        table = self.client.describe_table(TableName="Switched")["Table"]
        self.assertEqual(table["BillingModeSummary"]["BillingMode"], "PROVISIONED")
        self.assertEqual(table["ProvisionedThroughput"]["WriteCapacityUnits"], 4)


if __name__ == "__main__":
    unittest.main(verbosity=2)
