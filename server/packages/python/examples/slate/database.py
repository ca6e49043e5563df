"""Slate: slots of venues, which are held for fifteen minutes while the customer pays.

OPEN ──place_hold──► HELD ──confirm──► BOOKED
  ▲                   │
  └── release ────────┤  the payment failed
  └── on_hold_expired ┘  the hold has expired, and the application has read the stream record of its deletion
"""

import os
import time

import boto3

# The application's only client. It is the client of a resource, which converts Python's values to attribute values.
# Threads may share a client, but not a resource. To a Holdfast server an access key of twelve digits is an
# account, which has a database of its own.
client = boto3.resource(
    "dynamodb",
    endpoint_url=os.environ.get("HOLDFAST_ENDPOINT", "http://127.0.0.1:8000"),
    region_name="us-east-1",
    aws_access_key_id="200000000003",
    aws_secret_access_key="any",
).meta.client

TABLE = "Slate"
HOLD_SECONDS = 15 * 60


class Refused(Exception):
    pass


def slot_key(slot):
    return {"pk": f"VENUE#{slot['venue']}", "sk": f"SLOT#{slot['time']}"}


def hold_key(hold_id):
    return {"pk": f"HOLD#{hold_id}", "sk": "META"}


def booking_key(hold_id):
    return {"pk": f"BOOKING#{hold_id}", "sk": "META"}


def now():
    return int(time.time())


def get_item(key):
    return client.get_item(TableName=TABLE, Key=key, ConsistentRead=True).get("Item")


def create_table():
    """Deletes the table if it exists, and creates it anew."""
    try:
        client.delete_table(TableName=TABLE)
    except client.exceptions.ResourceNotFoundException:
        pass
    client.create_table(
        TableName=TABLE,
        AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in ("pk", "sk")],
        KeySchema=[
            {"AttributeName": "pk", "KeyType": "HASH"},
            {"AttributeName": "sk", "KeyType": "RANGE"},
        ],
        BillingMode="PAY_PER_REQUEST",
    )
    client.update_time_to_live(
        TableName=TABLE, TimeToLiveSpecification={"Enabled": True, "AttributeName": "expiresAt"}
    )
