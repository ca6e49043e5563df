"""Tests that would fail if they shared a table."""

import pytest
from rooms import ROOMS, count


def key(room):
    return {"room": {"S": str(room)}}


@pytest.mark.parametrize("number", range(200))
def test_has_the_rooms_to_itself(rooms, number):
    def book():
        rooms.update_item(
            TableName="Rooms",
            Key=key(7),
            UpdateExpression="SET guest = :guest",
            ConditionExpression="attribute_not_exists(guest)",
            ExpressionAttributeValues={":guest": {"N": str(number)}},
        )

    book()
    with pytest.raises(rooms.exceptions.ConditionalCheckFailedException):
        book()
    rooms.delete_item(TableName="Rooms", Key=key(8))
    assert count(rooms) == ROOMS - 1
    rooms.put_item(TableName="Rooms", Item=key("new"))
    assert count(rooms) == ROOMS
    assert rooms.get_item(TableName="Rooms", Key=key(7), ConsistentRead=True)["Item"]["guest"] == {"N": str(number)}
