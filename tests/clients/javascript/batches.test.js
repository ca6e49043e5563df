// BatchWriteItem and BatchGetItem.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { BatchGetItemCommand, BatchWriteItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { createTable, errorOf, keyedTable, makeClient } from "./support/client.js";

const client = makeClient();
const key = (n) => ({ pk: { S: `${n}` } });
const puts = (from, to) =>
  Array.from({ length: to - from }, (_, n) => ({ PutRequest: { Item: { ...key(from + n), n: { N: `${from + n}` } } } }));
const write = (RequestItems, more) => client.send(new BatchWriteItemCommand({ RequestItems, ...more }));
const read = (RequestItems) => client.send(new BatchGetItemCommand({ RequestItems }));

before(async () => {
  await createTable(client, keyedTable("One", null));
  await createTable(client, keyedTable("Two", null));
});

test("25 writes to two tables are executed, and their items are read back", async () => {
  const response = await write({ One: puts(0, 15), Two: puts(0, 10) }, { ReturnConsumedCapacity: "TOTAL" });
  assert.deepEqual(response.UnprocessedItems, {});
  assert.deepEqual(
    new Map(response.ConsumedCapacity.map((used) => [used.TableName, used.CapacityUnits])),
    new Map([["One", 15], ["Two", 10]]),
  );
  const { Responses, UnprocessedKeys } = await read({
    One: { Keys: [key(3), key(99), key(14)], ConsistentRead: true },
    Two: { Keys: [key(1)], ProjectionExpression: "n" },
  });
  assert.deepEqual(UnprocessedKeys, {});
  assert.deepEqual(Responses.One.map((item) => item.n.N).sort(), ["14", "3"]);
  assert.deepEqual(Responses.Two, [{ n: { N: "1" } }]);
});

test("puts and deletes may be mixed", async () => {
  await write({ One: [{ DeleteRequest: { Key: key(3) } }, { DeleteRequest: { Key: key("none") } }, ...puts(50, 51)] });
  const { Responses } = await read({ One: { Keys: [key(3), key(50)] } });
  assert.deepEqual(Responses.One, [{ ...key(50), n: { N: "50" } }]);
});

test("a hundred keys are read at once", async () => {
  for (let n = 100; n < 200; n += 25) await write({ Two: puts(n, n + 25) });
  const { Responses } = await read({ Two: { Keys: Array.from({ length: 100 }, (_, n) => key(100 + n)) } });
  assert.equal(Responses.Two.length, 100);
});

test("a batch that would exceed 16 MB returns unprocessed keys", async () => {
  await createTable(client, keyedTable("Large", null));
  const blob = { S: "x".repeat(400_000) };
  for (let n = 0; n < 50; n += 10) {
    await write({ Large: Array.from({ length: 10 }, (_, i) => ({ PutRequest: { Item: { ...key(n + i), blob } } })) });
  }
  let keys = Array.from({ length: 50 }, (_, n) => key(n));
  const seen = [];
  let calls = 0;
  while (keys.length > 0) {
    const { Responses, UnprocessedKeys } = await read({ Large: { Keys: keys } });
    seen.push(...Responses.Large.map((item) => Number(item.pk.S)));
    keys = UnprocessedKeys.Large?.Keys ?? [];
    assert.ok(++calls < 5);
  }
  assert.equal(calls, 2);
  assert.deepEqual(seen.sort((a, b) => a - b), Array.from({ length: 50 }, (_, n) => n));
});

test("an error of one request refuses the whole batch", async () => {
  const before = (await client.send(new ScanCommand({ TableName: "One", Select: "COUNT" }))).Count;
  for (const [requests, message] of [
    [{ One: [...puts(900, 901), ...puts(900, 901)] }, /^Provided list of item keys contains duplicates$/],
    [{ One: [...puts(900, 901), { PutRequest: { Item: { n: { N: "1" } } } }] }, /key/],
    [{ One: puts(900, 926) }, /less than or equal to 25/],
    [{}, /./],
  ]) {
    const error = await errorOf(write(requests));
    assert.equal(error.name, "ValidationException");
    assert.match(error.message, message);
  }
  const missing = await errorOf(write({ One: puts(900, 901), Missing: puts(0, 1) }));
  assert.equal(missing.name, "ResourceNotFoundException");
  assert.equal((await client.send(new ScanCommand({ TableName: "One", Select: "COUNT" }))).Count, before);
});

test("one key may not be read twice", async () => {
  const error = await errorOf(read({ One: { Keys: [key(1), key(1)] } }));
  assert.equal(error.name, "ValidationException");
  assert.equal(error.message, "Provided list of item keys contains duplicates");
});
