// Holdfast for tests in JavaScript: a server, its databases, the race lab and shake. The fixtures for test frameworks
// are in holdfast/vitest, holdfast/jest and holdfast/node-test.
"use strict";

const { binaryPath } = require("./binary.js");
const { Database } = require("./database.js");
const { explore, RaceError } = require("./race.js");
const { start } = require("./server.js");
const { shake, ShakeError } = require("./shake.js");
const { expectNoUnguardedWrites } = require("./unguarded_writes.js");

// The database of a server that runs already, or, if `endpoint` is that of a fork, the fork.
function connect(endpoint, options = {}) {
  const url = new URL(endpoint);
  const [, fork] = /^\/_holdfast\/forks\/([^/]+)/.exec(url.pathname) ?? [];
  return new Database(url.origin, { ...options, ...(fork && { fork }) });
}

module.exports = { binaryPath, connect, expectNoUnguardedWrites, explore, RaceError, shake, ShakeError, start };
