// What the fixtures of all frameworks share: one server for a run of the tests, and a fork of it for each file.
"use strict";

const { randomInt } = require("node:crypto");
const { connect, Database } = require("./database.js");
const { start } = require("./server.js");

// Twelve digits, the first of which is not zero. A run has an account of its own in a server that other runs may use,
// too.
const randomAccount = () => String(randomInt(1e11, 2e11));

// Starts the server of a run and fills it. Where HOLDFAST_ENDPOINT names a server, as under `holdfast shake`, fills
// that one instead. Resolves to {database, stop}.
async function startRun({ flags = [], tables = [], seed } = {}) {
  const given = process.env.HOLDFAST_ENDPOINT;
  const server = given ? undefined : await start({ flags });
  // Without the fork that HOLDFAST_ENDPOINT may name: a fork of it would not have what is stored in it here.
  const database = server ?? new Database(connect(given).origin, { account: randomAccount() });
  const stop = async () => server?.stop();
  try {
    await database.createTables(tables);
    await seed?.(database);
  } catch (error) {
    await stop().catch(() => {});  // The first error says what is wrong.
    throw error;
  }
  return { database, stop };
}

// The database as text for another process, and back.
const toText = ({ origin, account, region }) => JSON.stringify({ origin, account, region });
function fromText(text) {
  const { origin, ...names } = JSON.parse(text);
  return new Database(origin, names);
}

// The forks of this worker, by their originals. A worker that runs several files with the same modules (Vitest without
// isolation) keeps its fork, because the application's modules keep their clients.
const forks = new Map();

// A fork for the tests of the calling file, reset before each of them (`fork: "test"`, which is the default) or only
// after the last (`fork: "file"`). Its endpoint stays the same for the whole file: a client may be made once. Clients
// that look for their endpoint in the environment find the fork, if they are made after this call.
function useFork(original, { fork = "test" } = {}, { beforeEach, afterAll }) {
  if (!["test", "file"].includes(fork)) throw new TypeError('useHoldfast: fork must be "test" or "file"');
  const key = toText(original);
  if (!forks.has(key)) forks.set(key, original.fork());
  const database = forks.get(key);
  Object.assign(process.env, database.environment);
  // These variables would lead clients to another endpoint, or give them other credentials.
  const overriding = [
    "AWS_PROFILE",
    "AWS_DEFAULT_PROFILE",
    "AWS_SESSION_TOKEN",
    "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS",
  ];
  for (const name of overriding) delete process.env[name];
  const reset = async () => {
    // Only this worker knows the fork, so a session on it is that of a test that has ended.
    await database.closeRaces();
    await database.reset();
  };
  if (fork === "test") beforeEach(reset);
  afterAll(reset);
  return database;
}

module.exports = { fromText, startRun, toText, useFork };
