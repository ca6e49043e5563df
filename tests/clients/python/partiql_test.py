"""PartiQL through boto3: each statement of AWS's developer guide on a table of its own, and the three operations."""

import unittest

from botocore.exceptions import ClientError
from holdfast_clients import make_client

MUSIC = "Music"
ORDERS = "Orders"
WATCH_LIST = "WatchList"

# The statements of https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.select.html and the
# pages after it, with the items that they return, each as sorted (name, value) pairs of the attributes named third.
SELECTS = [
    ('SELECT OrderID, Total FROM "Orders" WHERE OrderID IN [1, 2, 3] ORDER BY OrderID DESC', ["3 30", "2 20", "1 10"]),
    ("SELECT OrderID, Total FROM \"Orders\" WHERE OrderID = 3 and Address = 'some address'", ["3 30"]),
    ('SELECT OrderID, Total FROM "Orders" WHERE Total > 20', ["3 30", "4 40"]),
    ('SELECT OrderID, Total FROM "Orders" WHERE Total BETWEEN 15 AND 35', ["2 20", "3 30"]),
    ('SELECT OrderID, Total FROM "Orders"', ["1 10", "2 20", "3 30", "4 40"]),
    ("SELECT OrderID, Total FROM \"Orders\" WHERE contains(Address, 'some')", ["3 30"]),
    ("SELECT OrderID, Total FROM \"Orders\" WHERE begins_with(Address, '7834 24th')", ["1 10"]),
    ("SELECT OrderID, Total FROM \"Orders\" WHERE attribute_type(Address, 'S')", ["1 10", "3 30"]),
    ('SELECT OrderID, Total FROM "Orders" WHERE Address IS MISSING', ["2 20", "4 40"]),
    ('SELECT OrderID, Total FROM "Orders" WHERE OrderID IN [2, 4]', ["2 20", "4 40"]),
]


