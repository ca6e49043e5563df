// TransactWriteItems and TransactGetItems: all or nothing, reasons, tokens.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { GetItemCommand, PutItemCommand, TransactGetItemsCommand, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { createTable, errorOf, keyedTable, makeClient } from "./support/client.js";

const client = makeClient();
const TableName = "Transactions";
const key = (pk) => ({ pk: { S: pk } });
const transact = (TransactItems, more) => client.send(new TransactWriteItemsCommand({ TransactItems, ...more }));
const read = (...keys) =>
  client.send(new TransactGetItemsCommand({ TransactItems: keys.map((Key) => ({ Get: { TableName, Key } })) }));
const put = (pk, n) => client.send(new PutItemCommand({ TableName, Item: { ...key(pk), n: { N: `${n}` } } }));
const get = async (pk) => (await client.send(new GetItemCommand({ TableName, Key: key(pk), ConsistentRead: true }))).Item;

const Put = (pk, n, more) => ({ Put: { TableName, Item: { ...key(pk), n: { N: `${n}` } }, ...more } });
const Add = (pk, n, more) => ({
  Update: {
    TableName,
    Key: key(pk),
    UpdateExpression: "ADD n :n",
    ExpressionAttributeValues: { ":n": { N: `${n}` } },
    ...more,
  },
});
const Delete = (pk, more) => ({ Delete: { TableName, Key: key(pk), ...more } });
const Check = (pk, ConditionExpression) => ({ ConditionCheck: { TableName, Key: key(pk), ConditionExpression } });
const codes = (error) => error.CancellationReasons.map(({ Code }) => Code);

before(() => createTable(client, keyedTable(TableName, null)));

test("one transaction may have all four actions", async () => {
  await Promise.all([put("update", 1), put("delete", 1), put("check", 1)]);
  await transact([Put("put", 7), Add("update", 4), Delete("delete"), Check("check", "attribute_exists(pk)")]);
  assert.deepEqual(await get("put"), { ...key("put"), n: { N: "7" } });
  assert.deepEqual((await get("update")).n, { N: "5" });
  assert.equal(await get("delete"), undefined);
  const { Responses } = await read(key("put"), key("delete"), key("check"));
  assert.deepEqual(Responses.map(({ Item }) => Item?.n?.N), ["7", undefined, "1"]);
});

test("failed conditions cancel all actions, and every reason is returned", async () => {
  await put("taken", 1);
  const error = await errorOf(
    transact([
      Put("fresh", 1),
      Put("taken", 2, {
        ConditionExpression: "attribute_not_exists(pk)",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
      Check("absent", "attribute_exists(pk)"),
    ]),
  );
  assert.equal(error.name, "TransactionCanceledException");
  assert.equal(error.$metadata.httpStatusCode, 400);
  assert.deepEqual(error.CancellationReasons, [
    { Code: "None" },
    { Code: "ConditionalCheckFailed", Message: "The conditional request failed", Item: { ...key("taken"), n: { N: "1" } } },
    { Code: "ConditionalCheckFailed", Message: "The conditional request failed" },
  ]);
  assert.equal(
    error.message,
    "Transaction cancelled, please refer cancellation reasons for specific reasons " +
      "[None, ConditionalCheckFailed, ConditionalCheckFailed]",
  );
  assert.equal(await get("fresh"), undefined);
});

test("a type error of the stored value is a cancellation reason, too", async () => {
  await client.send(new PutItemCommand({ TableName, Item: { ...key("text"), n: { S: "x" } } }));
  const error = await errorOf(transact([Put("beside", 1), Add("text", 1)]));
  assert.deepEqual(error.CancellationReasons, [
    { Code: "None" },
    { Code: "ValidationError", Message: "An operand in the update expression has an incorrect data type" },
  ]);
  assert.equal(await get("beside"), undefined);
});

test("a repeated token does not repeat the writes, and other actions with it are refused", async () => {
  await put("counter", 0);
  const token = { ClientRequestToken: "the-same-token" };
  await transact([Add("counter", 1)], token);
  await transact([Add("counter", 1)], token);
  assert.deepEqual((await get("counter")).n, { N: "1" });
  const different = await errorOf(transact([Add("counter", 2)], token));
  assert.equal(different.name, "IdempotentParameterMismatchException");
  assert.deepEqual((await get("counter")).n, { N: "1" });
});

test("a cancelled transaction's token may be used again", async () => {
  const token = { ClientRequestToken: "a-cancelled-token" };
  const actions = [Put("later", 1), Check("gate", "attribute_exists(pk)")];
  assert.deepEqual(codes(await errorOf(transact(actions, token))), ["None", "ConditionalCheckFailed"]);
  await put("gate", 1);
  await transact(actions, token);
  assert.deepEqual((await get("later")).n, { N: "1" });
});

test("a transaction has a hundred actions at most", async () => {
  const actions = (count) => Array.from({ length: count }, (_, n) => Put(`many ${n}`, n));
  await transact(actions(100));
  assert.deepEqual((await get("many 99")).n, { N: "99" });
  const error = await errorOf(transact(actions(101)));
  assert.equal(error.name, "ValidationException");
  assert.match(error.message, /Member must have length less than or equal to 100$/);
});

test("two actions on one item are refused", async () => {
  const error = await errorOf(transact([Put("same", 1), Check("same", "attribute_exists(pk)")]));
  assert.equal(error.name, "ValidationException");
  assert.equal(error.message, "Transaction request cannot include multiple operations on one item");
});

test("a missing table is not found", async () => {
  const error = await errorOf(transact([Put("a", 1), { Put: { TableName: "Missing", Item: key("a") } }]));
  assert.equal(error.name, "ResourceNotFoundException");
  assert.equal(error.message, "Requested resource not found");
});

test("a transaction consumes twice the write units", async () => {
  const { ConsumedCapacity } = await transact([Put("capacity", 1)], { ReturnConsumedCapacity: "TOTAL" });
  assert.deepEqual(ConsumedCapacity, [{ TableName, CapacityUnits: 2, WriteCapacityUnits: 2 }]);
});

// Many clients transfer between two accounts: the sum is constant, and no transactional read sees half of a transfer.
test("transfers conserve the total, and a transactional read never sees half of one", async () => {
  await Promise.all([put("left", 100), put("right", 100)]);
  const clients = Array.from({ length: 10 }, () => makeClient());
  let running = true;
  const observed = new Set();
  const observer = (async () => {
    while (running) {
      const outcome = await read(key("left"), key("right")).catch((error) => error);
      if (outcome.Responses) observed.add(outcome.Responses.reduce((sum, { Item }) => sum + Number(Item.n.N), 0));
      else assert.equal(outcome.name, "TransactionCanceledException");
    }
  })();
  try {
    await Promise.all(
      clients.map(async (one, number) => {
        for (let n = 0; n < 20; n++) {
          const amount = number % 2 ? 1 : -1;
          await one.send(new TransactWriteItemsCommand({ TransactItems: [Add("left", amount), Add("right", -amount)] }));
        }
      }),
    );
  } finally {
    running = false;
  }
  await observer;
  assert.deepEqual([...observed], [200]);
  assert.deepEqual([(await get("left")).n.N, (await get("right")).n.N], ["100", "100"]);
});
