"""Tables are deleted and created again under the same names while other clients use, describe and tag them. Requests
for a table that does not exist are refused with the error for a missing table; a new table is empty."""

import itertools

from client import REGION, number, table_definition, text
from shop import ALL, index
from soak_run import Part

ACCOUNT = "100000000005"
TABLES = [f"Churn{n}" for n in range(3)]
# Streams of deleted tables are kept for a day, so the databases are reset regularly to bound the number of streams.
STEPS_BETWEEN_RESETS = 400

MISSING = ["ResourceNotFoundException"]
# ValidationException: the request would change nothing, for example because the stream is enabled already.
MISSING_OR_INVALID = [*MISSING, "ValidationException"]
POLICY = (
    '{"Version": "2012-10-17", "Statement": '
    '[{"Effect": "Allow", "Principal": "*", "Action": "dynamodb:GetItem", "Resource": "*"}]}'
)


def random_definition(table, chance):
    definition = table_definition(table, "pk", Tags=[{"Key": "purpose", "Value": "soak"}])
    if chance.random() < 0.5:
        definition = table_definition(table, "pk", None, {"n": "N"}, GlobalSecondaryIndexes=[index("byN", ALL, "n")])
    if chance.random() < 0.3:
        definition["StreamSpecification"] = {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}
    return definition


class Churn(Part):
    def workers(self):
        # Each worker also has a table of its own, in another region of the same account.
        return {
            "churn 0": lambda chance: self.churns(chance, "eu-west-1"),
            "churn 1": lambda chance: self.churns(chance, "eu-west-2"),
        }

    def churns(self, chance, own_region):
        shared, own = self.run.client(ACCOUNT), self.run.client(ACCOUNT, region=own_region)
        steps = itertools.count(1)

        def step():
            if chance.random() < 0.3:
                self.create_again(own, chance)
            else:
                self.use(shared, chance)
            if next(steps) % STEPS_BETWEEN_RESETS == 0:
                for client in (shared, own):
                    client.admin("reset", "POST", f"reset?{client.selection}")
            self.run.pause(0.005)

        return step

    def create_again(self, client, chance):
        client.call("DeleteTable", allow=MISSING, TableName="Own")
        # The operation is CreateTable: the word after it only labels the call in the counts.
        client.call("CreateTable again", **random_definition("Own", chance))
        found = client.stored("Own")
        self.run.check("a table that is created again is empty", found == [], found)
        puts = [{"PutRequest": {"Item": {"pk": text(f"k{n}"), "n": number(n)}}} for n in range(25)]
        client.call("BatchWriteItem", RequestItems={"Own": puts})
        self.back_up(client)

    def back_up(self, client):
        stored = client.stored("Own")
        details = client.call("CreateBackup", TableName="Own", BackupName="soak")["BackupDetails"]
        backup = {"BackupArn": details["BackupArn"]}
        client.call("PutItem", TableName="Own", Item={"pk": text("later"), "n": number(1)})
        client.call("DescribeBackup", **backup)
        listed = client.call("ListBackups", TableName="Own")["BackupSummaries"]
        self.run.check("a backup is listed", details["BackupArn"] in [found["BackupArn"] for found in listed], listed)
        client.call("RestoreTableFromBackup", TargetTableName="Restored", **backup)
        restored = client.stored("Restored")
        self.run.check("a restored table equals the one that was backed up", restored == stored, restored)
        client.call("DeleteTable", TableName="Restored")
        client.call("DeleteBackup", **backup)

    def use(self, client, chance):
        """One operation on a table that may be deleted at any moment."""
        table = chance.choice(TABLES)
        name = {"TableName": table}
        resource = {"ResourceArn": f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{table}"}
        key = {"pk": text(f"k{chance.randrange(50)}")}
        item = {**key, "n": number(chance.randrange(5))}
        on = chance.random() < 0.5
        stream = {"StreamEnabled": True, "StreamViewType": "KEYS_ONLY"} if on else {"StreamEnabled": False}
        backups = {"PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": on}}
        missing_backups = [*MISSING, "TableNotFoundException"]
        missing_policy = [*MISSING, "PolicyNotFoundException"]
        creation = "CreateTable", random_definition(table, chance), ["ResourceInUseException"]
        requests = [
            creation,
            creation,
            ("DeleteTable", name, MISSING),
            ("PutItem", {**name, "Item": item}, MISSING),
            ("BatchWriteItem", {"RequestItems": {table: [{"PutRequest": {"Item": item}}]}}, MISSING),
            ("GetItem", {**name, "Key": key}, MISSING),
            ("Scan", name, MISSING),
            ("DescribeTable", name, MISSING),
            ("ListTables", {"Limit": 2}, []),
            ("ListStreams", {"Limit": 5}, []),
            ("UpdateTable", {**name, "StreamSpecification": stream}, MISSING_OR_INVALID),
            (
                "UpdateTimeToLive",
                {**name, "TimeToLiveSpecification": {"Enabled": on, "AttributeName": "expiry"}},
                MISSING_OR_INVALID,
            ),
            ("DescribeTimeToLive", name, MISSING),
            ("TagResource", {**resource, "Tags": [{"Key": f"tag{chance.randrange(5)}", "Value": "v"}]}, MISSING),
            ("UntagResource", {**resource, "TagKeys": ["tag0", "tag1"]}, MISSING),
            ("ListTagsOfResource", resource, MISSING),
            ("DescribeContinuousBackups", name, missing_backups),
            ("UpdateContinuousBackups", {**name, **backups}, missing_backups),
            ("DescribeLimits", {}, []),
            ("DescribeEndpoints", {}, []),
            ("PutResourcePolicy", {**resource, "Policy": POLICY}, MISSING),
            ("GetResourcePolicy", resource, missing_policy),
            ("DeleteResourcePolicy", resource, missing_policy),
        ]
        operation, request, allowed = chance.choice(requests)
        client.call(operation, allow=allowed, **request)