class PartiQl(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.client = make_client()
        cls.create(MUSIC, Artist="S", SongTitle="S")
        cls.create(ORDERS, OrderID="N")
        cls.create(WATCH_LIST, account_id="S")
        addresses = {1: "7834 24th Ave", 3: "some address"}
        for number in range(1, 5):
            item = {"OrderID": {"N": str(number)}, "Total": {"N": str(number * 10)}}
            if number in addresses:
                item["Address"] = {"S": addresses[number]}
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

    def execute(self, statement, *parameters, **request):
        if parameters:
            request["Parameters"] = list(parameters)
        return self.client.execute_statement(Statement=statement, **request)["Items"]

    def error(self, statement, *parameters):
        with self.assertRaises(ClientError) as raised:
            self.execute(statement, *parameters)
        return raised.exception.response["Error"]

    def song(self, title):
        key = {"Artist": {"S": "Acme Band"}, "SongTitle": {"S": title}}
        return self.client.get_item(TableName=MUSIC, Key=key).get("Item")

    def test_the_guides_selects_return_their_items(self):
        for statement, expected in SELECTS:
            with self.subTest(statement):
                items = [f'{item["OrderID"]["N"]} {item["Total"]["N"]}' for item in self.execute(statement)]
                self.assertEqual(items if "ORDER BY" in statement else sorted(items), expected)

    def test_the_guides_document_paths_are_read_and_changed(self):
        watched = {"M": {"FireStick": {"M": {"DateWatched": {"L": [{"S": "12/19/2018"}, {"S": "11/01/2019"}]}}}}}
        self.execute("INSERT INTO WatchList VALUE {'account_id': 'acct', 'Devices': ?}", watched)
        path = "SELECT Devices.FireStick.DateWatched[0] FROM WatchList WHERE size(Devices) >= 1"
        self.assertEqual(self.execute(path), [{"DateWatched[0]": {"S": "12/19/2018"}}])
        self.execute("UPDATE WatchList REMOVE Devices.FireStick.DateWatched[0] WHERE account_id = 'acct'")
        self.assertEqual(self.execute(path), [{"DateWatched[0]": {"S": "11/01/2019"}}])

    def test_the_guides_writes_change_their_items(self):
        rocks = "WHERE Artist='Acme Band' AND SongTitle='PartiQL Rocks'"
        insert = "INSERT into \"Music\" value {'Artist' : 'Acme Band','SongTitle' : 'PartiQL Rocks'}"
        self.assertEqual(self.execute(insert), [])
        self.assertEqual(
            self.error(insert), {"Code": "DuplicateItemException", "Message": "Duplicate primary key exists in table"}
        )
        self.execute(f"UPDATE \"Music\" SET AwardsWon=1 SET AwardDetail={{'Grammys':[2020, 2018]}} {rocks}")
        self.execute(f'UPDATE "Music" SET AwardDetail.BillBoard=[2020] {rocks}')
        self.execute(f'UPDATE "Music" SET AwardDetail.Grammys=list_append(AwardDetail.Grammys,[2016]) {rocks}')
        self.execute(f'UPDATE "Music" REMOVE AwardDetail.Grammys[2] {rocks}')
        self.execute(f"UPDATE \"Music\" SET BandMembers =set_add(BandMembers, <<'member1', 'newbandmember'>>) {rocks}")
        self.execute(f"UPDATE \"Music\" SET BandMembers =set_delete(BandMembers, <<'newbandmember'>>) {rocks}")
        [modified] = self.execute(f'UPDATE "Music" SET AwardsWon=AwardsWon + 1 {rocks} RETURNING MODIFIED NEW *')
        self.assertEqual(modified, {"AwardsWon": {"N": "2"}})
        self.assertEqual(
            self.song("PartiQL Rocks"),
            {
                "Artist": {"S": "Acme Band"},
                "SongTitle": {"S": "PartiQL Rocks"},
                "AwardsWon": {"N": "2"},
                "AwardDetail": {
                    "M": {"Grammys": {"L": [{"N": "2020"}, {"N": "2018"}]}, "BillBoard": {"L": [{"N": "2020"}]}}
                },
                "BandMembers": {"SS": ["member1"]},
            },
        )
        [deleted] = self.execute(f'DELETE FROM "Music" {rocks} RETURNING ALL OLD *')
        self.assertEqual(deleted["AwardsWon"], {"N": "2"})
        self.assertIsNone(self.song("PartiQL Rocks"))
        self.assertEqual(self.error(f'UPDATE "Music" SET AwardsWon=1 {rocks}')["Code"], "ConditionalCheckFailedException")

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

    def test_a_batch_answers_statement_by_statement(self):
        insert = {"Statement": "INSERT INTO Music VALUE {'Artist': 'Batch', 'SongTitle': ?}"}
        statements = [{**insert, "Parameters": [{"S": title}]} for title in ("one", "two", "one more")]
        answers = self.client.batch_execute_statement(Statements=statements)["Responses"]
        self.assertEqual(answers, [{"TableName": MUSIC}] * 3)
        answers = self.client.batch_execute_statement(Statements=statements[:1] + [{"Statement": "DELETE"}])["Responses"]
        self.assertEqual(
            [(answer.get("TableName"), answer["Error"]["Code"]) for answer in answers],
            [(MUSIC, "DuplicateItem"), (None, "ValidationError")],
        )
        select = "SELECT SongTitle FROM Music WHERE Artist = 'Batch' AND SongTitle = ?"
        answers = self.client.batch_execute_statement(
            Statements=[{"Statement": select, "Parameters": [{"S": title}]} for title in ("two", "three")],
            ReturnConsumedCapacity="TOTAL",
        )
        self.assertEqual(
            answers["Responses"], [{"TableName": MUSIC, "Item": {"SongTitle": {"S": "two"}}}, {"TableName": MUSIC}]
        )
        self.assertEqual(answers["ConsumedCapacity"], [{"TableName": MUSIC, "CapacityUnits": 1.0}])

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
        self.assertEqual(self.error("SELECT * FROM Nothing")["Code"], "ResourceNotFoundException")


if __name__ == "__main__":
    unittest.main()
