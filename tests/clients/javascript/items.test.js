// Single items: items are read as they were written, with every type and every form of return values.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { DeleteItemCommand, GetItemCommand, PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { createTable, errorOf, keyedTable, makeClient } from "./support/client.js";

const client = makeClient();
const TableName = "Items";
const put = (Item, more) => client.send(new PutItemCommand({ TableName, Item, ...more }));
const get = async (pk, more) => {
  const Key = { pk: { S: pk } };
  return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true, ...more }))).Item;
};
const update = (pk, more) => client.send(new UpdateItemCommand({ TableName, Key: { pk: { S: pk } }, ...more }));

before(() => createTable(client, keyedTable(TableName, null)));

test("every type comes back as it was written", async () => {
  const item = {
    pk: { S: "types" },
    text: { S: "grüße \u0000 👩‍🚀 \"\\/\b\n" },
    emptyText: { S: "" },
    number: { N: "-12.5" },
    bytes: { B: Uint8Array.from([0, 1, 254, 255]) },
    emptyBytes: { B: new Uint8Array() },
    yes: { BOOL: true },
    no: { BOOL: false },
    nothing: { NULL: true },
    list: { L: [{ S: "a" }, { N: "1" }, { L: [] }, { M: {} }] },
    map: { M: { "a.b": { S: "dot" }, nested: { M: { deep: { BOOL: true } } } } },
  };
  await put({ ...item, texts: { SS: ["b", "a", "é"] }, numbers: { NS: ["10", "9", "-1"] } });
  const { texts, numbers, ...rest } = await get("types");
  assert.deepEqual(rest, item);
  assert.deepEqual(new Set(texts.SS), new Set(["a", "b", "é"]));
  assert.deepEqual(new Set(numbers.NS), new Set(["-1", "9", "10"]));
});

test("numbers are exact to 38 digits and are returned in canonical form", async () => {
  for (const [written, read] of [
    ["12345678901234567890123456789012345678", "12345678901234567890123456789012345678"],
    ["0.1", "0.1"], ["1.10", "1.1"], ["-0", "0"], ["1e2", "100"], ["007", "7"],
    ["9.9999999999999999999999999999999999999E125", `${"9".repeat(38)}${"0".repeat(88)}`],
    ["1E-130", `0.${"0".repeat(129)}1`],
  ]) {
    await put({ pk: { S: "number" }, n: { N: written } });
    assert.equal((await get("number")).n.N, read, written);
  }
  await put({ pk: { S: "sum" }, n: { N: "0.1" } });
  const { Attributes } = await update("sum", {
    UpdateExpression: "SET n = n + :d",
    ExpressionAttributeValues: { ":d": { N: "0.2" } },
    ReturnValues: "UPDATED_NEW",
  });
  assert.deepEqual(Attributes, { n: { N: "0.3" } });
});

test("numbers outside of DynamoDB's range are refused", async () => {
  for (const [number, text] of [
    ["1E126", "Number overflow. Attempting to store a number with magnitude larger than supported range"],
    ["1E-131", "Number underflow. Attempting to store a number with magnitude smaller than supported range"],
    ["1".repeat(39), "Attempting to store more than 38 significant digits in a Number"],
  ]) {
    const error = await errorOf(put({ pk: { S: "number" }, n: { N: number } }));
    assert.equal(error.name, "ValidationException", number);
    assert.ok(error.message.includes(text), `${number}: ${error.message}`);
  }
});

test("an item of 400 KB is kept, one byte more is refused", async () => {
  const overhead = "pk".length + "big".length + "b".length;
  const largest = { pk: { S: "big" }, b: { S: "x".repeat(409_600 - overhead) } };
  await put(largest);
  assert.equal((await get("big")).b.S.length, largest.b.S.length);
  const error = await errorOf(put({ ...largest, b: { S: `${largest.b.S}x` } }));
  assert.equal(error.name, "ValidationException");
  assert.ok(error.message.includes("Item size has exceeded the maximum allowed size"), error.message);
});

test("PutItem returns the replaced item", async () => {
  const first = await put({ pk: { S: "put" }, v: { N: "1" } }, { ReturnValues: "ALL_OLD" });
  assert.equal(first.Attributes, undefined);
  const second = await put({ pk: { S: "put" }, w: { N: "2" } }, { ReturnValues: "ALL_OLD" });
  assert.deepEqual(second.Attributes, { pk: { S: "put" }, v: { N: "1" } });
  assert.deepEqual(await get("put"), { pk: { S: "put" }, w: { N: "2" } });
});

