// The package without a test framework's fixtures: start, databases, the lab and shake.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { DynamoDBClient, GetItemCommand, PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { binaryPath, connect, expectNoUnguardedWrites, explore, shake, start } from "holdfast";

const rooms = {
  TableName: "Rooms",
  AttributeDefinitions: [{ AttributeName: "room", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "room", KeyType: "HASH" }],
  BillingMode: "PAY_PER_REQUEST",
};
const Key = { room: { S: "7" } };

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function waitUntilGone(pid) {
  for (let i = 0; i < 200 && isRunning(pid); i++) await setTimeout(50);
  assert.equal(isRunning(pid), false, "the server is still running");
}

async function withServer(task, options) {
  const server = await start(options);
  try {
    await server.createTables([rooms]);
    await task(server, new DynamoDBClient(server.clientConfig));
  } finally {
    await server.stop();
  }
  await waitUntilGone(server.pid);
}

const guestIn = async (client) => {
  const { Item } = await client.send(new GetItemCommand({ TableName: "Rooms", Key, ConsistentRead: true }));
  return Item?.guest?.S;
};
const put = (client, guest) =>
  client.send(new PutItemCommand({ TableName: "Rooms", Item: { ...Key, guest: { S: guest } } }));

test("servers get ports of their own, and their forks do not see each other", () =>
  withServer((one, client) =>
    withServer(async (other) => {
      assert.notEqual(one.endpoint, other.endpoint);
      await put(client, "alice");
      const [left, right] = [one.fork(), one.fork("right")];
      assert.equal(right.endpoint, `${one.endpoint}/_holdfast/forks/right`);
      await put(new DynamoDBClient(left.clientConfig), "bob");
      assert.equal(await guestIn(new DynamoDBClient(left.clientConfig)), "bob");
      assert.equal(await guestIn(new DynamoDBClient(right.clientConfig)), "alice");
      await left.reset();
      assert.equal(await guestIn(new DynamoDBClient(connect(left.endpoint).clientConfig)), "alice");
      assert.deepEqual(await other.tableNames(), ["Rooms"]);
      await other.deleteTable("Rooms");
      assert.deepEqual(await other.tableNames(), []);
    }),
  ));

test("connect finds the fork that the path or the host names", () => {
  for (const endpoint of ["http://localhost:8000/_holdfast/forks/mine", "http://mine.fork.localhost:8000"]) {
    assert.equal(connect(endpoint).endpoint, "http://localhost:8000/_holdfast/forks/mine");
  }
  assert.equal(connect("http://localhost:8000/").endpoint, "http://localhost:8000");
});

test("the calls reach the client's database where each access key has one of its own", () =>
  withServer(
    async (server) => {
      await server.clock.stopAt(new Date("2026-10-01T09:00:00Z"));
      const { databases } = await server.admin("GET", "databases");
      assert.deepEqual(databases.map(({ tables, clock }) => [tables, clock]), [[1, "virtual"]]);
    },
    { flags: ["--isolate-by", "access-key"] },
  ));

test("a snapshot restores the items, and each database has a clock of its own", () =>
  withServer(async (server, client) => {
    await put(client, "alice");
    const restore = await server.snapshot();
    for (const guest of ["bob", "carol"]) {
      await put(client, guest);
      await restore();
      assert.equal(await guestIn(client), "alice");
    }
    const fork = server.fork();
    assert.equal((await fork.clock.stopAt(new Date("2026-10-01T09:00:00Z"))).toISOString(), "2026-10-01T09:00:00.000Z");
    assert.equal((await fork.clock.advance("15m")).toISOString(), "2026-10-01T09:15:00.000Z");
    assert.equal((await fork.clock.now()).toISOString(), "2026-10-01T09:15:00.000Z");
    assert.ok(Math.abs((await server.clock.now()) - Date.now()) < 60_000);
    assert.equal(await fork.clock.sweep(), 0);
    assert.ok(Math.abs((await fork.clock.run()) - Date.now()) < 60_000);
  }));

