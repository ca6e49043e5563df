"""DynamoDB computes the new stock, under conditions, in one transaction with the order."""

from uuid import uuid4

from .database import TABLE, Refused, client, get_item, order_key, stock_key

# The reasons for which a condition or another transaction cancels this one. Any other reason is an error.
REFUSALS = {"None", "ConditionalCheckFailed", "TransactionConflict"}


def transact(*actions):
    try:
        client.transact_write_items(TransactItems=list(actions), ClientRequestToken=str(uuid4()))
    except client.exceptions.TransactionCanceledException as error:
        if any(reason["Code"] not in REFUSALS for reason in error.response["CancellationReasons"]):
            raise
        raise Refused() from error


def stock_update(product, count, expression, **condition):
    return {
        "Update": {
            "TableName": TABLE,
            "Key": stock_key(product),
            "UpdateExpression": expression,
            "ExpressionAttributeValues": {":count": count},
            **condition,
        }
    }


def receive(product, count):
    # A transaction of one action: if its response is lost, boto3 retries it with the same token, and it applies only
    # once. A plain update_item would add twice.
    transact(stock_update(product, count, "ADD quantity :count, availableQty :count"))


def reserve(order_id, product, count):
    transact(
        stock_update(
            product,
            count,
            "SET availableQty = availableQty - :count, reservedQty = reservedQty + :count",
            ConditionExpression="availableQty >= :count",
        ),
        {
            "Put": {
                "TableName": TABLE,
                "Item": {**order_key(order_id), "product": product, "count": count, "status": "reserved"},
                "ConditionExpression": "attribute_not_exists(pk)",
            }
        },
    )


def ship(order_id):
    finish(order_id, "shipped", "SET quantity = quantity - :count, reservedQty = reservedQty - :count")


def release(order_id):
    finish(order_id, "released", "SET availableQty = availableQty + :count, reservedQty = reservedQty - :count")


def finish(order_id, status, expression):
    order = get_item(order_key(order_id))
    transact(
        {
            "Update": {
                "TableName": TABLE,
                "Key": order_key(order_id),
                "UpdateExpression": "SET #status = :status",
                "ConditionExpression": "#status = :reserved",
                "ExpressionAttributeNames": {"#status": "status"},
                "ExpressionAttributeValues": {":status": status, ":reserved": "reserved"},
            }
        },
        stock_update(order["product"], order["count"], expression),
    )
