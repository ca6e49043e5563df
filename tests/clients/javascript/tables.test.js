// Creates, describes, lists and deletes tables, and waits for them with the SDK's waiters.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeEndpointsCommand,
  DescribeLimitsCommand,
  DescribeTableCommand,
  GetItemCommand,
  ListTablesCommand,
  paginateListTables,
  PutItemCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from "@aws-sdk/client-dynamodb";
import { checked, crc32, createTable, errorOf, keyedTable, makeClient } from "./support/client.js";

const client = makeClient();
const describe = async (name, on = client) => (await on.send(new DescribeTableCommand({ TableName: name }))).Table;

test("a table with indexes is described as it was created", async () => {
  const definition = {
    TableName: "Described",
    AttributeDefinitions: ["sk", "pk", "lsk", "gpk"].map((name) => ({
      AttributeName: name,
      AttributeType: name === "lsk" ? "N" : "S",
    })),
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: "local",
        KeySchema: [
          { AttributeName: "pk", KeyType: "HASH" },
          { AttributeName: "lsk", KeyType: "RANGE" },
        ],
        Projection: { ProjectionType: "KEYS_ONLY" },
      },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: "global",
        KeySchema: [{ AttributeName: "gpk", KeyType: "HASH" }],
        Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["b", "a"] },
      },
    ],
    BillingMode: "PAY_PER_REQUEST",
  };
  const { TableDescription } = await client.send(new CreateTableCommand(definition));
  assert.equal(TableDescription.TableStatus, "CREATING");
  const waited = await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 1 }, { TableName: "Described" });
  assert.equal(waited.state, "SUCCESS");

  const table = await describe("Described");
  assert.equal(table.TableStatus, "ACTIVE");
  assert.equal(table.TableArn, "arn:aws:dynamodb:us-east-1:000000000000:table/Described");
  assert.match(table.TableId, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.ok(Math.abs(Date.now() - table.CreationDateTime) < 60_000, `created ${table.CreationDateTime}`);
  assert.deepEqual(table.KeySchema, definition.KeySchema);
  assert.deepEqual(table.AttributeDefinitions.map(({ AttributeName }) => AttributeName), ["gpk", "lsk", "pk", "sk"]);
  assert.equal(table.BillingModeSummary.BillingMode, "PAY_PER_REQUEST");
  assert.equal(table.ItemCount, 0);
  const [local] = table.LocalSecondaryIndexes;
  assert.equal(local.IndexArn, `${table.TableArn}/index/local`);
  assert.equal(local.Projection.ProjectionType, "KEYS_ONLY");
  const [global] = table.GlobalSecondaryIndexes;
  assert.equal(global.IndexStatus, "ACTIVE");
  assert.deepEqual(global.Projection.NonKeyAttributes, ["a", "b"]);
});

test("a second table of the same name is refused", async () => {
  await createTable(client, keyedTable("Twice"));
  const error = await errorOf(client.send(new CreateTableCommand(keyedTable("Twice"))));
  assert.equal(error.name, "ResourceInUseException");
  assert.equal(error.$metadata.httpStatusCode, 400);
  assert.match(error.message, /Table already exists: Twice/);
});

test("a missing table is not found, with the error text of each operation", async () => {
  const described = await errorOf(describe("Missing"));
  assert.equal(described.name, "ResourceNotFoundException");
  assert.equal(described.message, "Requested resource not found: Table: Missing not found");
  const read = await errorOf(client.send(new GetItemCommand({ TableName: "Missing", Key: { pk: { S: "a" } } })));
  assert.equal(read.name, "ResourceNotFoundException");
  assert.equal(read.message, "Requested resource not found");
});

test("a deleted table is gone, and its name is free", async () => {
  await createTable(client, keyedTable("Deleted", null));
  await client.send(new PutItemCommand({ TableName: "Deleted", Item: { pk: { S: "a" } } }));
  const firstId = (await describe("Deleted")).TableId;
  const { TableDescription } = await client.send(new DeleteTableCommand({ TableName: "Deleted" }));
  assert.equal(TableDescription.TableStatus, "DELETING");
  const waited = await waitUntilTableNotExists({ client, maxWaitTime: 10, minDelay: 1 }, { TableName: "Deleted" });
  assert.equal(waited.state, "SUCCESS");
  await createTable(client, keyedTable("Deleted", null));
  assert.notEqual((await describe("Deleted")).TableId, firstId);
  const { Item } = await client.send(new GetItemCommand({ TableName: "Deleted", Key: { pk: { S: "a" } } }));
  assert.equal(Item, undefined);
});

test("tables are listed in order and in pages", async () => {
  const lister = makeClient({ region: "eu-west-1" });
  const names = ["Alpha", "Beta", "Gamma", "alpha", "beta"];
  for (const name of [...names].reverse()) await lister.send(new CreateTableCommand(keyedTable(name)));
  const pages = [];
  for await (const { TableNames } of paginateListTables({ client: lister, pageSize: 2 }, {})) pages.push(TableNames);
  assert.deepEqual(pages, [["Alpha", "Beta"], ["Gamma", "alpha"], ["beta"]]);
  const exact = await lister.send(new ListTablesCommand({ Limit: 5 }));
  assert.equal(exact.LastEvaluatedTableName, undefined);
});

test("each account has a database of its own in each Region", async () => {
  await createTable(client, keyedTable("Isolated"));
  const credentials = { accessKeyId: "123456789012", secretAccessKey: "any" };
  const account = makeClient({ credentials });
  assert.deepEqual((await account.send(new ListTablesCommand({}))).TableNames, []);
  await createTable(account, keyedTable("Isolated"));
  assert.equal((await describe("Isolated", account)).TableArn, "arn:aws:dynamodb:us-east-1:123456789012:table/Isolated");
  const elsewhere = makeClient({ region: "ap-south-1" });
  assert.equal((await errorOf(describe("Isolated", elsewhere))).name, "ResourceNotFoundException");
  const sameAccount = makeClient({ credentials: { accessKeyId: "AKIAEXAMPLE", secretAccessKey: "other" } });
  assert.equal((await describe("Isolated", sameAccount)).TableStatus, "ACTIVE");
});

test("bad table definitions are refused", async () => {
  const bad = { ...keyedTable("Bad"), AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }] };
  assert.equal((await errorOf(client.send(new CreateTableCommand(bad)))).name, "ValidationException");
  const short = await errorOf(client.send(new CreateTableCommand(keyedTable("ab"))));
  assert.equal(short.name, "ValidationException");
  assert.match(short.message, /Member must have length greater than or equal to 3|at least 3/);
});

test("limits and endpoints are described", async () => {
  const limits = await client.send(new DescribeLimitsCommand({}));
  assert.equal(typeof limits.AccountMaxReadCapacityUnits, "number");
  const { Endpoints } = await client.send(new DescribeEndpointsCommand({}));
  assert.equal(Endpoints.length, 1);
  assert.equal(typeof Endpoints[0].Address, "string");
});

test("control: the CRC-32 has its known value, and responses are checked with it", () => {
  assert.equal(crc32(Buffer.from("123456789")), 0xcbf43926);
  assert.ok(checked.responses > 20);
});
