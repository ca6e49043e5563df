// Fixtures for node:test.
//
// `node --require ./holdfast.setup.cjs --test` loads the setup in the process of the test runner, and again in that of
// each test file. The runner's process starts the server, and writes its address to run.json in a temporary directory.
// The test files' processes, which have the directory's name in their environment, wait for that file.
//
//   runner ── starts ── seeds ── run.json        file's process ── waits for run.json ── fork
"use strict";

const { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { after, beforeEach } = require("node:test");
const { setTimeout } = require("node:timers/promises");
const { fromText, startRun, toText, useFork } = require("./test_run.js");

const directoryVariable = "HOLDFAST_RUN_DIRECTORY";
const fileName = (directory) => path.join(directory, "run.json");
// Long enough to seed large tables.
const waitMilliseconds = 120_000;

// The run that this process has started, if it is the runner, or a test file that is run without a runner.
let ownRun;

function announce(directory, content) {
  const file = fileName(directory);
  writeFileSync(`${file}.new`, JSON.stringify(content));
  renameSync(`${file}.new`, file);
}

// Starts the server of this run, unless another process of the run has started it.
function setup(options = {}) {
  if (process.env[directoryVariable]) return;
  const directory = mkdtempSync(path.join(os.tmpdir(), "holdfast-run-"));
  process.env[directoryVariable] = directory;
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  ownRun = startRun(options);
  ownRun.then(
    ({ database }) => announce(directory, { run: toText(database) }),
    (error) => announce(directory, { error: error.stack }),
  );
}

async function findDatabase() {
  if (ownRun) return (await ownRun).database;
  const directory = process.env[directoryVariable];
  if (!directory) {
    throw new Error(
      "useHoldfast: run `node --require FILE --test`, with a FILE that calls `setup(…)` of holdfast/node-test",
    );
  }
  for (const until = Date.now() + waitMilliseconds; !existsSync(fileName(directory)); ) {
    if (Date.now() > until) throw new Error("useHoldfast: the setup has not ended within two minutes");
    await setTimeout(20);
  }
  const { run, error } = JSON.parse(readFileSync(fileName(directory), "utf8"));
  if (error) throw new Error(`useHoldfast: the setup has failed: ${error}`);
  return fromText(run);
}

// Does what useHoldfast of the other frameworks does, but is asynchronous: resolves to the fork.
async function useHoldfast(options) {
  return useFork(await findDatabase(), options, { afterAll: after, beforeEach });
}

module.exports = { setup, useHoldfast };
