"""Every booked quarter of an hour has a guard item. The transaction of the booking puts it, under the condition that it
does not exist. So no query has to find out whether the time is free."""

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

# The reasons for which a condition or another transaction cancels this one. Any other reason is an error.
REFUSALS = {"None", "ConditionalCheckFailed", "TransactionConflict"}


def transact(actions):
    try:
        client.transact_write_items(TransactItems=actions, ClientRequestToken=str(uuid4()))
    except client.exceptions.TransactionCanceledException as error:
        if any(reason["Code"] not in REFUSALS for reason in error.response["CancellationReasons"]):
            raise
        raise Refused() from error


def guard_keys(start):
    times = range(start, start + BOOKING_MINUTES, 15)
    return [{"PK": "EVENTTYPE#intro", "SK": f"GUARD#{format_time(time)}"} for time in times]


def book(start, booker):
    booking = {"start": start, "id": str(uuid4())}
    guards = [
        {
            "Put": {
                "TableName": BOOKINGS,
                "Item": {**key, "id": booking["id"]},
                "ConditionExpression": "attribute_not_exists(PK)",
            }
        }
        for key in guard_keys(start)
    ]
    item = {**booking_key(booking), **time_key(start), **booking, "booker": booker, "status": "confirmed"}
    transact(guards + [{"Put": {"TableName": BOOKINGS, "Item": item}}])
    return booking


def cancel(booking):
    update = {
        "TableName": BOOKINGS,
        "Key": booking_key(booking),
        "UpdateExpression": "SET #status = :cancelled",
        "ConditionExpression": "#status = :confirmed",
        "ExpressionAttributeNames": {"#status": "status"},
        "ExpressionAttributeValues": {":cancelled": "cancelled", ":confirmed": "confirmed"},
    }
    guards = [{"Delete": {"TableName": BOOKINGS, "Key": key}} for key in guard_keys(booking["start"])]
    transact([{"Update": update}] + guards)


def refresh_token(owner):
    version = get_item(CONNECTIONS, connection_key(owner))["version"]
    try:
        client.update_item(
            TableName=CONNECTIONS,
            Key=connection_key(owner),
            UpdateExpression="SET vault_reference = :reference, version = :next",
            ConditionExpression="version = :read",
            ExpressionAttributeValues={":reference": str(uuid4()), ":next": version + 1, ":read": version},
        )
    except client.exceptions.ConditionalCheckFailedException as error:
        raise Refused() from error
