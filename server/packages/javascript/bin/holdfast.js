#!/usr/bin/env node
// Runs the server's binary with the same arguments, input and output, and ends as the binary ends: with its status, or
// by the signal that ended it.
"use strict";

const os = require("node:os");
const { binaryPath } = require("../binary.js");
const { spawnBound } = require("../bound_process.js");

function fail(reason) {
  process.stderr.write(`holdfast: ${reason}\n`);
  process.exit(1);
}

let binary;
try {
  binary = binaryPath();
} catch (error) {
  fail(error.message);
}
// The handlers are installed before the server is started: the server may be ready before `spawnBound` returns, and the
// user may then send this process a signal.
let child;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"]) {
  process.on(signal, () => {
    // A terminal sends Ctrl-C and Ctrl-\ to all foreground processes, the child among them.
    const isFromTerminal = process.stdin.isTTY && ["SIGINT", "SIGQUIT"].includes(signal);
    if (!isFromTerminal) child.kill(signal);
  });
}

child = spawnBound(binary, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => fail(`${binary} cannot be run: ${error.message}`));
child.on("exit", (status, signal) => {
  if (!signal) process.exit(status);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // If the signal does not end this process, it exits with the status by which a shell reports the signal.
  setTimeout(() => process.exit(128 + os.constants.signals[signal]), 1000);
});