test("a client that is configured by the environment finds the fork", () =>
  withServer(async (server) => {
    const script = `
      const { DynamoDBClient, ListTablesCommand } = require("@aws-sdk/client-dynamodb");
      new DynamoDBClient({}).send(new ListTablesCommand({})).then(({ TableNames }) => console.log(TableNames.join()));`;
    const fork = server.fork();
    await fork.createTables([{ ...rooms, TableName: "OnlyInTheFork" }]);
    const env = { ...process.env, ...fork.environment };
    const child = spawn(process.execPath, ["--eval", script], { env, stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.setEncoding("utf8");
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    await once(child, "close");
    assert.equal(output, "OnlyInTheFork,Rooms\n");
  }));

test("start and stop reject with the reason", async () => {
  await assert.rejects(start({ flags: ["--nonsense"] }), /did not start \(status 1\).*--nonsense.*unknown flag/s);
  const server = await start();
  await assert.rejects(start({ port: Number(new URL(server.endpoint).port) }), /did not start/);
  process.kill(server.pid, "SIGKILL");
  await waitUntilGone(server.pid);
  await assert.rejects(server.stop(), /had ended \(SIGKILL\) before/);
});

for (const signal of ["SIGKILL", "SIGTERM", null]) {
  test(`a server ends with its parent (${signal ?? "which ends by itself"})`, async () => {
    const script = `
      const { start } = require("holdfast");
      start().then(({ pid }) => { console.log(pid); ${signal ? "setInterval(() => {}, 1000)" : ""} });`;
    const parent = spawn(process.execPath, ["--eval", script], { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(parent, "exit");
    const pid = Number(String((await once(parent.stdout, "data"))[0]));
    if (signal) {
      assert.ok(isRunning(pid));
      parent.kill(signal);
    }
    // Waits forever if the server keeps its parent from ending.
    await ended;
    await waitUntilGone(pid);
  });
}

test("Ctrl-C does not end a server before it is stopped", async () => {
  const script = `
    const { start } = require("holdfast");
    start().then((server) => {
      process.once("SIGINT", () => setTimeout(() => server.stop().then(() => process.exit(0)), 1000));
      setTimeout(() => {}, 60_000);
      console.log(server.pid);
    });`;
  const parent = spawn(process.execPath, ["--eval", script], { stdio: ["ignore", "pipe", "inherit"], detached: true });
  const ended = once(parent, "exit");
  const pid = Number(String((await once(parent.stdout, "data"))[0]));
  // To the process group, as a terminal does.
  process.kill(-parent.pid, "SIGINT");
  assert.deepEqual(await ended, [0, null]);
  await waitUntilGone(pid);
});

const bookNaively = async (client, guest) => {
  if (!(await guestIn(client))) await put(client, guest);
};
const bookIfFree = (client, guest) =>
  client.send(
    new UpdateItemCommand({
      TableName: "Rooms",
      Key,
      UpdateExpression: "SET guest = :guest",
      ConditionExpression: "attribute_not_exists(guest)",
      ExpressionAttributeValues: { ":guest": { S: guest } },
    }),
  );

test("unguarded writes are found where every run passes, and guarded ones are not", () =>
  withServer(async (server, client) => {
    const actorsThat = (book) => ({ alice: () => book(client, "alice"), bob: () => book(client, "bob") });
    const naive = { client, actors: actorsThat(bookNaively) };
    const verdict = await explore(naive);
    assert.equal(verdict.ok, true);
    const found = /unguarded writes.*lost update: (alice|bob)'s PutItem of 7 in Rooms overwrites/s;
    await assert.rejects(expectNoUnguardedWrites(naive), found);
    await assert.rejects(expectNoUnguardedWrites(verdict), found);
    assert.equal((await expectNoUnguardedWrites({ client, actors: actorsThat(bookIfFree) })).complete, true);
    await assert.rejects(expectNoUnguardedWrites({}), TypeError);
  }));

// A test command for shake: two concurrent bookings at the endpoint that the environment names. The command succeeds if
// `expected` of the bookings do.
const racingCommand = (book, expected) => [
  process.execPath,
  "--input-type=module",
  "--eval",
  `import { DynamoDBClient, GetItemCommand, PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
   import { connect } from "holdfast";
   const Key = ${JSON.stringify(Key)};
   const guestIn = ${guestIn};
   const put = ${put};
   const book = ${book};
   await connect(process.env.HOLDFAST_ENDPOINT).createTables([${JSON.stringify(rooms)}]);
   const client = new DynamoDBClient({});
   const outcomes = await Promise.allSettled(["alice", "bob"].map((guest) => book(client, guest)));
   process.exitCode = outcomes.filter(({ status }) => status === "fulfilled").length === ${expected} ? 0 : 1;`,
];

test("shake resolves to its result, or rejects with its table", async () => {
  const only = ["reordering", "throttling"];
  const passed = await shake(racingCommand(bookIfFree, 1), { runs: 2, seed: 1, only });
  assert.deepEqual(passed.runs.length, 2);
  await expectNoUnguardedWrites(passed);
  await assert.rejects(
    shake(racingCommand(bookNaively, 1), { runs: 2, seed: 1, only: "reordering", keepGoing: true }),
    ({ name, status, output, result }) =>
      name === "ShakeError" && status === 1 && /Failed runs/.test(output) && result.classes[0].class === "reordering",
  );
  await assert.rejects(shake(["false"]), ({ status, message }) => status !== 0 && /^shake: the command/.test(message));
  await assert.rejects(
    shake(["true"], { only: "nonsense" }),
    ({ status, message }) => status === 2 && /^shake: holdfast shake could not do .*needs .*late-ttl/s.test(message),
  );
  await assert.rejects(shake([]), TypeError);
  await assert.rejects(shake(["true"], { run: 1 }), /there is no option run/);
});

test("HOLDFAST_BINARY comes before the installed binary", async () => {
  assert.match(binaryPath(), /@holdfast\/linux-\w+\/bin\/holdfast$/);
  process.env.HOLDFAST_BINARY = "/no/such/binary";
  try {
    await assert.rejects(start(), /HOLDFAST_BINARY names \/no\/such\/binary/);
  } finally {
    delete process.env.HOLDFAST_BINARY;
  }
});
