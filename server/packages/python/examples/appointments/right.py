"""Books in one transaction, whose conditions are the rules: the slot is available, the account has enough, and the
booking is a new one. Cancels in one transaction, too, on condition that the slot still has this booking."""

from uuid import uuid4

from .database import PRICE, TABLE, Refused, account_key, booking_key, client, get_item, slot_key

# The reasons for which a condition or another transaction cancels this one. Any other reason is an error.
REFUSALS = {"None", "ConditionalCheckFailed", "TransactionConflict"}


def transact(*actions):
    try:
        client.transact_write_items(TransactItems=list(actions), ClientRequestToken=str(uuid4()))
    except client.exceptions.TransactionCanceledException as error:
        if any(reason["Code"] not in REFUSALS for reason in error.response["CancellationReasons"]):
            raise
        raise Refused() from error


def update(key, expression, values, condition=None, names=None):
    action = {"TableName": TABLE, "Key": key, "UpdateExpression": expression, "ExpressionAttributeValues": values}
    if condition:
        action["ConditionExpression"] = condition
    if names:
        action["ExpressionAttributeNames"] = names
    return {"Update": action}


def book(time, customer, booking_id=None):
    booking_id = booking_id or str(uuid4())
    transact(
        update(
            slot_key(time),
            "SET #status = :booked, bookingId = :booking",
            {":booked": "booked", ":available": "available", ":booking": booking_id},
            condition="#status = :available",
            names={"#status": "status"},
        ),
        {
            "Put": {
                "TableName": TABLE,
                "Item": {**booking_key(booking_id), "time": time, "customer": customer, "status": "booked"},
                "ConditionExpression": "attribute_not_exists(pk)",
            }
        },
        update(
            account_key(customer),
            "SET balance = balance - :price",
            {":price": PRICE},
            condition="balance >= :price",
        ),
    )
    return booking_id


def cancel(booking_id):
    booking = get_item(booking_key(booking_id))
    if booking is None:
        raise Refused()
    transact(
        update(
            slot_key(booking["time"]),
            "SET #status = :available REMOVE bookingId",
            {":available": "available", ":booking": booking_id},
            condition="bookingId = :booking",
            names={"#status": "status"},
        ),
        update(
            booking_key(booking_id),
            "SET #status = :cancelled",
            {":cancelled": "cancelled"},
            names={"#status": "status"},
        ),
        update(account_key(booking["customer"]), "SET balance = balance + :price", {":price": PRICE}),
    )
