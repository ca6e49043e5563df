import os

import pytest
from rooms import create_table, fill

# With OWN_TABLES=1 in the environment, each test creates and fills a table of its own: bench/RESULTS.md compares the
# times. Otherwise the seed fills the table Rooms, and each test uses it in a fork of its own.
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
