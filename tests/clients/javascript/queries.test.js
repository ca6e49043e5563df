// Query and Scan: order, ranges, pages, indexes, selections and parallel segments.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { BatchWriteCommand, DynamoDBDocumentClient, paginateQuery, QueryCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { createTable, errorOf, keyedTable, makeClient } from "./support/client.js";

const client = DynamoDBDocumentClient.from(makeClient());
const TableName = "Queries";
const sortKeys = [-9e15, -30, -2, 0, 0.5, 1, 9, 10, 11, 9e15];

async function writeAll(items, table = TableName) {
  for (let start = 0; start < items.length; start += 25) {
    const requests = items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
  }
}

before(async () => {
  const definition = keyedTable(TableName, "N");
  definition.AttributeDefinitions.push({ AttributeName: "color", AttributeType: "S" });
  definition.AttributeDefinitions.push({ AttributeName: "weight", AttributeType: "N" });
  definition.LocalSecondaryIndexes = [
    {
      IndexName: "byWeight",
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "weight", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "KEYS_ONLY" },
    },
  ];
  definition.GlobalSecondaryIndexes = [
    {
      IndexName: "byColor",
      KeySchema: [
        { AttributeName: "color", KeyType: "HASH" },
        { AttributeName: "weight", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["label"] },
    },
  ];
  await createTable(makeClient(), definition);
  await writeAll(
    sortKeys.map((sk, number) => ({
      pk: "p",
      sk,
      label: `label ${sk}`,
      secret: "s",
      // Every second item is in the indexes.
      ...(number % 2 === 0 && { color: "red", weight: 100 - number }),
    })),
  );
});

const query = (condition, values, more) =>
  client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: condition,
      ExpressionAttributeValues: { ":p": "p", ...values },
      ...more,
    }),
  );
const keys = ({ Items }) => Items.map(({ sk }) => sk);

test("numbers are ordered by value, in both directions", async () => {
  assert.deepEqual(keys(await query("pk = :p")), sortKeys);
  assert.deepEqual(keys(await query("pk = :p", {}, { ScanIndexForward: false })), [...sortKeys].reverse());
});

// [the condition on sk, its values, the selected keys]
for (const [condition, values, expected] of [
  ["sk = :a", { ":a": 0.5 }, [0.5]],
  ["sk < :a", { ":a": 0 }, [-9e15, -30, -2]],
  ["sk <= :a", { ":a": 0 }, [-9e15, -30, -2, 0]],
  ["sk > :a", { ":a": 9 }, [10, 11, 9e15]],
  [":a <= sk", { ":a": 11 }, [11, 9e15]],
  ["sk BETWEEN :a AND :b", { ":a": -2, ":b": 1 }, [-2, 0, 0.5, 1]],
  ["sk BETWEEN :a AND :b", { ":a": 2, ":b": 8 }, []],
]) {
  test(`a range of sort keys: ${condition} ${JSON.stringify(values)}`, async () => {
    assert.deepEqual(keys(await query(`pk = :p AND ${condition}`, values)), expected);
  });
}

for (const forward of [true, false]) {
  for (const limit of [1, 3, 10, 11]) {
    test(`pages of ${limit}, ${forward ? "forward" : "backward"}, join to the whole`, async () => {
      const input = {
        TableName,
        KeyConditionExpression: "pk = :p",
        ExpressionAttributeValues: { ":p": "p" },
        ScanIndexForward: forward,
      };
      const seen = [];
      for await (const page of paginateQuery({ client, pageSize: limit }, input)) {
        assert.ok(page.Items.length <= limit);
        seen.push(...keys(page));
      }
      assert.deepEqual(seen, forward ? sortKeys : [...sortKeys].reverse());
    });
  }
}

test("Limit counts items before the filter, and a page that it ends has a LastEvaluatedKey", async () => {
  const page = await query("pk = :p", { ":l": "label 9" }, { FilterExpression: "label = :l", Limit: 7 });
  assert.deepEqual([page.Count, page.ScannedCount], [1, 7]);
  assert.deepEqual(page.LastEvaluatedKey, { pk: "p", sk: 9 });
  const exact = await query("pk = :p", {}, { Limit: sortKeys.length });
  assert.deepEqual(exact.LastEvaluatedKey, { pk: "p", sk: 9e15 });
  const rest = await query("pk = :p", {}, { ExclusiveStartKey: exact.LastEvaluatedKey });
  assert.deepEqual([rest.Items, rest.LastEvaluatedKey], [[], undefined]);
});

