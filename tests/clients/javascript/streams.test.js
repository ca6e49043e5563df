// Streams, read as the Kinesis Client Library reads them: every shard after its parent, from a checkpoint on.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from "@aws-sdk/client-dynamodb-streams";
import { createTable, errorOf, keyedTable, makeClient, makeStreamsClient } from "./support/client.js";
import { randomBelow, seed } from "./support/race.js";
import { describeShards, StreamConsumer } from "./support/stream_consumer.js";

const client = makeClient();
const streams = makeStreamsClient();

async function createStreamedTable(name, StreamViewType = "NEW_AND_OLD_IMAGES") {
  const StreamSpecification = { StreamEnabled: true, StreamViewType };
  await createTable(client, { ...keyedTable(name, null), StreamSpecification });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
  assert.deepEqual(Table.StreamSpecification, StreamSpecification);
  return Table.LatestStreamArn;
}

// A copy of a table, made of the stream's records alone. Fails on a record that does not follow from those before it.
class Replica {
  items = new Map();
  events = new Set();
  taken = 0;

  take = ({ eventID, eventName, dynamodb }) => {
    const key = dynamodb.Keys.pk.S;
    assert.ok(!this.events.has(eventID), `${eventID} came twice`);
    this.events.add(eventID);
    this.taken++;
    const before = this.items.get(key);
    assert.deepEqual(dynamodb.OldImage, before, `${eventName} of ${key} does not follow`);
    assert.equal(eventName, !before ? "INSERT" : dynamodb.NewImage ? "MODIFY" : "REMOVE");
    if (dynamodb.NewImage) this.items.set(key, dynamodb.NewImage);
    else this.items.delete(key);
  };
}

const increment = (TableName, pk) => ({
  TableName,
  Key: { pk: { S: pk } },
  UpdateExpression: "ADD n :one",
  ExpressionAttributeValues: { ":one": { N: "1" } },
});

// Writes 200 items concurrently, each of them five times. The last write of every fourth item deletes it. Returns the
// number of changes.
async function writeConcurrently(TableName) {
  const writeItem = async (number) => {
    const pk = `item${number}`;
    for (let n = 0; n < 3; n++) await client.send(new UpdateItemCommand(increment(TableName, pk)));
    await client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update: increment(TableName, pk) }] }));
    const last = number % 4 === 0 ? new DeleteItemCommand({ TableName, Key: { pk: { S: pk } } })
      : new PutItemCommand({ TableName, Item: { pk: { S: pk }, done: { BOOL: true } } });
    await client.send(last);
  };
  await Promise.all(Array.from({ length: 200 }, (_, number) => writeItem(number)));
  return 200 * 5;
}

function checkComplete(replica, changes) {
  assert.equal(replica.taken, changes);
  assert.equal(replica.items.size, 150);
  for (const item of replica.items.values()) assert.deepEqual(item.done, { BOOL: true });
}

test("a consumer sees every change once, in order, while 200 items are written", async () => {
  const arn = await createStreamedTable("Followed");
  const replica = new Replica();
  const consumer = new StreamConsumer(arn, new Map(), replica.take);
  let writing = true;
  const written = writeConcurrently("Followed").finally(() => (writing = false));
  while (writing) await consumer.run();
  const changes = await written;
  await consumer.run();
  checkComplete(replica, changes);
});

test("a consumer that is killed a hundred times misses nothing and repeats nothing", async () => {
  console.log(`run again with HOLDFAST_SEED=${seed}`);
  const arn = await createStreamedTable("Killed");
  const replica = new Replica();
  const checkpoints = new Map();
  const written = writeConcurrently("Killed");
  for (let kills = 0; kills < 100; ) {
    const consumer = new StreamConsumer(arn, checkpoints, replica.take);
    await consumer.run(1 + randomBelow(9));
    // A consumer that found fewer records than its budget ended by itself and was not killed.
    if (consumer.budget <= 0) kills++;
  }
  const changes = await written;
  await new StreamConsumer(arn, checkpoints, replica.take).run();
  checkComplete(replica, changes);
});

