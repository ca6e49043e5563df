// Holdfast for tests in JavaScript: a server, its databases, the race lab and shake. The fixtures for test frameworks
// are in holdfast/vitest, holdfast/jest and holdfast/node-test.
"use strict";

const { binaryPath } = require("./binary.js");
const { connect } = require("./database.js");
const { explore, RaceError } = require("./race.js");
const { start } = require("./server.js");
const { shake, ShakeError } = require("./shake.js");
const { expectNoUnguardedWrites } = require("./unguarded_writes.js");

module.exports = { binaryPath, connect, expectNoUnguardedWrites, explore, RaceError, shake, ShakeError, start };
