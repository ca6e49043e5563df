"""The review queue suggests a test; the conditions of the writes check that it still waits for a review."""

from uuid import uuid4

from .database import TABLE, Refused, client, first_to_review, get_item, result_key, review_key, sample_key

# The errors with which a condition or a transaction refuses a write of one item.
REFUSALS = (
    client.exceptions.ConditionalCheckFailedException,
    client.exceptions.TransactionConflictException,
)
# The reasons for which a condition or another transaction cancels a transaction. Any other reason is an error.
REFUSING_REASONS = {"None", "ConditionalCheckFailed", "TransactionConflict"}


def register(test):
    try:
        client.put_item(
            TableName=TABLE,
            Item={**sample_key(test), **review_key(test), **test, "status": "PENDING_REVIEW"},
            ConditionExpression="attribute_not_exists(PK)",
        )
    except REFUSALS as error:
        raise Refused() from error


def review_next(doctor, finding):
    """Reviews the first test of the queue. Returns its sample."""
    test = first_to_review()
    update = {
        "TableName": TABLE,
        "Key": sample_key(test),
        "UpdateExpression": "SET #status = :reviewed, reviewedBy = :doctor REMOVE GSI3PK, GSI3SK",
        "ConditionExpression": "#status = :pending",
        "ExpressionAttributeNames": {"#status": "status"},
        "ExpressionAttributeValues": {":reviewed": "REVIEWED", ":pending": "PENDING_REVIEW", ":doctor": doctor},
    }
    result = {**result_key(test), "doctor": doctor, "finding": finding, "version": 1}
    actions = [{"Update": update}, {"Put": {"TableName": TABLE, "Item": result}}]
    try:
        client.transact_write_items(TransactItems=actions, ClientRequestToken=str(uuid4()))
    except client.exceptions.TransactionCanceledException as error:
        if any(reason["Code"] not in REFUSING_REASONS for reason in error.response["CancellationReasons"]):
            raise
        raise Refused() from error
    return test["sample"]


def amend(test, doctor, note):
    result = get_item(result_key(test))
    try:
        client.update_item(
            TableName=TABLE,
            Key=result_key(test),
            UpdateExpression="SET finding = :finding, doctor = :doctor, version = :next",
            ConditionExpression="version = :read",
            ExpressionAttributeValues={
                ":finding": f"{result['finding']}; {note}",
                ":doctor": doctor,
                ":next": result["version"] + 1,
                ":read": result["version"],
            },
        )
    except REFUSALS as error:
        raise Refused() from error
