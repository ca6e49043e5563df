"""A table of 10,000 rooms."""

ROOMS = 10_000
BATCH = 25


def create_table(client):
    client.create_table(
        TableName="Rooms",
        AttributeDefinitions=[{"AttributeName": "room", "AttributeType": "S"}],
        KeySchema=[{"AttributeName": "room", "KeyType": "HASH"}],
        BillingMode="PAY_PER_REQUEST",
    )


def fill(client):
    for first in range(0, ROOMS, BATCH):
        items = [{"room": {"S": str(room)}, "text": {"S": "x" * 100}} for room in range(first, first + BATCH)]
        client.batch_write_item(RequestItems={"Rooms": [{"PutRequest": {"Item": item}} for item in items]})


def count(client):
    pages = client.get_paginator("scan").paginate(TableName="Rooms", Select="COUNT", ConsistentRead=True)
    return sum(page["Count"] for page in pages)