test("control: the replica notices a lost, a repeated and a misplaced record", async () => {
  const records = [];
  const arn = await createStreamedTable("Control");
  for (let n = 0; n < 3; n++) await client.send(new UpdateItemCommand(increment("Control", "a")));
  await new StreamConsumer(arn, new Map(), (record) => records.push(record)).run();
  const replay = (order) => () => order.forEach(new Replica().take);
  replay(records)();
  const [first, second, third] = records;
  for (const bad of [[first, third], [first, first], [second, first], [first, third, second]]) {
    assert.throws(replay(bad), assert.AssertionError);
  }
});

test("a record has the members of the SDK's model", async () => {
  const arn = await createStreamedTable("Shape", "NEW_IMAGE");
  const started = Math.floor(Date.now() / 1000) * 1000;
  await client.send(new PutItemCommand({ TableName: "Shape", Item: { pk: { S: "a" } } }));
  const records = [];
  await new StreamConsumer(arn, new Map(), (record) => records.push(record)).run();
  assert.equal(records.length, 1);
  const [{ dynamodb, ...event }] = records;
  assert.match(event.eventID, /^[0-9a-f]{32}$/);
  assert.equal(event.eventName, "INSERT");
  assert.equal(event.eventVersion, "1.1");
  assert.equal(event.eventSource, "aws:dynamodb");
  assert.equal(event.awsRegion, "us-east-1");
  assert.ok(dynamodb.ApproximateCreationDateTime >= started && dynamodb.ApproximateCreationDateTime <= Date.now());
  assert.equal(dynamodb.ApproximateCreationDateTime.getMilliseconds(), 0);
  assert.deepEqual(dynamodb.Keys, { pk: { S: "a" } });
  assert.deepEqual(dynamodb.NewImage, { pk: { S: "a" } });
  assert.equal(dynamodb.OldImage, undefined);
  assert.equal(dynamodb.SizeBytes, 6);
  assert.equal(dynamodb.StreamViewType, "NEW_IMAGE");
  assert.match(dynamodb.SequenceNumber, /^\d{21,40}$/);
});

test("a deleted table's stream is listed, closed and readable to its end", async () => {
  const arn = await createStreamedTable("Gone");
  await client.send(new PutItemCommand({ TableName: "Gone", Item: { pk: { S: "a" } } }));
  await client.send(new DeleteTableCommand({ TableName: "Gone" }));
  const { Streams } = await streams.send(new ListStreamsCommand({ TableName: "Gone" }));
  assert.deepEqual(Streams, [{ StreamArn: arn, TableName: "Gone", StreamLabel: arn.split("/stream/")[1] }]);
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn: arn }));
  assert.equal(StreamDescription.StreamStatus, "DISABLED");
  const replica = new Replica();
  const checkpoints = new Map();
  await new StreamConsumer(arn, checkpoints, replica.take).run();
  assert.equal(replica.taken, 1);
  assert.deepEqual([...checkpoints.values()], StreamDescription.Shards.map(() => "END"));
});

test("invalid reads are refused with their exceptions", async () => {
  const arn = await createStreamedTable("Refused");
  const missing = `${arn}0`;
  const unknown = await errorOf(streams.send(new DescribeStreamCommand({ StreamArn: missing })));
  assert.equal(unknown.name, "ResourceNotFoundException");
  assert.equal(unknown.message, `Requested resource not found: Stream: ${missing} not found`);
  const forged = await errorOf(streams.send(new GetRecordsCommand({ ShardIterator: `${arn}|1|AAAA` })));
  assert.equal(forged.name, "ValidationException");
  const [{ ShardId }] = await describeShards(arn);
  const old = { StreamArn: arn, ShardId, ShardIteratorType: "AT_SEQUENCE_NUMBER", SequenceNumber: "0".repeat(21) };
  assert.equal((await errorOf(streams.send(new GetShardIteratorCommand(old)))).name, "TrimmedDataAccessException");
});
