"""Two guests book one room, each by a read and then a write, in a table that the test deletes at the end. The second
guest comes so late that the test passes as long as nothing is delayed."""

import os
import time
import unittest
import uuid
from concurrent.futures import ThreadPoolExecutor

import boto3

TABLE = f"Rooms-{uuid.uuid4()}"
ROOM = {"room": {"S": "room7"}}
client = boto3.client("dynamodb", endpoint_url=os.environ["HOLDFAST_ENDPOINT"])


def book(guest):
    if "Item" in client.get_item(TableName=TABLE, Key=ROOM, ConsistentRead=True):
        return False
    client.put_item(TableName=TABLE, Item={**ROOM, "guest": {"S": guest}})
    return True


class NaiveBooking(unittest.TestCase):
    def test_one_guest_gets_the_room(self):
        client.create_table(
            TableName=TABLE,
            AttributeDefinitions=[{"AttributeName": "room", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "room", "KeyType": "HASH"}],
            BillingMode="PAY_PER_REQUEST",
        )
        self.addCleanup(client.delete_table, TableName=TABLE)
        with ThreadPoolExecutor() as threads:
            alice = threads.submit(book, "alice")
            time.sleep(0.2)
            bob = threads.submit(book, "bob")
        self.assertEqual([alice.result(), bob.result()].count(True), 1)


if __name__ == "__main__":
    unittest.main()
