"""Inventory: the stock of products, and the orders that reserve it, in one table.

quantity: in the warehouse. reservedQty: the part of it that is promised to orders. availableQty: the difference, which
is stored because a condition of DynamoDB cannot compute it.
"""

import os

import boto3

# The application's only client. It is the client of a resource, which converts Python's values to attribute values.
# Threads may share a client, but not a resource. To a Holdfast server an access key of twelve digits is an
# account, which has a database of its own.
client = boto3.resource(
    "dynamodb",
    endpoint_url=os.environ.get("HOLDFAST_ENDPOINT", "http://127.0.0.1:8000"),
    region_name="us-east-1",
    aws_access_key_id="200000000002",
    aws_secret_access_key="any",
).meta.client

TABLE = "Inventory"


class Refused(Exception):
    pass


def stock_key(product):
    return {"pk": f"PRODUCT#{product}", "sk": "#STOCK"}


def order_key(order_id):
    return {"pk": f"ORDER#{order_id}", "sk": "#METADATA"}


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
