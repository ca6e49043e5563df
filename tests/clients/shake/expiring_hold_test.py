"""A hold on a slot that expires after fifteen minutes. APPLICATION=wrong assumes that an expired hold has been
deleted."""

import json
import os
import unittest
import urllib.request

import boto3

TABLE = "Holds"
HOLD_SECONDS = 15 * 60
client = boto3.client("dynamodb", endpoint_url=os.environ["HOLDFAST_ENDPOINT"])


def call_clock(change=None):
    data = None if change is None else json.dumps(change).encode()
    with urllib.request.urlopen(os.environ["HOLDFAST_ENDPOINT"] + "/_holdfast/clock", data) as response:
        return json.load(response)


def place_hold(customer):
    now = int(call_clock()["now"])
    expiry = {"N": str(now + HOLD_SECONDS)}
    condition = dict(ConditionExpression="attribute_not_exists(slot)")
    if os.environ.get("APPLICATION") != "wrong":
        condition = dict(
            ConditionExpression="attribute_not_exists(slot) OR expiresAt < :now",
            ExpressionAttributeValues={":now": {"N": str(now)}},
        )
    client.put_item(
        TableName=TABLE, Item={"slot": {"S": "nine"}, "customer": {"S": customer}, "expiresAt": expiry}, **condition
    )


class ExpiringHold(unittest.TestCase):
    def test_a_slot_is_free_when_its_hold_has_expired(self):
        client.create_table(
            TableName=TABLE,
            AttributeDefinitions=[{"AttributeName": "slot", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "slot", "KeyType": "HASH"}],
            BillingMode="PAY_PER_REQUEST",
        )
        client.update_time_to_live(
            TableName=TABLE, TimeToLiveSpecification={"Enabled": True, "AttributeName": "expiresAt"}
        )
        place_hold("alice")
        with self.assertRaises(client.exceptions.ConditionalCheckFailedException):
            place_hold("bob")
        call_clock({"mode": "virtual", "advance": "16m"})
        place_hold("bob")
        held = client.get_item(TableName=TABLE, Key={"slot": {"S": "nine"}}, ConsistentRead=True)["Item"]
        self.assertEqual(held["customer"]["S"], "bob")


if __name__ == "__main__":
    unittest.main()
