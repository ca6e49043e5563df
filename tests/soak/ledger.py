"""A stream replayed from its start equals the table: without concurrent writes, in a fork, and after the table was
deleted.

A stream keeps its records for 24 hours, beyond the deletion of its table. Epochs bound the data: after EPOCH_RECORDS
the table is deleted and the whole database reset, which deletes its streams. The clock of the database is never
moved, so that nothing is trimmed within an epoch."""

from client import number, table_definition, text
from soak_run import Gate, Part

ACCOUNT = "100000000004"
TABLE = "Ledger"
KEYS = 200
EPOCH_RECORDS = 2_000
PAUSE_BETWEEN_WRITES_SECONDS = 0.005
WITH_STREAM = {"StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"}}
# The error that followers get when an epoch has ended.
GONE = ["ResourceNotFoundException"]


class StreamBroken(Exception):
    """Records that contradict each other or the order of their numbers."""


def shards_of(client, arn):
    """All shards, parents before children; none if the stream is gone."""
    parents, start = {}, {}
    while response := client.call("DescribeStream", allow=GONE, StreamArn=arn, Limit=3, **start):
        description = response["StreamDescription"]
        parents.update((shard["ShardId"], shard.get("ParentShardId")) for shard in description["Shards"])
        if "LastEvaluatedShardId" not in description:
            break
        start = {"ExclusiveStartShardId": description["LastEvaluatedShardId"]}
    ordered = []
    while parents:
        eldest = [shard for shard, parent in parents.items() if parent not in parents]
        parents = {shard: parent for shard, parent in parents.items() if shard not in eldest}
        ordered += eldest
    return ordered


def iterator_of(client, arn, shard, start="TRIM_HORIZON", allow=(), **more):
    request = {"StreamArn": arn, "ShardId": shard, "ShardIteratorType": start, **more}
    response = client.call("GetShardIterator", allow=allow, **request)
    return response and response["ShardIterator"]


class Replay:
    """Applies stream records and keeps the resulting items. With `from_start` every record of the stream is applied, so
    the first record of an item must have no old image."""

    def __init__(self, from_start=True):
        self.from_start = from_start
        self._items = {}
        self._newest = {}

    def apply(self, shard, record):
        change = record["dynamodb"]
        # All sequence numbers have 21 digits, so their texts have the order of the numbers.
        if change["SequenceNumber"] <= self._newest.get(shard, ""):
            raise StreamBroken(f"after {self._newest[shard]} comes {record}")
        self._newest[shard] = change["SequenceNumber"]
        key, old, new = repr(change["Keys"]), change.get("OldImage"), change.get("NewImage")
        if record["eventName"] != ("INSERT" if old is None else "REMOVE" if new is None else "MODIFY"):
            raise StreamBroken(f"the images contradict the event of {record}")
        if (self.from_start or key in self._items) and self._items.get(key) != old:
            raise StreamBroken(f"the item was {self._items.get(key)} before {record}")
        self._items[key] = new

    def items(self):
        return [item for item in self._items.values() if item is not None]


def replay(client, arn):
    """Returns the items that result from all records of a stream. The table must not be written meanwhile."""
    state = Replay()
    for shard in shards_of(client, arn):
        iterator = iterator_of(client, arn, shard)
        while iterator:
            page = client.call("GetRecords", ShardIterator=iterator)
            for record in page["Records"]:
                state.apply(shard, record)
            # An empty page marks the current end of an open shard.
            iterator = page.get("NextShardIterator") if page["Records"] else None
    return state.items()


def differences(items, others):
    """Returns the items that only one of the two lists has, irrespective of their order."""
    items, others = ({repr(sorted(item.items())) for item in some} for some in (items, others))
    return sorted(items ^ others)


