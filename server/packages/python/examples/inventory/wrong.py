"""Computes the new stock in the application from an earlier read, and writes stock and order one after the other."""

from .database import TABLE, Refused, client, get_item, order_key, stock_key


def put(item):
    client.put_item(TableName=TABLE, Item=item)


def change_stock(product, quantity, reserved):
    stock = get_item(stock_key(product))
    stock["quantity"] += quantity
    stock["reservedQty"] += reserved
    stock["availableQty"] = stock["quantity"] - stock["reservedQty"]
    if stock["availableQty"] < 0:
        raise Refused("out of stock")
    put(stock)


def receive(product, count):
    change_stock(product, count, 0)


def reserve(order_id, product, count):
    if get_item(order_key(order_id)):
        raise Refused("the order is there already")
    change_stock(product, 0, count)
    put({**order_key(order_id), "product": product, "count": count, "status": "reserved"})


def ship(order_id):
    order = finish(order_id, "shipped")
    change_stock(order["product"], -order["count"], -order["count"])


def release(order_id):
    order = finish(order_id, "released")
    change_stock(order["product"], 0, -order["count"])


def finish(order_id, status):
    order = get_item(order_key(order_id))
    if order["status"] != "reserved":
        raise Refused(f"the order is {order['status']}")
    put({**order, "status": status})
    return order
