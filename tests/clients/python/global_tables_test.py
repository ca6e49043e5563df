"""A global table of two Regions through boto3, a client in each: replicas are created, receive writes, and are deleted.

The argument is GlobalTables or, at a server with --shared-db, SharedDatabase."""

import time
import unittest

from botocore.exceptions import ClientError
from holdfast_clients import create_table, make_client

TABLE = "Global"


def item(pk, colour):
    return {"pk": {"S": pk}, "sk": {"S": "s"}, "colourpk": {"S": colour}, "coloursk": {"S": pk}}


def key(pk):
    return {"pk": {"S": pk}, "sk": {"S": "s"}}


def wait_until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} seconds")
        time.sleep(0.02)


class GlobalTables(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.us, cls.eu = make_client("us-east-1"), make_client("eu-west-1")
        create_table(cls.us, TABLE, index="colour")
        for n in range(50):
            cls.us.put_item(TableName=TABLE, Item=item(f"old#{n}", "red"))
        response = cls.us.update_table(TableName=TABLE, ReplicaUpdates=[{"Create": {"RegionName": "eu-west-1"}}])
        cls.created = response["TableDescription"]
        wait_until(lambda: cls.status(cls.us, "eu-west-1") == "ACTIVE")

    @classmethod
    def status(cls, client, region):
        table = client.describe_table(TableName=TABLE)["Table"]
        return {r["RegionName"]: r["ReplicaStatus"] for r in table.get("Replicas", [])}.get(region)

    def colour(self, client, pk):
        return client.get_item(TableName=TABLE, Key=key(pk)).get("Item", {}).get("colourpk", {}).get("S")

    def keys_by_colour(self, client, colour):
        page = client.query(
            TableName=TABLE,
            IndexName="colour",
            KeyConditionExpression="colourpk = :c",
            ExpressionAttributeValues={":c": {"S": colour}},
        )
        return sorted(found["pk"]["S"] for found in page["Items"])

    def test_both_regions_describe_the_global_table(self):
        self.assertEqual(self.created["TableStatus"], "UPDATING")
        self.assertEqual(self.created["StreamSpecification"]["StreamViewType"], "NEW_AND_OLD_IMAGES")
        for client, other in ((self.us, "eu-west-1"), (self.eu, "us-east-1")):
            table = client.describe_table(TableName=TABLE)["Table"]
            self.assertEqual(table["TableStatus"], "ACTIVE")
            self.assertEqual(table["GlobalTableVersion"], "2019.11.21")
            (replica,) = table["Replicas"]
            self.assertEqual((replica["RegionName"], replica["ReplicaStatus"]), (other, "ACTIVE"))
            self.assertEqual([index["IndexName"] for index in replica["GlobalSecondaryIndexes"]], ["colour"])
        self.assertIn(TABLE, self.eu.list_tables()["TableNames"])

    def test_a_new_replica_has_the_existing_items(self):
        self.assertEqual(self.keys_by_colour(self.eu, "red"), sorted(f"old#{n}" for n in range(50)))

    def test_what_one_region_writes_the_other_reads(self):
        self.us.put_item(TableName=TABLE, Item=item("new", "blue"))
        wait_until(lambda: self.colour(self.eu, "new") == "blue")
        self.assertEqual(self.keys_by_colour(self.eu, "blue"), ["new"])
        self.eu.update_item(
            TableName=TABLE,
            Key=key("new"),
            UpdateExpression="SET colourpk = :c",
            ConditionExpression="colourpk = :b",
            ExpressionAttributeValues={":c": {"S": "green"}, ":b": {"S": "blue"}},
        )
        wait_until(lambda: self.colour(self.us, "new") == "green")
        self.us.delete_item(TableName=TABLE, Key=key("new"))
        wait_until(lambda: self.colour(self.eu, "new") is None)

    def test_the_regions_agree_in_the_end(self):
        for n in range(200):
            client, colour = ((self.us, f"us{n}"), (self.eu, f"eu{n}"))[n % 2]
            client.put_item(TableName=TABLE, Item=item(f"both#{n % 3}", colour))
        for number in range(3):
            wait_until(lambda: self.colour(self.us, f"both#{number}") == self.colour(self.eu, f"both#{number}"))
            self.assertIsNotNone(self.colour(self.us, f"both#{number}"))

    def test_refusals(self):
        for update, text in (
            ({"Create": {"RegionName": "eu-west-1"}}, "because one or more replicas already existed as tables."),
            ({"Delete": {"RegionName": "sa-east-1"}}, "were not part of the global table."),
            ({"Create": {"RegionName": "us-east-1"}}, "Cannot add or delete the local region"),
            ({"Create": {"RegionName": "sa-east-1", "TableClassOverride": "STANDARD"}}, "is not supported by Holdfast"),
        ):
            with self.assertRaises(ClientError) as refused:
                self.us.update_table(TableName=TABLE, ReplicaUpdates=[update])
            self.assertEqual(refused.exception.response["Error"]["Code"], "ValidationException")
            self.assertIn(text, refused.exception.response["Error"]["Message"])
        with self.assertRaises(ClientError) as refused:
            self.us.delete_table(TableName=TABLE)
        self.assertIn("has acted as a source region", refused.exception.response["Error"]["Message"])

    @classmethod
    def tearDownClass(cls):
        deleted = cls.us.update_table(TableName=TABLE, ReplicaUpdates=[{"Delete": {"RegionName": "eu-west-1"}}])
        assert deleted["TableDescription"]["Replicas"][0]["ReplicaStatus"] == "DELETING", deleted
        cls.eu.get_waiter("table_not_exists").wait(TableName=TABLE, WaiterConfig={"Delay": 1, "MaxAttempts": 10})
        table = cls.us.describe_table(TableName=TABLE)["Table"]
        assert "Replicas" not in table and "GlobalTableVersion" not in table, table
        cls.us.delete_table(TableName=TABLE)


class SharedDatabase(unittest.TestCase):
    def test_a_database_of_all_regions_has_no_replicas(self):
        client = make_client()
        create_table(client, TABLE)
        with self.assertRaises(ClientError) as refused:
            client.update_table(TableName=TABLE, ReplicaUpdates=[{"Create": {"RegionName": "eu-west-1"}}])
        self.assertEqual(refused.exception.response["Error"]["Code"], "ValidationException")
        self.assertIn("has no other Regions", refused.exception.response["Error"]["Message"])
        self.assertNotIn("StreamSpecification", client.describe_table(TableName=TABLE)["Table"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