test("a page may start after a key that no item has", async () => {
  assert.deepEqual(keys(await query("pk = :p", {}, { ExclusiveStartKey: { pk: "p", sk: 5 } })), [9, 10, 11, 9e15]);
});

test("a local index is sparse, ordered by its own key, and fetches attributes that it does not project", async () => {
  const entries = await query("pk = :p", {}, { IndexName: "byWeight" });
  assert.deepEqual(keys(entries), [11, 9, 0.5, -2, -9e15]);
  assert.deepEqual(Object.keys(entries.Items[0]).sort(), ["pk", "sk", "weight"]);
  const whole = await query("pk = :p", {}, { IndexName: "byWeight", Select: "ALL_ATTRIBUTES", ConsistentRead: true });
  assert.equal(whole.Items[0].secret, "s");
});

test("a global index is sparse and returns projected attributes", async () => {
  const page = await client.send(
    new QueryCommand({
      TableName,
      IndexName: "byColor",
      KeyConditionExpression: "color = :c AND weight > :w",
      ExpressionAttributeValues: { ":c": "red", ":w": 93 },
      Limit: 2,
    }),
  );
  assert.deepEqual(page.Items.map(({ weight }) => weight), [94, 96]);
  assert.deepEqual(Object.keys(page.Items[0]).sort(), ["color", "label", "pk", "sk", "weight"]);
  assert.deepEqual(page.LastEvaluatedKey, { color: "red", weight: 96, pk: "p", sk: 0.5 });
});

test("a global index is not read consistently", async () => {
  const error = await errorOf(
    client.send(
      new QueryCommand({
        TableName,
        IndexName: "byColor",
        KeyConditionExpression: "color = :c",
        ExpressionAttributeValues: { ":c": "red" },
        ConsistentRead: true,
      }),
    ),
  );
  assert.equal(error.name, "ValidationException");
  assert.match(error.message, /Consistent reads are not supported on global secondary indexes/);
});

test("Select COUNT counts without items", async () => {
  const page = await query("pk = :p", {}, { Select: "COUNT" });
  assert.deepEqual([page.Count, page.Items], [sortKeys.length, undefined]);
});

test("a page ends at one megabyte", async () => {
  await createTable(makeClient(), keyedTable("Megabyte", "N"));
  const blob = "x".repeat(100_000);
  for (let sk = 0; sk < 15; sk += 5) {
    await writeAll(Array.from({ length: 5 }, (_, n) => ({ pk: "p", sk: sk + n, blob })), "Megabyte");
  }
  const first = await query("pk = :p", {}, { TableName: "Megabyte" });
  assert.equal(first.Items.length, 11);
  const second = await query("pk = :p", {}, { TableName: "Megabyte", ExclusiveStartKey: first.LastEvaluatedKey });
  assert.deepEqual([second.Items.length, second.LastEvaluatedKey], [4, undefined]);
});

test("a scan sees every item once, in pages and in parallel segments", async () => {
  await createTable(makeClient(), keyedTable("Scanned", "N"));
  const items = Array.from({ length: 300 }, (_, n) => ({ pk: `p${n % 100}`, sk: n }));
  await writeAll(items, "Scanned");
  const scan = async (more) => {
    const seen = [];
    let ExclusiveStartKey;
    do {
      const page = await client.send(new ScanCommand({ TableName: "Scanned", ExclusiveStartKey, ...more }));
      if (more.Limit) assert.ok(page.Items.length <= more.Limit);
      seen.push(...keys(page));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return seen;
  };
  const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
  const all = items.map(({ sk }) => sk);
  const whole = await scan({});
  assert.deepEqual(sorted(whole), all);
  assert.deepEqual(await scan({ Limit: 7 }), whole);
  const segments = await Promise.all([0, 1, 2, 3].map((Segment) => scan({ Segment, TotalSegments: 4, Limit: 10 })));
  assert.deepEqual(sorted(segments.flat()), all);
});
