"""One table under writes of all kinds, while indexes are created and deleted. Without concurrent writes each index must
equal its projection of the table, and so must each index of a fork."""

import itertools
import time

from client import key_schema, number, table_definition, text
from soak_run import Gate, Part

ACCOUNT = "100000000003"
TABLE = "Items"
# More than the 2,000 items up to which an index is built by the operation that creates it.
PARTITIONS, SORT_KEYS = 30, 150
COLOURS = [f"colour{n}" for n in range(6)]
# An index that is created and deleted over and over, with another projection each time.
TRANSIENT_INDEX = "byGrade"
KEYS_ONLY, INCLUDE, ALL = PROJECTIONS = [
    {"ProjectionType": "KEYS_ONLY"},
    {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["n"]},
    {"ProjectionType": "ALL"},
]
INDEX_BUILD_SECONDS = 60
FEW_CONDITION = {
    "ConditionExpression": "attribute_not_exists(n) OR n < :few",
    "ExpressionAttributeValues": {":few": number(60)},
}
# ValidationException: while the transient index exists, a grade that is not a string is refused.
ALLOWED = ["ConditionalCheckFailedException", "TransactionCanceledException", "ValidationException"]


def identity(item):
    return item["pk"]["S"], item["sk"]["S"]


def index(name, projection, *keys):
    return {"IndexName": name, "KeySchema": key_schema(*keys), "Projection": projection}


def random_key(chance):
    """Returns one of five keys every seventh time, so that writers conflict."""
    if chance.random() < 1 / 7:
        return {"pk": text("p00"), "sk": text(f"s{chance.randrange(5):03}")}
    return {"pk": text(f"p{chance.randrange(PARTITIONS):02}"), "sk": text(f"s{chance.randrange(SORT_KEYS):03}")}


def random_keys(chance, count):
    keys = {}
    while len(keys) < count:
        key = random_key(chance)
        keys[identity(key)] = key
    return list(keys.values())


def random_item(chance, key=None):
    item = {"n": number(chance.randrange(100)), "rank": number(chance.randrange(50))}
    if chance.random() < 0.8:
        item["colour"] = text(chance.choice(COLOURS))
    grade = number(1) if chance.random() < 0.02 else text(f"grade{chance.randrange(9)}")
    return {**(key or random_key(chance)), **item, "grade": grade, "filler": text("x" * chance.randrange(600))}


def random_update(chance):
    values = {":c": text(chance.choice(COLOURS)), ":g": text(f"grade{chance.randrange(9)}"), ":n": number(1)}
    expression, used = chance.choice(
        [
            ("SET colour = :c ADD n :n", (":c", ":n")),
            ("SET #r = if_not_exists(#r, :n) + :n, grade = :g REMOVE colour", (":n", ":g")),
        ]
    )
    names = {"ExpressionAttributeNames": {"#r": "rank"}} if "#r" in expression else {}
    values = {value: values[value] for value in used}
    return {"UpdateExpression": expression, "ExpressionAttributeValues": values, **names}


