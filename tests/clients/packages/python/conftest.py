import pytest


@pytest.fixture(scope="session")
def holdfast_seed():
    seeded = []

    def seed(database):
        seeded.append(database)
        client = database.client()
        client.create_table(
            TableName="Rooms",
            AttributeDefinitions=[{"AttributeName": "room", "AttributeType": "S"}],
            KeySchema=[{"AttributeName": "room", "KeyType": "HASH"}],
            BillingMode="PAY_PER_REQUEST",
        )
        client.put_item(TableName="Rooms", Item={"room": {"S": "7"}, "seeded": {"N": str(len(seeded))}})

    return seed
