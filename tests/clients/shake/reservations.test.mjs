// An application that counts its reservations, and has the store count them with ADD, which is not idempotent: if the
// reply to an executed reservation is lost, the SDK sends it again, and the store counts it twice.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const require = createRequire(new URL("../../../server/packages/javascript/examples/package.json", import.meta.url));
const { CreateTableCommand, DynamoDBClient, GetItemCommand, UpdateItemCommand } = require("@aws-sdk/client-dynamodb");

const client = new DynamoDBClient({ endpoint: process.env.HOLDFAST_ENDPOINT });
const TableName = "Stock";
const Key = { pk: { S: "tea" } };

const reserve = () =>
  client.send(
    new UpdateItemCommand({
      TableName,
      Key,
      UpdateExpression: "ADD reserved :one",
      ExpressionAttributeValues: { ":one": { N: "1" } },
    }),
  );

test("the store counts what the application counts", async () => {
  await client.send(
    new CreateTableCommand({
      TableName,
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
  let counted = 0;
  for (let i = 0; i < 100; i++) {
    await reserve();
    counted += 1;
  }
  const { Item } = await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }));
  const stored = Number(Item.reserved.N);
  assert.equal(stored, counted, `the application counted ${counted}, the store ${stored}`);
});
