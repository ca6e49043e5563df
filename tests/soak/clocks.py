"""Effects of time. In one database the virtual clock is moved: items and iterators expire, shards are closed, and
records are trimmed. In another one items expire by the system clock, without a request for a sweep."""

import collections
import time

from client import number, table_definition, text
from ledger import WITH_STREAM, differences, iterator_of, replay, shards_of
from soak_run import Part

MOVED, UNMOVED = "100000000006", "100000000007"
TABLE = "Timed"
EXPIRING, LASTING = 30, 10
# README.md: "Expired items are deleted within ten seconds". A server with sanitizers may take longer on a busy machine.
EXPIRY_SECONDS = 30


def events_of(client, iterators):
    """Counts the records of all iterators by event name and principal, and returns the counts and the event ids. Reads
    one page of each shard: no shard here has more records."""
    pages = [client.call("GetRecords", ShardIterator=iterator) for iterator in iterators]
    records = [record for page in pages for record in page["Records"]]
    events = [(record["eventName"], record.get("userIdentity", {}).get("PrincipalId")) for record in records]
    return collections.Counter(events), {record["eventID"] for record in records}


class Clocks(Part):
    def set_up(self):
        self.create_table(self.run.client(UNMOVED))

    def workers(self):
        return {"moved clock": self.moves, "expiry": self.expiry}

    def create_table(self, client, **more):
        client.call("CreateTable", **table_definition(TABLE, "pk", **more))
        time_to_live = {"Enabled": True, "AttributeName": "expiry"}
        client.call("UpdateTimeToLive", TableName=TABLE, TimeToLiveSpecification=time_to_live)

    def put(self, client, prefix, count, expiry):
        for n in range(count):
            item = {"pk": text(f"{prefix}{n}"), "expiry": number(int(expiry))}
            client.call("PutItem", TableName=TABLE, Item=item)

    def moves(self, chance):
        client = self.run.client(MOVED)

        def clock(kind, **change):
            return client.admin(kind, "POST", f"clock?{client.selection}", **change)["now"]

        def step():
            # Deletes the data of the previous round, whose times are later than those of this one.
            client.admin("reset", "POST", f"reset?{client.selection}")
            now = clock("clock stopped", mode="virtual")
            self.create_table(client, **WITH_STREAM)
            arn = client.call("DescribeTable", TableName=TABLE)["Table"]["LatestStreamArn"]
            self.put(client, "soon", EXPIRING, now + 100)
            self.put(client, "late", LASTING, now + 400 * 86_400)
            shards = shards_of(client, arn)
            iterators = [iterator_of(client, arn, shard) for shard in shards]

            clock("clock moved", advance="5m")
            left = {item["pk"]["S"] for item in client.stored(TABLE)}
            events, old_ids = events_of(client, iterators)
            expected = {("INSERT", None): EXPIRING + LASTING, ("REMOVE", "dynamodb.amazonaws.com"): EXPIRING}
            holds = left == {f"late{n}" for n in range(LASTING)} and events == expected
            self.run.check("a moved clock deletes what has expired and tells the stream", holds, left, events)

            clock("clock moved", advance="901s")
            # The operation is GetRecords: the word after it only labels the call in the counts.
            page = client.call("GetRecords expired", allow=["ExpiredIteratorException"], ShardIterator=iterators[0])
            self.run.check("iterators expire after 15 minutes", page is None, page)

            # Shards are closed after four hours: these records go to their child shards.
            clock("clock moved", advance="5h")
            self.put(client, "late", LASTING * 2, now + 300 * 86_400)
            wrong, count = differences(replay(client, arn), client.stored(TABLE)), len(shards_of(client, arn))
            holds = not wrong and count == 2 * len(shards)
            self.run.check("a stream replayed over several shards equals the table", holds, count, wrong[:3])

            # The first shards were closed less than a day ago, so they still exist, but their records are older.
            clock("clock moved", advance="19h")
            trimmed = {"allow": ["TrimmedDataAccessException"], "SequenceNumber": "0" * 21}
            refused = [iterator_of(client, arn, shard, "AT_SEQUENCE_NUMBER", **trimmed) is None for shard in shards]
            _, ids = events_of(client, [iterator_of(client, arn, shard) for shard in shards_of(client, arn)])
            holds = all(refused) and ids and not ids & old_ids
            self.run.check("records are trimmed after a day", holds, refused, len(ids), len(ids & old_ids))

            now = clock("clock released", mode="system")
            self.run.check("a released clock is the system's", abs(now - time.time()) < EXPIRY_SECONDS, now)
            self.run.pause(0.2)

        return step

    def expiry(self, chance):
        client = self.run.client(UNMOVED)

        def step():
            self.put(client, "gone", EXPIRING, time.time() + 1)
            self.put(client, "kept", 1, time.time() + 86_400)
            deadline = time.monotonic() + 1 + EXPIRY_SECONDS
            while len(left := client.stored(TABLE)) > 1 and time.monotonic() < deadline:
                self.run.pause(0.5)
                if self.run.stopping.is_set():
                    return
            self.run.check("expired items go by themselves", [item["pk"]["S"] for item in left] == ["kept0"], len(left))
            client.admin("sweep", "POST", f"ttl/sweep?{client.selection}")
            client.admin("clock read", "GET", f"clock?{client.selection}")

        return step
