"""Reads the slot and the account first, and then writes without conditions."""

from uuid import uuid4

from .database import PRICE, TABLE, Refused, account_key, booking_key, client, get_item, slot_key


def put(item):
    client.put_item(TableName=TABLE, Item=item)


def charge(customer, amount):
    client.update_item(
        TableName=TABLE,
        Key=account_key(customer),
        UpdateExpression="ADD balance :amount",
        ExpressionAttributeValues={":amount": -amount},
    )


def book(time, customer, booking_id=None):
    booking_id = booking_id or str(uuid4())
    if get_item(slot_key(time))["status"] != "available":
        raise Refused()
    if get_item(account_key(customer))["balance"] < PRICE:
        raise Refused("the account has too little")
    put({**slot_key(time), "time": time, "status": "booked", "bookingId": booking_id})
    put({**booking_key(booking_id), "time": time, "customer": customer, "status": "booked"})
    charge(customer, PRICE)
    return booking_id


def cancel(booking_id):
    booking = get_item(booking_key(booking_id))
    if booking["status"] != "booked":
        raise Refused()
    put({**slot_key(booking["time"]), "time": booking["time"], "status": "available"})
    put({**booking, "status": "cancelled"})
    charge(booking["customer"], -PRICE)
