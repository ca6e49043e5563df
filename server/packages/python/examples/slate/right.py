"""A payment changes the slot only in the transaction that deletes the hold, and only if the hold exists. When the hold
has expired, the slot is reopened only if it still refers to that hold."""

from uuid import uuid4

from .database import HOLD_SECONDS, TABLE, Refused, booking_key, client, hold_key, now, slot_key

# The reasons for which a condition or another transaction cancels this one. Any other reason is an error.
REFUSALS = {"None", "ConditionalCheckFailed", "TransactionConflict"}


def transact(*actions):
    try:
        client.transact_write_items(TransactItems=list(actions), ClientRequestToken=str(uuid4()))
    except client.exceptions.TransactionCanceledException as error:
        if any(reason["Code"] not in REFUSALS for reason in error.response["CancellationReasons"]):
            raise
        raise Refused() from error


def update(**request):
    try:
        client.update_item(TableName=TABLE, **request)
    except (
        client.exceptions.ConditionalCheckFailedException,
        client.exceptions.TransactionConflictException,
    ) as error:
        raise Refused() from error


def slot_update(slot, expression, values, **condition):
    return {
        "Key": slot_key(slot),
        "UpdateExpression": expression,
        "ExpressionAttributeNames": {"#status": "status"},
        "ExpressionAttributeValues": values,
        **condition,
    }


def delete_hold(hold_id):
    condition = "attribute_exists(holdId)"
    return {"Delete": {"TableName": TABLE, "Key": hold_key(hold_id), "ConditionExpression": condition}}


def place_hold(slot, user, expires_at=None):
    hold_id = str(uuid4())
    hold = {**slot, "user": user, "holdId": hold_id, "expiresAt": expires_at or now() + HOLD_SECONDS}
    hold_slot = slot_update(
        slot,
        "SET #status = :held, holdId = :hold",
        {":held": "HELD", ":hold": hold_id, ":open": "OPEN"},
        ConditionExpression="#status = :open",
    )
    transact(
        {"Update": {"TableName": TABLE, **hold_slot}},
        {"Put": {"TableName": TABLE, "Item": {**hold_key(hold_id), **hold}}},
    )
    return hold_id


def renew(hold_id):
    update(
        Key=hold_key(hold_id),
        UpdateExpression="SET expiresAt = :until",
        ConditionExpression="attribute_exists(pk)",
        ExpressionAttributeValues={":until": now() + HOLD_SECONDS},
    )


def confirm(slot, hold_id, user):
    """Called after the payment has succeeded."""
    book_slot = slot_update(
        slot,
        "SET #status = :booked, bookingId = :booking REMOVE holdId",
        {":booked": "BOOKED", ":booking": hold_id},
    )
    transact(
        delete_hold(hold_id),
        {"Update": {"TableName": TABLE, **book_slot}},
        {"Put": {"TableName": TABLE, "Item": {**booking_key(hold_id), **slot, "user": user}}},
    )


def release(slot, hold_id):
    """Called after the payment has failed."""
    reopen_slot = slot_update(slot, "SET #status = :open REMOVE holdId", {":open": "OPEN"})
    transact(delete_hold(hold_id), {"Update": {"TableName": TABLE, **reopen_slot}})


def on_hold_expired(slot, hold_id):
    """Called for the stream record of the hold's deletion, which may come late and more than once."""
    update(
        **slot_update(
            slot,
            "SET #status = :open REMOVE holdId",
            {":open": "OPEN", ":hold": hold_id},
            ConditionExpression="holdId = :hold",
        )
    )
