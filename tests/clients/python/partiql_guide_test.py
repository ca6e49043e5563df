"""Runs the developer guide's examples of PartiQL (partiql_guide.py): partiql_guide_test.py boto3|cli"""

import functools
import json
import os
import re
import subprocess
import sys
import unittest

from botocore.exceptions import ClientError

import partiql_guide
from holdfast_clients import make_client

RESULT_MEMBERS = {
    "execute_statement": "Items",
    "batch_execute_statement": "Responses",
    "execute_transaction": "Responses",
}


def call_boto3(client, operation, request):
    """The response, or the error as `Code: Message`."""
    try:
        return getattr(client, operation)(**request)
    except ClientError as error:
        return "{Code}: {Message}".format(**error.response["Error"])


@functools.cache
def cli_session():
    return subprocess.Popen(
        [sys.executable, "-B", "cli_session.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def call_cli(_, operation, request):
    command = ["dynamodb", operation.replace("_", "-"), "--endpoint-url", os.environ["HOLDFAST_ENDPOINT"]]
    for member, value in request.items():
        option = re.sub("([A-Z])", r"-\1", member).lower()
        command += ["-" + option, value if isinstance(value, str) else json.dumps(value)]
    session = cli_session()
    print(json.dumps([*command, "--output", "json", "--no-cli-pager"]), file=session.stdin, flush=True)
    status, printed, errors = json.loads(session.stdout.readline())
    if status == 0:
        return json.loads(printed)
    error = re.search(r"\((\w+)\) when calling the \w+ operation: (.*)", errors, re.DOTALL)
    return f"{error[1]}: {error[2].strip()}" if error else errors


def comparable(value):
    """The value with the members of its string and number sets, and the attributes of its maps, sorted."""
    if isinstance(value, dict):
        return {
            name: sorted(part) if name in ("SS", "NS") else comparable(part) for name, part in sorted(value.items())
        }
    return [comparable(part) for part in value] if isinstance(value, list) else value


def in_any_order(items):
    return sorted(items, key=json.dumps) if isinstance(items, list) else items


class Guide(unittest.TestCase):
    call = staticmethod(call_boto3)

    @classmethod
    def setUpClass(cls):
        cls.client = make_client()
        for table, key in partiql_guide.TABLES.items():
            definition = {
                "TableName": table,
                "KeySchema": [
                    {"AttributeName": name, "KeyType": role} for name, role in zip(key, ("HASH", "RANGE"))
                ],
                "AttributeDefinitions": [{"AttributeName": n, "AttributeType": kind} for n, kind in key.items()],
                "BillingMode": "PAY_PER_REQUEST",
            }
            index = partiql_guide.INDEX
            if table == index["table"]:
                definition["AttributeDefinitions"].append(
                    {"AttributeName": index["key"], "AttributeType": index["type"]}
                )
                definition["GlobalSecondaryIndexes"] = [
                    {
                        "IndexName": index["name"],
                        "KeySchema": [{"AttributeName": index["key"], "KeyType": "HASH"}],
                        "Projection": {"ProjectionType": "ALL"},
                    }
                ]
            cls.client.create_table(**definition)
            for item in partiql_guide.ITEMS.get(table, []):
                cls.client.put_item(TableName=table, Item=item)

    @classmethod
    def tearDownClass(cls):
        if cls.call is call_cli:
            cli_session().communicate()

    def test_each_example_returns_what_it_should(self):
        for example in partiql_guide.EXAMPLES:
            if isinstance(example, partiql_guide.Group):
                member = "TransactStatements" if example.operation == "execute_transaction" else "Statements"
                operation, request, ordered = example.operation, {member: example.statements}, True
            else:
                operation, request = "execute_statement", {"Statement": example.statement}
                if example.parameters:
                    request["Parameters"] = list(example.parameters)
                ordered = "ORDER BY" in example.statement
            response = self.call(self.client, operation, request)
            if isinstance(response, dict):
                response = comparable(response[RESULT_MEMBERS[operation]])
            expected = comparable(example.returns)
            with self.subTest(f"{example.page}: {request}"):
                if ordered:
                    self.assertEqual(response, expected)
                else:
                    self.assertEqual(in_any_order(response), in_any_order(expected))


if __name__ == "__main__":
    Guide.call = staticmethod({"boto3": call_boto3, "cli": call_cli}[sys.argv.pop()])
    unittest.main()
