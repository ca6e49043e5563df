// Runs `holdfast shake`.
"use strict";

const { mkdtemp, readFile, rm } = require("node:fs/promises");
const os = require("node:os");
const path = require("node:path");
const { binaryPath } = require("./binary.js");
const { spawnBound } = require("./bound_process.js");

const flagNames = {
  runs: "--runs",
  seed: "--seed",
  only: "--only",
  hold: "--hold",
  keepGoing: "--keep-going",
  jobs: "--jobs",
  upstream: "--upstream",
  upstreamRegion: "--upstream-region",
  report: "--report",
};
// The meaning of an exit status other than 0.
const failures = {
  1: "the command failed under what AWS may do",
  2: "holdfast shake could not do what it was asked to do",
  3: "the command fails by itself",
};

class ShakeError extends Error {
  constructor(message, { status, result, output }) {
    super(message);
    Object.assign(this, { name: "ShakeError", status, result, output });
  }
}

function flagsOf(options) {
  return Object.entries(options).flatMap(([name, value]) => {
    const flag = flagNames[name];
    if (!flag) throw new TypeError(`shake: there is no option ${name}`);
    if (value === undefined || value === false) return [];
    return value === true ? [flag] : [flag, [value].flat().join(",")];
  });
}

// Runs a test command many times against a server that causes anomalies that AWS permits. Resolves to the result if no
// run failed. Rejects with a ShakeError, whose `output` is what `holdfast shake` printed, if a run failed, and also if
// the command could not be run or fails without anomalies, too.
async function shake(command, options = {}) {
  if (!Array.isArray(command) || command.length === 0) {
    throw new TypeError('shake: pass a command such as ["npm", "test"]');
  }
  const flags = flagsOf(options);
  const directory = await mkdtemp(path.join(os.tmpdir(), "holdfast-shake-"));
  try {
    const file = path.join(directory, "result.json");
    const child = spawnBound(binaryPath(), ["shake", ...flags, "--json", file, "--", ...command], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => (output += chunk));
    }
    const status = await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => resolve(code ?? signal));
    });
    const result = await readFile(file, "utf8").then(JSON.parse, () => undefined);
    if (status !== 0) {
      const why = failures[status] ?? `holdfast shake ended with ${status}`;
      throw new ShakeError(`shake: ${why}\n\n${output}`, { status, result, output });
    }
    return { ...result, output };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

module.exports = { shake, ShakeError };
