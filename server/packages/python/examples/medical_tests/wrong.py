"""Trusts the review queue and earlier reads: writes without conditions."""

from .database import TABLE, Refused, client, first_to_review, get_item, result_key, review_key, sample_key


def put(item):
    client.put_item(TableName=TABLE, Item=item)


def register(test):
    if get_item(sample_key(test)):
        raise Refused("the sample is registered")
    put({**sample_key(test), **review_key(test), **test, "status": "PENDING_REVIEW"})


def review_next(doctor, finding):
    """Reviews the first test of the queue. Returns its sample."""
    test = first_to_review()
    put({**result_key(test), "doctor": doctor, "finding": finding, "version": 1})
    client.update_item(
        TableName=TABLE,
        Key=sample_key(test),
        UpdateExpression="SET #status = :reviewed, reviewedBy = :doctor REMOVE GSI3PK, GSI3SK",
        ExpressionAttributeNames={"#status": "status"},
        ExpressionAttributeValues={":reviewed": "REVIEWED", ":doctor": doctor},
    )
    return test["sample"]


def amend(test, doctor, note):
    result = get_item(result_key(test))
    finding = f"{result['finding']}; {note}"
    put({**result, "finding": finding, "doctor": doctor, "version": result["version"] + 1})
