"""A scheduling service: bookings of half an hour for an event type, and connections to calendars. GSI3 has the bookings
of an event type in the order of their start. Times are minutes of a day."""

import os

import boto3

# The application's only client. It is the client of a resource, which converts Python's values to attribute values.
# Threads may share a client, but not a resource. To a Holdfast server an access key of twelve digits is an
# account, which has a database of its own.
client = boto3.resource(
    "dynamodb",
    endpoint_url=os.environ.get("HOLDFAST_ENDPOINT", "http://127.0.0.1:8000"),
    region_name="us-east-1",
    aws_access_key_id="200000000005",
    aws_secret_access_key="any",
).meta.client

BOOKINGS = "scheduling_bookings"
CONNECTIONS = "scheduling_calendar_connections"
BOOKING_MINUTES = 30


class Refused(Exception):
    pass


def format_time(minutes):
    return f"{minutes // 60:02}:{minutes % 60:02}"


def booking_key(booking):
    return {"PK": "EVENTTYPE#intro", "SK": f"BOOKING#{format_time(booking['start'])}#{booking['id']}"}


def time_key(start):
    return {"GSI3_PK": "EVENTTYPE#intro", "GSI3_SK": f"TIME#{format_time(start)}"}


def connection_key(owner):
    return {"PK": f"OWNER#{owner}", "SK": "PROVIDER#calendar"}


def get_item(table, key):
    return client.get_item(TableName=table, Key=key, ConsistentRead=True).get("Item")


def create_tables():
    """Deletes the tables if they exist, and creates them anew."""
    index = {
        "IndexName": "GSI3",
        "KeySchema": key_schema("GSI3_PK", "GSI3_SK"),
        "Projection": {"ProjectionType": "ALL"},
    }
    create_table(BOOKINGS, ["PK", "SK", "GSI3_PK", "GSI3_SK"], GlobalSecondaryIndexes=[index])
    create_table(CONNECTIONS, ["PK", "SK"])


def key_schema(partition, sort):
    return [{"AttributeName": partition, "KeyType": "HASH"}, {"AttributeName": sort, "KeyType": "RANGE"}]


def create_table(name, attributes, **indexes):
    try:
        client.delete_table(TableName=name)
    except client.exceptions.ResourceNotFoundException:
        pass
    client.create_table(
        TableName=name,
        AttributeDefinitions=[{"AttributeName": each, "AttributeType": "S"} for each in attributes],
        KeySchema=key_schema("PK", "SK"),
        BillingMode="PAY_PER_REQUEST",
        **indexes,
    )
