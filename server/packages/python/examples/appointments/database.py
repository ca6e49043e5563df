"""Appointments: slots of providers, bookings of customers, and the customers' accounts, in one table."""

import os

import boto3

# The application's only client. It is the client of a resource, which converts Python's values to attribute values.
# Threads may share a client, but not a resource. To a Holdfast server an access key of twelve digits is an
# account, which has a database of its own.
client = boto3.resource(
    "dynamodb",
    endpoint_url=os.environ.get("HOLDFAST_ENDPOINT", "http://127.0.0.1:8000"),
    region_name="us-east-1",
    aws_access_key_id="200000000001",
    aws_secret_access_key="any",
).meta.client

TABLE = "Appointments"
PRICE = 40


class Refused(Exception):
    """The slot, the account or the booking does not permit the call."""


def slot_key(time):
    return {"pk": "PROVIDER#ada", "sk": f"SLOT#{time}"}


def booking_key(booking_id):
    return {"pk": f"BOOKING#{booking_id}", "sk": "#METADATA"}


def account_key(customer):
    return {"pk": f"CUSTOMER#{customer}", "sk": "#ACCOUNT"}


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
