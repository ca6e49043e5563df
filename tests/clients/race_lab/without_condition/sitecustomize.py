"""Python loads this file from PYTHONPATH before an example's tests. It removes one of the application's conditions, and
lists all conditions. A condition here is a whole ConditionExpression or, if that consists of conditions joined by
AND, one of these.

HOLDFAST_WITHOUT      the condition to remove, as it is listed: it is replaced by one that is always true, but
                      uses the same placeholders, because DynamoDB refuses unused placeholders
HOLDFAST_CONDITIONS   the file to which the conditions are appended, one in each line
"""

import os

from botocore.client import BaseClient

removed = os.environ.get("HOLDFAST_WITHOUT")
conditions_file = os.environ.get("HOLDFAST_CONDITIONS")
make_api_call = BaseClient._make_api_call


def with_condition_removed(action, request):
    if "ConditionExpression" not in request:
        return request
    update = f" ({request['UpdateExpression']})" if "UpdateExpression" in request else ""
    conjuncts = []
    for conjunct in request["ConditionExpression"].split(" AND "):
        name = f"{action} in {request['TableName']}{update} if {conjunct}"
        if conditions_file:
            with open(conditions_file, "a", encoding="utf-8") as file:
                file.write(f"{name}\n")
        conjuncts.append(f"({conjunct} OR NOT ({conjunct}))" if name == removed else conjunct)
    return {**request, "ConditionExpression": " AND ".join(conjuncts)}


def make_api_call_with_condition_removed(self, operation, parameters):
    parameters = with_condition_removed(operation, parameters)
    if operation == "TransactWriteItems":
        actions = [
            {kind: with_condition_removed(f"transaction's {kind}", request) for kind, request in action.items()}
            for action in parameters["TransactItems"]
        ]
        parameters = {**parameters, "TransactItems": actions}
    return make_api_call(self, operation, parameters)


BaseClient._make_api_call = make_api_call_with_condition_removed
