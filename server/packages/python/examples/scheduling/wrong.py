"""Queries the index for bookings that could overlap, and then writes without conditions."""

from uuid import uuid4

from .database import (
    BOOKINGS,
    BOOKING_MINUTES,
    CONNECTIONS,
    Refused,
    booking_key,
    client,
    connection_key,
    format_time,
    get_item,
    time_key,
)


def require_free(start):
    conflicts = client.query(
        TableName=BOOKINGS,
        IndexName="GSI3",
        KeyConditionExpression="GSI3_PK = :type AND GSI3_SK BETWEEN :from AND :to",
        FilterExpression="#status = :confirmed",
        ExpressionAttributeNames={"#status": "status"},
        ExpressionAttributeValues={
            ":type": "EVENTTYPE#intro",
            ":from": f"TIME#{format_time(start - BOOKING_MINUTES + 1)}",
            ":to": f"TIME#{format_time(start + BOOKING_MINUTES - 1)}",
            ":confirmed": "confirmed",
        },
    )["Items"]
    if conflicts:
        raise Refused(f"there is a booking at {format_time(int(conflicts[0]['start']))}")


def book(start, booker):
    require_free(start)
    booking = {"start": start, "id": str(uuid4())}
    item = {**booking_key(booking), **time_key(start), **booking, "booker": booker, "status": "confirmed"}
    client.put_item(TableName=BOOKINGS, Item=item)
    return booking


def cancel(booking):
    stored = get_item(BOOKINGS, booking_key(booking))
    if stored["status"] != "confirmed":
        raise Refused()
    client.put_item(TableName=BOOKINGS, Item={**stored, "status": "cancelled"})


def refresh_token(owner):
    stored = get_item(CONNECTIONS, connection_key(owner))
    refreshed = {**stored, "vault_reference": str(uuid4()), "version": stored["version"] + 1}
    client.put_item(TableName=CONNECTIONS, Item=refreshed)
