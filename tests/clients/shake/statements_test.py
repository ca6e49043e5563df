"""Two guests book one room, each by a SELECT and then an UPDATE. The second guest comes so late that the test passes as
long as nothing is delayed."""

import os
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import boto3

client = boto3.client("dynamodb", endpoint_url=os.environ["HOLDFAST_ENDPOINT"])


def execute(statement):
    return client.execute_statement(Statement=statement, ConsistentRead=True)["Items"]


def book(guest):
    if "guest" in execute("SELECT * FROM Rooms WHERE room = 'room7'")[0]:
        return False
    execute(f"UPDATE Rooms SET guest = '{guest}' WHERE room = 'room7'")
    return True


class Booking(unittest.TestCase):
    def test_one_guest_gets_the_room(self):
        client.create_table(
            TableName="Rooms",
            AttributeDefinitions=[{"AttributeName": "room", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "room", "KeyType": "HASH"}],
            BillingMode="PAY_PER_REQUEST",
        )
        execute("INSERT INTO Rooms VALUE {'room': 'room7'}")
        with ThreadPoolExecutor() as threads:
            alice = threads.submit(book, "alice")
            time.sleep(0.2)
            bob = threads.submit(book, "bob")
        self.assertEqual([alice.result(), bob.result()].count(True), 1)


if __name__ == "__main__":
    unittest.main()
