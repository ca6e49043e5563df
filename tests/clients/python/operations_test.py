"""Compares the README's table of operations with the models of two SDKs and with the server's responses."""

import http.client
import json
import os
import pathlib
import re
import unittest
import urllib.parse

import botocore.session

from holdfast_clients import make_client

ROOT = pathlib.Path(__file__).resolve().parents[3]
JAVASCRIPT_PACKAGES = ROOT / "tests/clients/javascript/node_modules/@aws-sdk"

DYNAMODB = "DynamoDB_20120810"
# By service: its name in botocore, its package for JavaScript, and its prefix of X-Amz-Target.
SERVICES = [
    ("dynamodb", "client-dynamodb", DYNAMODB),
    ("dynamodbstreams", "client-dynamodb-streams", "DynamoDBStreams_20120810"),
]

# Newer than both SDKs that the tests use.
NEWER_THAN_THE_SDKS = {"SearchVectors"}

KINDS = {"works", "truthful", "unknown"}


def documented_operations():
    """The kind of each operation (KINDS), according to the table."""
    section = (ROOT / "README.md").read_text().split("\n## The operations\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line[:1] == "|"]
    return {row[0]: row[1] for row in rows[2:]}


def operations_of_python(service):
    return set(botocore.session.get_session().get_service_model(service).operation_names)


def operations_of_javascript(package):
    commands = JAVASCRIPT_PACKAGES / package / "dist-types/commands"
    found = (re.fullmatch(r"(\w+)Command\.d\.ts", path.name) for path in commands.iterdir())
    return {match[1] for match in found if match}


def call(prefix, operation, **members):
    """Sends a request without the SDK, which refuses operations and members that its model lacks. Returns the body of
    the response."""
    endpoint = urllib.parse.urlsplit(os.environ["HOLDFAST_ENDPOINT"])
    connection = http.client.HTTPConnection(endpoint.hostname, endpoint.port, timeout=60)
    scope = "holdfast/20261124/us-east-1/dynamodb/aws4_request"
    headers = {
        "Content-Type": "application/x-amz-json-1.0",
        "X-Amz-Target": f"{prefix}.{operation}",
        "X-Amz-Date": "20261124T000000Z",
        "Authorization": f"AWS4-HMAC-SHA256 Credential={scope}, SignedHeaders=host, Signature=0",
    }
    connection.request("POST", "/", body=json.dumps(members), headers=headers)
    body = json.loads(connection.getresponse().read() or b"{}")
    connection.close()
    return body


def error_of(prefix, operation, **members):
    """The error type in the response; None if it has none."""
    body = call(prefix, operation, **members)
    return body["__type"].rpartition("#")[2] if "__type" in body else None


class Operations(unittest.TestCase):
    def test_every_operation_of_the_sdks_has_a_row(self):
        documented = documented_operations()
        self.assertLessEqual(set(documented.values()), KINDS)
        modelled = set()
        for service, package, _ in SERVICES:
            python, javascript = operations_of_python(service), operations_of_javascript(package)
            # An SDK whose model is not found would leave nothing to compare.
            self.assertGreater(len(python & javascript), 3)
            modelled |= python | javascript
        self.assertEqual(modelled - set(documented), set(), "operations of the SDKs without a row in the table")
        self.assertLessEqual(set(documented) - modelled, NEWER_THAN_THE_SDKS, "rows that name no operation")

    def test_the_server_knows_what_the_table_says_it_knows(self):
        streams = operations_of_python("dynamodbstreams")
        wrong = []
        for operation, kind in documented_operations().items():
            prefix = SERVICES[operation in streams][2]
            error = error_of(prefix, operation)
            if (error == "UnknownOperationException") != (kind == "unknown"):
                wrong.append(f"{operation} is documented as {kind}, and the server responded {error}")
        self.assertEqual(wrong, [])

    def test_there_is_no_vector_index_to_search(self):
        make_client().create_table(
            TableName="Things",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
        )
        search = {"IndexName": "vectors", "SearchVector": [{"N": "1"}], "TopK": 3}
        self.assertEqual(
            call(DYNAMODB, "SearchVectors", TableName="Things", **search)["message"],
            "The table does not have the specified index: vectors",
        )
        self.assertEqual(
            error_of(DYNAMODB, "SearchVectors", TableName="Nothing", **search), "ResourceNotFoundException"
        )
        index = {
            "IndexName": "vectors",
            "VectorAttribute": {"AttributeName": "v"},
            "Dimensions": 3,
            "DistanceFunction": "COSINE",
            "Projection": {"ProjectionType": "ALL"},
        }
        refused = call(
            DYNAMODB,
            "CreateTable",
            TableName="Vectors",
            KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
            AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
            BillingMode="PAY_PER_REQUEST",
            VectorIndexes=[index],
        )
        self.assertIn("VectorIndexes is not supported", refused["message"])

    def test_an_operation_of_no_model_is_unknown(self):
        self.assertEqual(error_of(DYNAMODB, "CreateEverything"), "UnknownOperationException")


if __name__ == "__main__":
    unittest.main()