class Ledger(Part):
    def __init__(self, run):
        super().__init__(run)
        self.gate = Gate()

    def set_up(self):
        self.begin_epoch(self.run.client(ACCOUNT))

    def begin_epoch(self, client):
        client.call("CreateTable", **table_definition(TABLE, "pk", **WITH_STREAM))
        self.records = 0

    def workers(self):
        return {
            "ledger writer 0": self.writes,
            "ledger writer 1": self.writes,
            "ledger follower 0": self.follows,
            "ledger follower 1": self.follows,
            "ledger replays": self.replays,
        }

    def final_checks(self):
        self.compare(self.run.client(ACCOUNT), "a replayed stream equals the table")

    def writes(self, chance):
        client = self.run.client(ACCOUNT)

        def items(count):
            names = [f"k{n:03}" for n in chance.sample(range(KEYS), count)]
            return [{"pk": text(name), "n": number(chance.randrange(1000))} for name in names]

        def update():
            values = {":n": number(chance.randrange(2)), ":f": text("f" * chance.randrange(100))}
            expression = {"UpdateExpression": "ADD n :n SET filler = :f", "ExpressionAttributeValues": values}
            client.call("UpdateItem", TableName=TABLE, Key={"pk": items(1)[0]["pk"]}, **expression)

        def batch():
            client.call("BatchWriteItem", RequestItems={TABLE: [{"PutRequest": {"Item": one}} for one in items(20)]})

        def transaction():
            puts = [{"Put": {"TableName": TABLE, "Item": one}} for one in items(5)]
            # The word after the operation only labels the call in the counts.
            client.call("TransactWriteItems mixed", allow=["TransactionCanceledException"], TransactItems=puts)

        steps = [(1, lambda: client.call("PutItem", TableName=TABLE, Item=items(1)[0]))] * 6 + [(1, update)] * 6
        steps += [(1, lambda: client.call("DeleteItem", TableName=TABLE, Key={"pk": items(1)[0]["pk"]}))] * 4
        steps += [(20, batch), (5, transaction)]

        def step():
            if self.records < EPOCH_RECORDS:
                with self.gate.passage():
                    count, write = chance.choice(steps)
                    write()
                    # Not atomic: if an update of the count is lost, the epoch only ends later.
                    self.records += count
            self.run.pause(PAUSE_BETWEEN_WRITES_SECONDS)

        return step

    def follows(self, chance):
        """Reads the stream during writes, from the stream's start or from now on, until the stream ends."""
        client = self.run.client(ACCOUNT)

        def step():
            start = chance.choice(["TRIM_HORIZON", "LATEST"])
            for stream in client.call("ListStreams", TableName=TABLE, Limit=10)["Streams"][-1:]:
                broken = None
                try:
                    follow(stream["StreamArn"], start)
                except StreamBroken as exception:
                    broken = exception
                self.run.check("a followed stream has neither gaps nor repetitions", broken is None, start, broken)
            self.run.pause(0.1)

        def follow(arn, start):
            state = Replay(from_start=start == "TRIM_HORIZON")
            iterators = {shard: iterator_of(client, arn, shard, start, GONE) for shard in shards_of(client, arn)}
            while any(iterators.values()) and not self.run.stopping.is_set():
                for shard in [shard for shard, iterator in iterators.items() if iterator]:
                    request = {"ShardIterator": iterators[shard], "Limit": chance.choice([1, 10, 100, 1000])}
                    page = client.call("GetRecords following", allow=GONE, **request) or {"Records": []}
                    for record in page["Records"]:
                        state.apply(shard, record)
                    iterators[shard] = page.get("NextShardIterator")
                self.run.pause(0.05)

        return step

    def replays(self, chance):
        client = self.run.client(ACCOUNT)

        def step():
            self.run.pause(chance.uniform(1, 3))
            with self.gate.closed():
                self.compare(client, "a replayed stream equals the table")
            fork = client.of_fork("ledger-copy")
            self.compare(fork, "a replayed stream equals the table in a fork")
            fork.admin("fork dropped", "POST", f"reset?{fork.selection}")
            if self.records >= EPOCH_RECORDS:
                with self.gate.closed():
                    self.compare(client, "a replayed stream equals the table that was deleted", delete=True)
                    client.admin("reset", "POST", f"reset?{client.selection}")
                    self.begin_epoch(client)

        return step

    def compare(self, client, invariant, delete=False):
        # If `client` is a client of a fork, the first of these calls creates the fork.
        arn = client.call("DescribeTable", TableName=TABLE)["Table"]["LatestStreamArn"]
        items = client.stored(TABLE)
        if delete:
            client.call("DeleteTable", TableName=TABLE)
        try:
            wrong = differences(items, replay(client, arn))
        except StreamBroken as broken:
            wrong = [broken]
        self.run.check(invariant, not wrong, client.fork, f"{len(wrong)} items differ", *wrong[:3])
