"""Medical tests: samples that were taken, and the results that doctors write. GSI3 is sparse: it holds the tests that
wait for a review."""

import os

import boto3

# The application's only client. It is the client of a resource, which converts Python's values to attribute values.
# Threads may share a client, but not a resource. To a Holdfast server an access key of twelve digits is an
# account, which has a database of its own.
client = boto3.resource(
    "dynamodb",
    endpoint_url=os.environ.get("HOLDFAST_ENDPOINT", "http://127.0.0.1:8000"),
    region_name="us-east-1",
    aws_access_key_id="200000000004",
    aws_secret_access_key="any",
).meta.client

TABLE = "MedicalTests"


class Refused(Exception):
    pass


def sample_key(test):
    return {"PK": f"PATIENT#{test['patient']}", "SK": f"TEST#{test['sample']}"}


def result_key(test):
    return {"PK": f"PATIENT#{test['patient']}", "SK": f"TEST#{test['sample']}#RESULT"}


def review_key(test):
    return {"GSI3PK": "TESTSTATUS#PENDING_REVIEW", "GSI3SK": f"PATIENT#{test['patient']}#TEST#{test['sample']}"}


def get_item(key):
    return client.get_item(TableName=TABLE, Key=key, ConsistentRead=True).get("Item")


def review_queue():
    """The tests that wait for a review according to the index, which may lag behind the table."""
    return client.query(
        TableName=TABLE,
        IndexName="GSI3",
        KeyConditionExpression="GSI3PK = :pending",
        ExpressionAttributeValues={":pending": "TESTSTATUS#PENDING_REVIEW"},
    )["Items"]


def first_to_review():
    queue = review_queue()
    if not queue:
        raise Refused("nothing to review")
    return queue[0]


def create_table():
    """Deletes the table if it exists, and creates it anew."""
    try:
        client.delete_table(TableName=TABLE)
    except client.exceptions.ResourceNotFoundException:
        pass
    names = ("PK", "SK", "GSI3PK", "GSI3SK")
    index = {
        "IndexName": "GSI3",
        "KeySchema": key_schema("GSI3PK", "GSI3SK"),
        "Projection": {"ProjectionType": "ALL"},
    }
    client.create_table(
        TableName=TABLE,
        AttributeDefinitions=[{"AttributeName": name, "AttributeType": "S"} for name in names],
        KeySchema=key_schema("PK", "SK"),
        GlobalSecondaryIndexes=[index],
        BillingMode="PAY_PER_REQUEST",
    )


def key_schema(partition, sort):
    return [{"AttributeName": partition, "KeyType": "HASH"}, {"AttributeName": sort, "KeyType": "RANGE"}]
