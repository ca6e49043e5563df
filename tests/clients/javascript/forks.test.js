// A thousand tests, fifty at a time, each on a fork of one populated database, do not see each other.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { PutItemCommand, ScanCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { admin } from "./support/admin.js";
import { createTable, keyedTable, makeClient } from "./support/client.js";

const forkCount = 1000;
const itemCount = 20;
const table = "Populated";
const original = makeClient();

const makeForkClient = (name) =>
  makeClient({ endpoint: `${process.env.HOLDFAST_ENDPOINT}/_holdfast/forks/${name}` });

// Sends the Host header of the endpoint http://<name>.fork.localhost, which not every machine resolves.
function makeForkClientByHost(name) {
  const client = makeClient();
  const setHost = (next) => (args) => {
    args.request.headers.host = `${name}.fork.localhost:${args.request.port}`;
    return next(args);
  };
  client.middlewareStack.add(setHost, { step: "build", priority: "low", name: "setHost" });
  return client;
}

before(async () => {
  await createTable(original, keyedTable(table, null));
  for (let n = 0; n < itemCount; n++) {
    await original.send(new PutItemCommand({ TableName: table, Item: { pk: { S: `item${n}` }, owner: { S: "original" } } }));
  }
});

const ownersIn = async (client) => {
  const { Items } = await client.send(new ScanCommand({ TableName: table, ConsistentRead: true }));
  return Items.map(({ pk, owner }) => `${pk.S}=${owner.S}`).sort();
};

// Does what one test would do: changes an item, adds another, and reads all items.
async function useFork(number) {
  const name = `test-${number}`;
  const client = makeForkClient(name);
  const changed = `item${number % itemCount}`;
  await client.send(
    new UpdateItemCommand({
      TableName: table,
      Key: { pk: { S: changed } },
      UpdateExpression: "SET #owner = :me",
      ExpressionAttributeNames: { "#owner": "owner" },
      ExpressionAttributeValues: { ":me": { S: name } },
    }),
  );
  await client.send(new PutItemCommand({ TableName: table, Item: { pk: { S: name }, owner: { S: name } } }));
  const expected = Array.from({ length: itemCount }, (_, n) => `item${n}`).map(
    (pk) => `${pk}=${pk === changed ? name : "original"}`,
  );
  assert.deepEqual(await ownersIn(client), [...expected, `${name}=${name}`].sort());
  client.destroy();
}

test("a thousand forks and their original do not see each other's writes", async () => {
  const before = await ownersIn(original);
  const numbers = Array.from({ length: forkCount }, (_, number) => number);
  const worker = async () => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) await useFork(number);
  };
  await Promise.all(Array.from({ length: 50 }, worker));
  assert.deepEqual(await ownersIn(original), before);
});

test("a fork that was dropped starts again from the original", async () => {
  await useFork(forkCount);
  await admin("POST", `reset?fork=test-${forkCount}`);
  await useFork(forkCount);
});

test("control: another client of a fork sees its writes", async () => {
  const name = `test-${forkCount + 1}`;
  await useFork(forkCount + 1);
  assert.ok((await ownersIn(makeForkClient(name))).includes(`${name}=${name}`));
});

test("the path and the host name of an endpoint name the same fork", async () => {
  const name = `test-${forkCount + 2}`;
  await useFork(forkCount + 2);
  assert.ok((await ownersIn(makeForkClientByHost(name))).includes(`${name}=${name}`));
});
