const assert = require("node:assert/strict");
const { before, test } = require("node:test");
const { DynamoDBClient, PutItemCommand, ScanCommand } = require("@aws-sdk/client-dynamodb");
const { useHoldfast } = require("holdfast/node-test");

const ready = useHoldfast({ fork: "file" });
let client;
before(async () => {
  client = new DynamoDBClient((await ready).clientConfig);
  assert.equal(process.env.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS, undefined);
});
const scan = async () => (await client.send(new ScanCommand({ TableName: "Rooms", ConsistentRead: true }))).Items;

test("a fork of the file begins with what the setup has made", async () => {
  assert.equal((await scan()).length, 1);
  await client.send(new PutItemCommand({ TableName: "Rooms", Item: { room: { S: "8" } } }));
});

test("all tests of the file share its fork", async () => {
  assert.equal((await scan()).length, 2);
});
