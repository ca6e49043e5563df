"""PartiQL through boto3: pages, batches, transactions and errors."""

import unittest

from botocore.exceptions import ClientError
from holdfast_clients import make_client

MUSIC = "Music"
ORDERS = "Orders"


class PartiQl(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = make_client()
        cls.create(MUSIC, Artist="S", SongTitle="S")
        cls.create(ORDERS, OrderID="N")
        for number in range(1, 5):
            item = {"OrderID": {"N": str(number)}, "Total": {"N": str(number * 10)}}
            cls.client.put_item(TableName=ORDERS, Item=item)

    @classmethod
    def create(cls, name, **key):
        cls.client.create_table(
            TableName=name,
            KeySchema=[
                {"AttributeName": attribute, "KeyType": role} for attribute, role in zip(key, ("HASH", "RANGE"))
            ],
            AttributeDefinitions=[{"AttributeName": attribute, "AttributeType": kind} for attribute, kind in key.items()],
            BillingMode="PAY_PER_REQUEST",
        )

    def error(self, statement):
        with self.assertRaises(ClientError) as raised:
            self.client.execute_statement(Statement=statement)
        return raised.exception.response["Error"]

    def test_pages_follow_one_another(self):
        items, request = [], {"Limit": 1}
        while True:
            page = self.client.execute_statement(Statement='SELECT Total FROM "Orders"', **request)
            items += page["Items"]
            if "NextToken" not in page:
                break
            self.assertIn("LastEvaluatedKey", page)
            request["NextToken"] = page["NextToken"]
        self.assertEqual(sorted(item["Total"]["N"] for item in items), ["10", "20", "30", "40"])

    def test_a_batch_has_a_response_for_each_statement(self):
        insert = {"Statement": "INSERT INTO Music VALUE {'Artist': 'Batch', 'SongTitle': ?}"}
        statements = [{**insert, "Parameters": [{"S": title}]} for title in ("one", "two", "one more")]
        responses = self.client.batch_execute_statement(Statements=statements)["Responses"]
        self.assertEqual(responses, [{"TableName": MUSIC}] * 3)
        responses = self.client.batch_execute_statement(
            Statements=statements[:1] + [{"Statement": "DELETE"}]
        )["Responses"]
        self.assertEqual(
            [(response.get("TableName"), response["Error"]["Code"]) for response in responses],
            [(MUSIC, "DuplicateItem"), (None, "ValidationError")],
        )
        select = "SELECT SongTitle FROM Music WHERE Artist = 'Batch' AND SongTitle = ?"
        responses = self.client.batch_execute_statement(
            Statements=[{"Statement": select, "Parameters": [{"S": title}]} for title in ("two", "three")],
            ReturnConsumedCapacity="TOTAL",
        )
        self.assertEqual(
            responses["Responses"], [{"TableName": MUSIC, "Item": {"SongTitle": {"S": "two"}}}, {"TableName": MUSIC}]
        )
        self.assertEqual(responses["ConsumedCapacity"], [{"TableName": MUSIC, "CapacityUnits": 1.0}])

    def test_a_transaction_happens_as_a_whole_or_not_at_all(self):
        def transact(*statements, **request):
            return self.client.execute_transaction(
                TransactStatements=[{"Statement": statement} for statement in statements], **request
            )["Responses"]

        put = "INSERT INTO Music VALUE {'Artist': 'Both', 'SongTitle': '%s'}"
        exists = "EXISTS(SELECT * FROM Music WHERE Artist = 'Both' AND SongTitle = '%s' AND Plays IS MISSING)"
        self.assertEqual(transact(put % "one", put % "two", ClientRequestToken="token"), [])
        self.assertEqual(transact(put % "one", put % "two", ClientRequestToken="token"), [])
        with self.assertRaises(self.client.exceptions.TransactionCanceledException) as raised:
            transact(put % "three", exists % "one", put % "two")
        self.assertEqual(
            [reason["Code"] for reason in raised.exception.response["CancellationReasons"]],
            ["None", "None", "DuplicateItem"],
        )
        select = "SELECT SongTitle FROM Music WHERE Artist = 'Both' AND SongTitle = '%s'"
        self.assertEqual(
            transact(select % "two", select % "three", "SELECT x FROM Music WHERE Artist='Both' AND SongTitle='one'"),
            [{"Item": {"SongTitle": {"S": "two"}}}, {}, {"Item": {}}],
        )

    def test_errors_have_dynamodbs_names(self):
        self.assertEqual(
            self.error("SELECT * FROM Orders WHERE"),
            {
                "Code": "ValidationException",
                "Message": "Statement wasn't well formed, can't be processed: Unexpected term",
            },
        )
        self.assertEqual(self.error("SELECT * FROM Ghosts")["Code"], "ResourceNotFoundException")


if __name__ == "__main__":
    unittest.main()