class Shop(Part):
    def __init__(self, run):
        super().__init__(run)
        self.gate = Gate()
        self.builds = itertools.count()

    def set_up(self):
        definition = table_definition(TABLE, "pk", "sk", {"rank": "N", "colour": "S"})
        definition["LocalSecondaryIndexes"] = [index("byRank", KEYS_ONLY, "pk", "rank")]
        definition["GlobalSecondaryIndexes"] = [index("byColour", INCLUDE, "colour", "rank")]
        self.run.client(ACCOUNT).call("CreateTable", **definition)

    def workers(self):
        return {
            "shop writer 0": self.writes,
            "shop writer 1": self.writes,
            "shop reader": self.reads,
            "shop statements": self.statements,
            "shop indexes": self.index_changes,
        }

    def final_checks(self):
        self.compare(self.run.client(ACCOUNT), "an index equals the table")

    def writes(self, chance):
        client = self.run.client(ACCOUNT)

        def batch():
            keys = random_keys(chance, 25)
            requests = [{"DeleteRequest": {"Key": key}} for key in keys[:8]]
            requests += [{"PutRequest": {"Item": random_item(chance, key)}} for key in keys[8:]]
            return {"RequestItems": {TABLE: requests}}

        def transaction():
            keys = random_keys(chance, 4)
            put, update, delete, check = ({"TableName": TABLE, "Key": key} for key in keys)
            put = {"TableName": TABLE, "Item": random_item(chance, put["Key"])}
            update.update(random_update(chance))
            check.update(FEW_CONDITION)
            return {"TransactItems": [{"Put": put}, {"Update": update}, {"Delete": delete}, {"ConditionCheck": check}]}

        def conditional_update():
            update = random_update(chance)
            values = {**update["ExpressionAttributeValues"], **FEW_CONDITION["ExpressionAttributeValues"]}
            return {"Key": random_key(chance), **update, **FEW_CONDITION, "ExpressionAttributeValues": values}

        # The words after an operation only label its calls in the counts.
        steps = {
            "PutItem": lambda: {"Item": random_item(chance), "ReturnValues": "ALL_OLD"},
            "PutItem conditional": lambda: {
                "Item": random_item(chance),
                "ConditionExpression": "attribute_not_exists(pk)",
            },
            "UpdateItem": lambda: {"Key": random_key(chance), **random_update(chance), "ReturnValues": "ALL_NEW"},
            "UpdateItem conditional": conditional_update,
            "DeleteItem": lambda: {"Key": random_key(chance), "ReturnValues": "ALL_OLD"},
            "DeleteItem conditional": lambda: {"Key": random_key(chance), **FEW_CONDITION},
            "BatchWriteItem": batch,
            "TransactWriteItems mixed": transaction,
        }

        def step():
            kind = chance.choice(list(steps))
            request = steps[kind]()
            if "RequestItems" not in request and "TransactItems" not in request:
                request["TableName"] = TABLE
            with self.gate.passage():
                response = client.call(kind, allow=ALLOWED, **request)
            assert not (response or {}).get("UnprocessedItems"), response

        return step

    def reads(self, chance):
        client = self.run.client(ACCOUNT)

        def query(kind, partition, value, sort, **request):
            """Reads all pages. An item whose sort key changes meanwhile may be on two pages, but in order."""
            forwards = chance.random() < 0.5
            items = client.pages(
                kind,
                TableName=TABLE,
                KeyConditionExpression="#p = :p",
                ExpressionAttributeNames={"#p": partition},
                ExpressionAttributeValues={":p": text(value)},
                ScanIndexForward=forwards,
                Limit=chance.randint(20, 200),
                **request,
            )
            order = [item[sort].get("S") or int(item[sort]["N"]) for item in items]
            self.run.check("pages are in order", order == sorted(order, reverse=not forwards), kind, value, order)

        def batch_get():
            keys = {"Keys": random_keys(chance, 100), "ConsistentRead": True}
            response = client.call("BatchGetItem", RequestItems={TABLE: keys})
            assert response["UnprocessedKeys"] == {}, response

        def transact_get():
            gets = [{"Get": {"TableName": TABLE, "Key": key}} for key in random_keys(chance, 20)]
            client.call("TransactGetItems mixed", allow=["TransactionCanceledException"], TransactItems=gets)

        def scan_with_filter():
            client.call(
                "Scan with a filter",
                TableName=TABLE,
                FilterExpression="n > :n AND contains(filler, :x)",
                ExpressionAttributeValues={":n": number(chance.randrange(100)), ":x": text("xx")},
                ProjectionExpression="pk, n",
            )

        def scan_segment():
            count = chance.randint(2, 7)
            segment = {"TotalSegments": count, "Segment": chance.randrange(count), "Limit": 300}
            list(client.pages("Scan of a segment", TableName=TABLE, **segment))

        def any_partition():
            return f"p{chance.randrange(PARTITIONS):02}"

        steps = [
            lambda: client.call("GetItem", TableName=TABLE, Key=random_key(chance), ConsistentRead=True),
            lambda: query("Query", "pk", any_partition(), "sk"),
            lambda: query("Query of a local index", "pk", any_partition(), "rank", IndexName="byRank"),
            lambda: query("Query of an index", "colour", chance.choice(COLOURS), "rank", IndexName="byColour"),
            lambda: client.call("Scan of an index", TableName=TABLE, IndexName="byColour", Limit=200),
        ]
        steps += [batch_get, transact_get, scan_with_filter, scan_segment]
        return lambda: chance.choice(steps)()

    def statements(self, chance):
        """The same writes and reads as PartiQL statements."""
        client = self.run.client(ACCOUNT)
        by_key = "WHERE pk = ? AND sk = ?"

        def execute(kind, statement, *parameters, **request):
            request["Parameters"] = list(parameters)
            allow = [*ALLOWED, "DuplicateItemException"]
            return client.call(f"ExecuteStatement {kind}", allow=allow, Statement=statement, **request)

        def key_values():
            return tuple(random_key(chance).values())

        def insert_of(item):
            members = ", ".join(f"'{name}': ?" for name in item)
            return {"Statement": f"INSERT INTO {TABLE} VALUE {{{members}}}", "Parameters": list(item.values())}

        def insert():
            statement = insert_of(random_item(chance))
            execute("INSERT", statement["Statement"], *statement["Parameters"])

        def update():
            colour, grade = text(chance.choice(COLOURS)), text(f"grade{chance.randrange(9)}")
            statement, parameters = chance.choice(
                [
                    (f"UPDATE {TABLE} SET colour = ?, n = n + 1 {by_key}", [colour, *key_values()]),
                    (f"UPDATE {TABLE} SET grade = ? REMOVE colour {by_key} AND n < 60", [grade, *key_values()]),
                ]
            )
            execute("UPDATE", f"{statement} RETURNING ALL NEW *", *parameters)

        def delete():
            execute("DELETE", f"DELETE FROM {TABLE} {by_key} RETURNING ALL OLD *", *key_values())

        def batch():
            keys = random_keys(chance, 25)
            statements = [insert_of(random_item(chance, key)) for key in keys[:15]]
            deletion = f"DELETE FROM {TABLE} {by_key}"
            statements += [{"Statement": deletion, "Parameters": list(key.values())} for key in keys[15:]]
            response = client.call("BatchExecuteStatement", Statements=statements)
            codes = {member["Error"]["Code"] for member in response["Responses"] if "Error" in member}
            assert codes <= {"DuplicateItem", "ValidationError"}, response

        def select():
            key = random_key(chance)
            for item in execute("SELECT by key", f"SELECT * FROM {TABLE} {by_key}", *key.values())["Items"]:
                assert key.items() <= item.items(), (key, item)

        def batch_select():
            statement = f"SELECT n FROM {TABLE} {by_key}"
            reads = [{"Statement": statement, "Parameters": list(key.values())} for key in random_keys(chance, 25)]
            response = client.call("BatchExecuteStatement reading", Statements=reads)
            assert all("Error" not in member for member in response["Responses"]), response

        def pages(kind, statement, *parameters):
            """The items of all pages."""
            request = {"Limit": chance.randint(20, 200)}
            while True:
                page = execute(kind, statement, *parameters, **request)
                yield from page["Items"]
                if "NextToken" not in page:
                    return
                request["NextToken"] = page["NextToken"]

        def select_ordered(kind, source, partition, value, sort):
            direction = chance.choice(["ASC", "DESC"])
            statement = f"SELECT * FROM {source} WHERE {partition} = ? ORDER BY {sort} {direction}"
            items = list(pages(kind, statement, text(value)))
            order = [item[sort].get("S") or int(item[sort]["N"]) for item in items]
            sorted_order = sorted(order, reverse=direction == "DESC")
            self.run.check("pages are in order", order == sorted_order, kind, value, order)

        def select_partition():
            select_ordered("SELECT of a partition", TABLE, "pk", f"p{chance.randrange(PARTITIONS):02}", "sk")

        def select_of_index():
            select_ordered("SELECT of an index", f'"{TABLE}"."byColour"', "colour", chance.choice(COLOURS), "rank")

        def select_filtered():
            where = "n > ? AND contains(filler, 'xx') AND colour IS NOT MISSING"
            bound = chance.randrange(100)
            for item in pages("SELECT with a filter", f"SELECT n FROM {TABLE} WHERE {where}", number(bound)):
                assert int(item["n"]["N"]) > bound, item

        writes = [insert, update, delete, batch]
        reads = [select, batch_select, select_partition, select_of_index, select_filtered]

        def step():
            if chance.random() < 0.5:
                return chance.choice(reads)()
            with self.gate.passage():
                chance.choice(writes)()

        return step

    def index_changes(self, chance):
        client = self.run.client(ACCOUNT)

        def change(kind, *updates, allow=()):
            types = [{"AttributeName": a, "AttributeType": "S"} for a in ("grade", "pk")]
            request = {"AttributeDefinitions": types, "GlobalSecondaryIndexUpdates": updates}
            return client.call(kind, TableName=TABLE, allow=allow, **request)

        def step():
            definition = index(TRANSIENT_INDEX, PROJECTIONS[next(self.builds) % 3], "grade", "pk")
            another = {"Create": {**definition, "IndexName": "another"}}
            change("UpdateTable too much", {"Create": definition}, another, allow=["LimitExceededException"])
            change("UpdateTable creating an index", {"Create": definition})
            # The fork is created while writers run and, perhaps, while the index is being built.
            fork = client.of_fork("shop-copy")
            fork.call("ListTables in a fork")
            self.wait_for_indexes(fork)
            self.compare(fork, "an index equals the table in a fork")
            fork.admin("fork dropped", "POST", f"reset?{fork.selection}")
            self.wait_for_indexes(client)
            with self.gate.closed():
                self.compare(client, "an index equals the table")
            self.run.pause(chance.uniform(0, 1.5))
            change("UpdateTable deleting an index", {"Delete": {"IndexName": TRANSIENT_INDEX}})
            with self.gate.closed():
                self.compare(client, "an index equals the table")
            self.run.pause(chance.uniform(0, 1.5))

        return step

    def wait_for_indexes(self, client):
        deadline = time.monotonic() + INDEX_BUILD_SECONDS
        while True:
            table = client.call("DescribeTable", TableName=TABLE)["Table"]
            if all(index["IndexStatus"] == "ACTIVE" for index in table["GlobalSecondaryIndexes"]):
                return
            assert time.monotonic() < deadline, f"an index is not ACTIVE after {INDEX_BUILD_SECONDS} s: {table}"
            time.sleep(0.02)

    def compare(self, client, invariant):
        """Checks that each index has the projections of the items that have its keys, and no other entries."""
        description = client.call("DescribeTable", TableName=TABLE)["Table"]
        types = {a["AttributeName"]: a["AttributeType"] for a in description["AttributeDefinitions"]}
        table = client.stored(TABLE)
        for described in description["LocalSecondaryIndexes"] + description["GlobalSecondaryIndexes"]:
            keys = [element["AttributeName"] for element in described["KeySchema"]]
            whole = described["Projection"]["ProjectionType"] == "ALL"
            projected = {"pk", "sk", *keys, *described["Projection"].get("NonKeyAttributes", [])}
            expected = {
                identity(item): {name: value for name, value in item.items() if whole or name in projected}
                for item in table
                if all(types[key] in item.get(key, {}) for key in keys)
            }
            entries = list(client.pages("Scan of an index", TableName=TABLE, IndexName=described["IndexName"]))
            found = {identity(entry): entry for entry in entries}
            wrong = [key for key in expected.keys() | found.keys() if expected.get(key) != found.get(key)]
            figures = f"{len(table)} items, {len(expected)} expected, {len(entries)} found, {len(wrong)} wrong"
            witness = [(key, expected.get(key), found.get(key)) for key in wrong[:2]]
            holds = not wrong and len(entries) == len(found)
            self.run.check(invariant, holds, client.fork, described["IndexName"], figures, witness)
