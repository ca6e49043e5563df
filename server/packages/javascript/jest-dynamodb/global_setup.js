// Does what jest-dynamodb-config.js says, with Holdfast in place of DynamoDB Local: `tables`, `port` (8000), `hostname`
// (localhost) and `options` (-sharedDb), with these defaults. `clientConfig` and `installerConfig` are ignored.
"use strict";

const path = require("node:path");
const { Database } = require("../database.js");
const { start } = require("../server.js");

async function readConfig() {
  const config = require(process.env.JEST_DYNAMODB_CONFIG ?? path.resolve("jest-dynamodb-config.js"));
  return typeof config === "function" ? config() : config;
}

// Finds the server that listens at this address already, or starts one.
async function findServer(hostname, port, options) {
  const found = new Database(`http://${hostname}:${port}`);
  try {
    await found.tableNames();
    return found;
  } catch (error) {
    if (error.code !== "ECONNREFUSED") throw error;
  }
  const host = hostname === "localhost" ? undefined : hostname;
  return start({ port, host, flags: options });
}

module.exports = async () => {
  const { tables, port = 8000, hostname = "localhost", options = ["-sharedDb"] } = await readConfig();
  const database = await findServer(hostname, port, options);
  const existing = await database.tableNames();
  // A server that was running already may have tables of an earlier run. @shelf/jest-dynamodb deletes them, too.
  for (const { TableName } of tables) if (existing.includes(TableName)) await database.deleteTable(TableName);
  await database.createTables(tables);
  process.env.MOCK_DYNAMODB_ENDPOINT = `http://${hostname}:${port}`;
};
