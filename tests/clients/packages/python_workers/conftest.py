import os

import pytest
from rooms import create_table, fill

# If set, each test creates and fills a table of its own, instead of using a fork of the table that the seed filled.
OWN_TABLES = os.environ.get("OWN_TABLES") == "1"


@pytest.fixture(scope="session")
def holdfast_seed():
    def seed(database):
        if not OWN_TABLES:
            create_table(database.client())
            fill(database.client())

    return seed


@pytest.fixture
def rooms(request):
    """A client for a database that has the table of rooms."""
    if not OWN_TABLES:
        return request.getfixturevalue("holdfast_client")
    client = request.getfixturevalue("holdfast_server").client()
    create_table(client)
    fill(client)
    request.addfinalizer(lambda: client.delete_table(TableName="Rooms"))
    return client
