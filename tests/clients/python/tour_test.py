"""A tour of the API through boto3: its low-level client, and its Table resource."""

import decimal
import os
import unittest

import boto3
from boto3.dynamodb.conditions import Attr, Key
from botocore.exceptions import ClientError

from holdfast_clients import create_table, make_client


class Tour(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = make_client()
        create_table(cls.client, "Tour", index="gsi1")
        resource = boto3.resource(
            "dynamodb",
            endpoint_url=os.environ["HOLDFAST_ENDPOINT"],
            region_name="us-east-1",
            aws_access_key_id="holdfast",
            aws_secret_access_key="holdfast",
        )
        cls.table = resource.Table("Tour")

    def test_the_resource_sees_the_table(self):
        self.assertEqual(self.table.table_status, "ACTIVE")
        self.assertEqual(self.table.table_arn, "arn:aws:dynamodb:us-east-1:000000000000:table/Tour")
        self.assertIn("Tour", self.client.list_tables()["TableNames"])

    def test_python_values_are_read_as_they_were_written(self):
        item = {
            "pk": "values",
            "sk": "a",
            "number": decimal.Decimal("-123456789012345678901234567.12345678901"),
            "bytes": boto3.dynamodb.types.Binary(bytes(range(256))),
            "strings": {"a", "b", "ü"},
            "numbers": {decimal.Decimal("1"), decimal.Decimal("2.5")},
            "list": ["x", decimal.Decimal(1), None, True, {"nested": []}],
            "text": "\u0000 👩\u200d🚀",
        }
        self.table.put_item(Item=item)
        self.assertEqual(self.table.get_item(Key={"pk": "values", "sk": "a"}, ConsistentRead=True)["Item"], item)

    def test_conditions_updates_and_what_they_return(self):
        key = {"pk": "update", "sk": "a"}
        self.table.put_item(Item={**key, "n": 1}, ConditionExpression=Attr("pk").not_exists())
        with self.assertRaises(self.table.meta.client.exceptions.ConditionalCheckFailedException) as refused:
            self.table.put_item(Item={**key, "n": 2}, ConditionExpression=Attr("pk").not_exists())
        self.assertEqual(refused.exception.response["Error"]["Message"], "The conditional request failed")
        self.assertEqual(refused.exception.response["ResponseMetadata"]["HTTPStatusCode"], 400)
        response = self.table.update_item(
            Key=key,
            UpdateExpression="SET n = n + :one, #l = list_append(if_not_exists(#l, :none), :v)",
            ExpressionAttributeNames={"#l": "list"},
            ExpressionAttributeValues={":one": 1, ":none": [], ":v": ["x"]},
            ReturnValues="ALL_NEW",
        )
        self.assertEqual(response["Attributes"], {**key, "n": 2, "list": ["x"]})
        response = self.table.delete_item(Key=key, ConditionExpression=Attr("n").eq(2), ReturnValues="ALL_OLD")
        self.assertEqual(response["Attributes"]["n"], 2)
        self.assertNotIn("Item", self.table.get_item(Key=key))

    def test_pages_of_queries_and_scans(self):
        with self.table.batch_writer() as batch:
            for n in range(60):
                batch.put_item(Item={"pk": "pages", "sk": f"{n:02}", "gsi1pk": f"g{n % 2}", "gsi1sk": f"{n:02}"})
        paginator = self.client.get_paginator("query").paginate(
            TableName="Tour",
            KeyConditionExpression="pk = :p",
            ExpressionAttributeValues={":p": {"S": "pages"}},
            PaginationConfig={"PageSize": 7},
        )
        pages = list(paginator)
        self.assertEqual([len(page["Items"]) for page in pages[:8]], [7] * 8)
        seen = [item["sk"]["S"] for page in pages for item in page["Items"]]
        self.assertEqual(seen, [f"{n:02}" for n in range(60)])
        odd = self.table.query(
            IndexName="gsi1",
            KeyConditionExpression=Key("gsi1pk").eq("g1") & Key("gsi1sk").between("10", "19"),
            FilterExpression=Attr("sk").ne("13"),
            ScanIndexForward=False,
        )
        self.assertEqual([item["sk"] for item in odd["Items"]], ["19", "17", "15", "11"])
        self.assertEqual(odd["ScannedCount"], 5)
        paginator = self.client.get_paginator("scan").paginate(
            TableName="Tour",
            FilterExpression="pk = :p",
            ExpressionAttributeValues={":p": {"S": "pages"}},
            PaginationConfig={"PageSize": 11},
        )
        pages = list(paginator)
        self.assertGreater(len(pages), 5)
        self.assertTrue(all(page["ScannedCount"] <= 11 for page in pages))
        scanned = sorted(item["sk"]["S"] for page in pages for item in page["Items"])
        self.assertEqual(scanned, seen)

    def test_transactions(self):
        put = {"Put": {"TableName": "Tour", "Item": {"pk": {"S": "t"}, "sk": {"S": "a"}}}}
        self.client.transact_write_items(TransactItems=[put], ClientRequestToken="token")
        self.client.transact_write_items(TransactItems=[put], ClientRequestToken="token")
        response = self.client.transact_get_items(
            TransactItems=[{"Get": {"TableName": "Tour", "Key": {"pk": {"S": "t"}, "sk": {"S": sk}}}} for sk in "ab"]
        )
        self.assertEqual(response["Responses"], [{"Item": {"pk": {"S": "t"}, "sk": {"S": "a"}}}, {}])
        guarded = {"Put": {**put["Put"], "ConditionExpression": "attribute_not_exists(pk)"}}
        with self.assertRaises(self.client.exceptions.TransactionCanceledException) as refused:
            self.client.transact_write_items(TransactItems=[guarded])
        self.assertEqual(refused.exception.response["CancellationReasons"][0]["Code"], "ConditionalCheckFailed")
        with self.assertRaises(self.client.exceptions.IdempotentParameterMismatchException):
            self.client.transact_write_items(TransactItems=[guarded], ClientRequestToken="token")

    def test_arithmetic_in_a_condition_is_refused(self):
        with self.assertRaises(ClientError) as refused:
            self.table.update_item(
                Key={"pk": "a", "sk": "a"},
                UpdateExpression="SET reservedQty = reservedQty + :qty",
                ConditionExpression="(quantity - reservedQty) >= :qty",
                ExpressionAttributeValues={":qty": 1},
            )
        self.assertEqual(refused.exception.response["Error"]["Code"], "ValidationException")
        self.assertEqual(
            refused.exception.response["Error"]["Message"],
            "1 validation error detected: Invalid ConditionExpression: "
            'Syntax error; token: "-", near: "quantity - reservedQty"',
        )

    def test_a_missing_table_is_not_found(self):
        with self.assertRaises(self.client.exceptions.ResourceNotFoundException):
            self.client.describe_table(TableName="Missing")

    def test_there_is_no_kinesis_stream_and_no_global_table_of_2017(self):
        exceptions = self.client.exceptions
        stream = {"TableName": "Tour", "StreamArn": "arn:aws:kinesis:us-east-1:000000000000:stream/changes"}
        self.assertEqual(
            self.client.describe_kinesis_streaming_destination(TableName="Tour")["KinesisDataStreamDestinations"], []
        )
        for call, text in (
            (self.client.enable_kinesis_streaming_destination, "User does not have a permission to use kinesis stream"),
            (self.client.disable_kinesis_streaming_destination, "must be ACTIVE to perform DISABLE operation."),
        ):
            with self.assertRaises(ClientError) as refused:
                call(**stream)
            self.assertEqual(refused.exception.response["Error"]["Code"], "ValidationException")
            self.assertIn(text, refused.exception.response["Error"]["Message"])
            with self.assertRaises(exceptions.ResourceNotFoundException):
                call(**{**stream, "TableName": "Ghost"})
        with self.assertRaises(ClientError) as refused:
            self.client.create_global_table(GlobalTableName="Tour", ReplicationGroup=[{"RegionName": "us-east-1"}])
        self.assertIn("version 2017.11.29 is not supported", refused.exception.response["Error"]["Message"])
        with self.assertRaises(exceptions.GlobalTableNotFoundException):
            self.client.describe_global_table_settings(GlobalTableName="Tour")
        with self.assertRaises(exceptions.ResourceNotFoundException):
            self.client.describe_table_replica_auto_scaling(TableName="Tour")


if __name__ == "__main__":
    unittest.main(verbosity=2)