test("DeleteItem returns the deleted item, and nothing the second time", async () => {
  await put({ pk: { S: "gone" }, v: { N: "1" } });
  const request = { TableName, Key: { pk: { S: "gone" } }, ReturnValues: "ALL_OLD" };
  const first = await client.send(new DeleteItemCommand(request));
  assert.deepEqual(first.Attributes, { pk: { S: "gone" }, v: { N: "1" } });
  assert.equal(await get("gone"), undefined);
  assert.equal((await client.send(new DeleteItemCommand(request))).Attributes, undefined);
});

test("UpdateItem returns each of its five forms", async () => {
  for (const [ReturnValues, expected] of [
    ["NONE", undefined],
    ["ALL_OLD", { pk: { S: "forms" }, a: { N: "1" }, b: { S: "x" } }],
    ["UPDATED_OLD", { a: { N: "1" } }],
    ["ALL_NEW", { pk: { S: "forms" }, a: { N: "2" }, b: { S: "x" } }],
    ["UPDATED_NEW", { a: { N: "2" } }],
  ]) {
    await put({ pk: { S: "forms" }, a: { N: "1" }, b: { S: "x" } });
    const { Attributes } = await update("forms", {
      UpdateExpression: "ADD a :one",
      ExpressionAttributeValues: { ":one": { N: "1" } },
      ReturnValues,
    });
    assert.deepEqual(Attributes, expected, ReturnValues);
  }
});

test("UpdateItem creates a missing item", async () => {
  await update("upsert", { UpdateExpression: "SET a = :v", ExpressionAttributeValues: { ":v": { S: "x" } } });
  assert.deepEqual(await get("upsert"), { pk: { S: "upsert" }, a: { S: "x" } });
});

test("a failed condition changes nothing and can return the item", async () => {
  await put({ pk: { S: "guarded" }, v: { N: "1" } });
  const error = await errorOf(
    put(
      { pk: { S: "guarded" }, v: { N: "2" } },
      { ConditionExpression: "attribute_not_exists(pk)", ReturnValuesOnConditionCheckFailure: "ALL_OLD" },
    ),
  );
  assert.equal(error.name, "ConditionalCheckFailedException");
  assert.deepEqual(error.Item, { pk: { S: "guarded" }, v: { N: "1" } });
  assert.deepEqual(await get("guarded"), { pk: { S: "guarded" }, v: { N: "1" } });
  const silent = await errorOf(put({ pk: { S: "guarded" } }, { ConditionExpression: "attribute_not_exists(pk)" }));
  assert.equal(silent.Item, undefined);
});

test("a projection returns the paths it names", async () => {
  await put({
    pk: { S: "projected" },
    things: { L: [{ S: "x" }, { S: "y" }, { S: "z" }] },
    map: { M: { a: { N: "1" }, b: { N: "2" } } },
  });
  assert.deepEqual(
    await get("projected", {
      ProjectionExpression: "things[2], things[0], #m.b, absent",
      ExpressionAttributeNames: { "#m": "map" },
    }),
    { things: { L: [{ S: "x" }, { S: "z" }] }, map: { M: { b: { N: "2" } } } },
  );
  assert.deepEqual(await get("projected", { ProjectionExpression: "absent" }), {});
});

test("capacity is reported when it is asked for", async () => {
  const written = await put({ pk: { S: "capacity" }, b: { S: "x".repeat(3000) } }, { ReturnConsumedCapacity: "TOTAL" });
  assert.deepEqual(written.ConsumedCapacity, { TableName, CapacityUnits: 3 });
  const Key = { pk: { S: "capacity" } };
  const read = await client.send(new GetItemCommand({ TableName, Key, ReturnConsumedCapacity: "INDEXES" }));
  assert.deepEqual(read.ConsumedCapacity, { TableName, CapacityUnits: 0.5, Table: { CapacityUnits: 0.5 } });
});

test("the document client writes and reads JavaScript values", async () => {
  const document = DynamoDBDocumentClient.from(makeClient());
  const Item = { pk: "document", n: 1.5, yes: true, nothing: null, list: [1, "a", { deep: [] }], set: new Set(["a", "b"]) };
  await document.send(new PutCommand({ TableName, Item }));
  assert.deepEqual((await document.send(new GetCommand({ TableName, Key: { pk: "document" } }))).Item, Item);
});
