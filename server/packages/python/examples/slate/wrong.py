"""Checks the slot's status or the hold, and then writes without a condition, as if nothing had changed since."""

from uuid import uuid4

from .database import HOLD_SECONDS, TABLE, Refused, booking_key, client, get_item, hold_key, now, slot_key


def put(item):
    client.put_item(TableName=TABLE, Item=item)


def remove(key):
    client.delete_item(TableName=TABLE, Key=key)


def place_hold(slot, user, expires_at=None):
    stored = get_item(slot_key(slot))
    if stored["status"] != "OPEN":
        raise Refused(f"the slot is {stored['status']}")
    hold_id = str(uuid4())
    put({**slot_key(slot), **slot, "status": "HELD", "holdId": hold_id})
    expires_at = expires_at or now() + HOLD_SECONDS
    put({**hold_key(hold_id), **slot, "user": user, "holdId": hold_id, "expiresAt": expires_at})
    return hold_id


def require_hold(hold_id):
    hold = get_item(hold_key(hold_id))
    if not hold:
        raise Refused("the hold has expired")
    return hold


def renew(hold_id):
    require_hold(hold_id)
    client.update_item(
        TableName=TABLE,
        Key=hold_key(hold_id),
        UpdateExpression="SET expiresAt = :until",
        ExpressionAttributeValues={":until": now() + HOLD_SECONDS},
    )


def confirm(slot, hold_id, user):
    """Called after the payment has succeeded."""
    require_hold(hold_id)
    put({**slot_key(slot), **slot, "status": "BOOKED", "bookingId": hold_id})
    put({**booking_key(hold_id), **slot, "user": user})
    remove(hold_key(hold_id))


def release(slot, hold_id):
    """Called after the payment has failed."""
    require_hold(hold_id)
    put({**slot_key(slot), **slot, "status": "OPEN"})
    remove(hold_key(hold_id))


def on_hold_expired(slot, _hold_id):
    """Called for the stream record of the hold's deletion."""
    stored = get_item(slot_key(slot))
    if stored["status"] == "HELD":
        put({**slot_key(slot), **slot, "status": "OPEN"})
