"""Backups and point-in-time recovery through boto3. The test advances the server's clock, because a moment can be
restored five minutes later at the earliest."""

import datetime
import json
import threading
import time
import unittest

from botocore.exceptions import ClientError
from holdfast_clients import create_table, make_client, set_clock

TABLE = "Backed"
ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/"


def advance(duration):
    return datetime.datetime.fromtimestamp(set_clock(advance=duration)["now"], datetime.timezone.utc)


def contents(client, table, **request):
    items = []
    for page in client.get_paginator("scan").paginate(TableName=table, **request):
        items += page["Items"]
    return sorted(items, key=json.dumps)


class Backups(unittest.TestCase):
    def setUp(self):
        self.client = make_client()
        create_table(self.client, TABLE, index="gsi1")
        for n in range(50):
            self.put(n)
        self.tables = [TABLE]

    def tearDown(self):
        for name in self.tables:
            self.client.delete_table(TableName=name)
        for backup in self.client.list_backups(BackupType="ALL")["BackupSummaries"]:
            self.client.delete_backup(BackupArn=backup["BackupArn"])

    def put(self, n, text="first"):
        key = {"pk": {"S": f"p{n % 7}"}, "sk": {"S": str(n)}}
        index = {"gsi1pk": {"S": f"g{n % 3}"}, "gsi1sk": {"S": str(n)}}
        self.client.put_item(TableName=TABLE, Item={**key, **index, "text": {"S": text}})

    def refused(self, call, **request):
        with self.assertRaises(ClientError) as refusal:
            call(**request)
        return refusal.exception.response["Error"]["Code"], refusal.exception.response["Error"]["Message"]

    def wait_for(self, name):
        self.tables.append(name)
        self.client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1, "MaxAttempts": 20})

    def test_a_backup_restores_items_and_indexes(self):
        before = contents(self.client, TABLE)
        details = self.client.create_backup(TableName=TABLE, BackupName="nightly")["BackupDetails"]
        self.assertEqual(details["BackupStatus"], "CREATING")
        self.assertEqual(details["BackupType"], "USER")
        self.assertRegex(details["BackupArn"], "^" + ARN + TABLE + r"/backup/\d{14}-[0-9a-f]{8}$")
        # About now, and not in milliseconds. Other tests move the clock by minutes.
        self.assertLess(abs(details["BackupCreationDateTime"].timestamp() - time.time()), 86_400)
        for n in range(0, 50, 2):
            self.put(n, "second")

        described = self.client.describe_backup(BackupArn=details["BackupArn"])["BackupDescription"]
        self.assertEqual(described["BackupDetails"]["BackupStatus"], "AVAILABLE")
        self.assertEqual(described["SourceTableDetails"]["ItemCount"], 50)
        self.assertEqual(described["SourceTableDetails"]["BillingMode"], "PAY_PER_REQUEST")
        self.assertEqual(described["SourceTableFeatureDetails"]["GlobalSecondaryIndexes"][0]["IndexName"], "gsi1")

        table = self.client.restore_table_from_backup(TargetTableName="Restored", BackupArn=details["BackupArn"])
        self.assertEqual(table["TableDescription"]["TableStatus"], "CREATING")
        self.assertTrue(table["TableDescription"]["RestoreSummary"]["RestoreInProgress"])
        self.wait_for("Restored")
        self.assertEqual(contents(self.client, "Restored"), before)
        self.assertEqual(contents(self.client, "Restored", IndexName="gsi1"), before)
        self.assertNotEqual(contents(self.client, TABLE), before)
        summary = self.client.describe_table(TableName="Restored")["Table"]["RestoreSummary"]
        self.assertFalse(summary["RestoreInProgress"])
        self.assertEqual(summary["SourceBackupArn"], details["BackupArn"])
        self.assertEqual(summary["SourceTableArn"], ARN + TABLE)

    def test_backups_are_listed_in_pages_and_survive_their_table(self):
        arns = [
            self.client.create_backup(TableName=TABLE, BackupName=f"backup{n}")["BackupDetails"]["BackupArn"]
            for n in range(3)
        ]
        listed, request = [], {"TableName": TABLE, "Limit": 2}
        while True:
            page = self.client.list_backups(**request)
            listed += [backup["BackupArn"] for backup in page["BackupSummaries"]]
            if "LastEvaluatedBackupArn" not in page:
                break
            request["ExclusiveStartBackupArn"] = page["LastEvaluatedBackupArn"]
        self.assertEqual(listed, sorted(arns))
        day = datetime.timedelta(days=1)
        now = advance("0s")
        self.assertEqual(self.client.list_backups(TimeRangeUpperBound=now - day)["BackupSummaries"], [])
        self.assertEqual(len(self.client.list_backups(TimeRangeLowerBound=now - day)["BackupSummaries"]), 3)

        before = contents(self.client, TABLE)
        self.client.delete_table(TableName=TABLE)
        self.client.restore_table_from_backup(
            TargetTableName=TABLE,
            BackupArn=arns[0],
            GlobalSecondaryIndexOverride=[],
            BillingModeOverride="PROVISIONED",
            ProvisionedThroughputOverride={"ReadCapacityUnits": 5, "WriteCapacityUnits": 6},
        )
        self.client.get_waiter("table_exists").wait(TableName=TABLE, WaiterConfig={"Delay": 1, "MaxAttempts": 20})
        self.assertEqual(contents(self.client, TABLE), before)
        table = self.client.describe_table(TableName=TABLE)["Table"]
        self.assertNotIn("GlobalSecondaryIndexes", table)
        self.assertEqual(table["ProvisionedThroughput"]["WriteCapacityUnits"], 6)
        deleted = self.client.delete_backup(BackupArn=arns[0])["BackupDescription"]["BackupDetails"]
        self.assertEqual(deleted["BackupStatus"], "DELETED")

    def test_recovery_restores_the_items_of_a_past_second(self):
        recovery = self.client.update_continuous_backups(
            TableName=TABLE, PointInTimeRecoverySpecification={"PointInTimeRecoveryEnabled": True}
        )["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
        self.assertEqual(recovery["PointInTimeRecoveryStatus"], "ENABLED")
        moments = []
        for n in range(5):
            now = advance("10s")
            self.put(n, f"text {n}")
            moments.append((now, contents(self.client, TABLE)))
        self.assertEqual(
            self.refused(
                self.client.restore_table_to_point_in_time,
                SourceTableName=TABLE,
                TargetTableName="TooSoon",
                RestoreDateTime=moments[-1][0],
            )[0],
            "InvalidRestoreTimeException",
        )
        advance("6m")
        for n, (moment, expected) in enumerate(moments):
            self.client.restore_table_to_point_in_time(
                SourceTableArn=ARN + TABLE, TargetTableName=f"Restored{n}", RestoreDateTime=moment
            )
            self.wait_for(f"Restored{n}")
            self.assertEqual(contents(self.client, f"Restored{n}"), expected)
            self.assertEqual(contents(self.client, f"Restored{n}", IndexName="gsi1"), expected)
        self.client.restore_table_to_point_in_time(
            SourceTableName=TABLE, TargetTableName="Latest", UseLatestRestorableTime=True
        )
        self.wait_for("Latest")
        self.assertEqual(contents(self.client, "Latest"), moments[-1][1])

    def test_a_backup_during_writes_is_of_one_moment(self):
        """Each transaction puts two items with the same text."""
        stop, failures = threading.Event(), []

        def write(number):
            client, n = make_client(), 0
            while not stop.is_set():
                n += 1
                items = [
                    {"pk": {"S": f"pair{number}"}, "sk": {"S": side}, "text": {"S": str(n)}} for side in ("a", "b")
                ]
                try:
                    client.transact_write_items(
                        TransactItems=[{"Put": {"TableName": TABLE, "Item": item}} for item in items]
                    )
                except Exception as error:  # pylint: disable=broad-exception-caught
                    failures.append(error)
                    return

        writers = [threading.Thread(target=write, args=(number,), daemon=True) for number in range(8)]
        for writer in writers:
            writer.start()
        arns = []
        try:
            for n in range(10):
                time.sleep(0.02)
                details = self.client.create_backup(TableName=TABLE, BackupName=f"during{n}")["BackupDetails"]
                arns.append(details["BackupArn"])
        finally:
            stop.set()
            for writer in writers:
                writer.join()
        self.assertEqual(failures, [])
        seen = set()
        for n, arn in enumerate(arns):
            self.client.restore_table_from_backup(TargetTableName=f"During{n}", BackupArn=arn)
            self.wait_for(f"During{n}")
            pairs = {}
            for item in contents(self.client, f"During{n}"):
                if item["pk"]["S"].startswith("pair"):
                    pairs.setdefault(item["pk"]["S"], []).append(item["text"]["S"])
            for pair, texts in pairs.items():
                self.assertEqual(len(texts), 2, pair)
                self.assertEqual(texts[0], texts[1], pair)
                seen.add((pair, texts[0]))
        self.assertGreater(len(seen), 8, "no backup was made during the writes")

    def test_errors_have_the_exceptions_of_the_model(self):
        unknown = ARN + TABLE + "/backup/01712371115842-00000000"
        exceptions = self.client.exceptions
        with self.assertRaises(exceptions.TableNotFoundException):
            self.client.create_backup(TableName="Ghost", BackupName="nightly")
        with self.assertRaises(exceptions.BackupNotFoundException):
            self.client.describe_backup(BackupArn=unknown)
        with self.assertRaises(exceptions.PointInTimeRecoveryUnavailableException):
            self.client.restore_table_to_point_in_time(
                SourceTableName=TABLE, TargetTableName="Restored", UseLatestRestorableTime=True
            )
        arn = self.client.create_backup(TableName=TABLE, BackupName="nightly")["BackupDetails"]["BackupArn"]
        with self.assertRaises(exceptions.TableAlreadyExistsException):
            self.client.restore_table_from_backup(TargetTableName=TABLE, BackupArn=arn)
        self.assertEqual(
            self.refused(self.client.delete_backup, BackupArn=ARN + TABLE + "/stream/2026-10-08T23:07:31.275"),
            ("ValidationException", "Invalid Backup ARN"),
        )


if __name__ == "__main__":
    unittest.main(verbosity=2)
