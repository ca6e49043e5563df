// Starts and stops a server.
"use strict";

// Taken before a test framework replaces the global timers with fake ones.
const { setTimeout, clearTimeout } = require("node:timers");
const { binaryPath } = require("./binary.js");
const { spawnBound } = require("./bound_process.js");
const { Database } = require("./database.js");

const startMilliseconds = 30_000;
// The server ends itself within two seconds of SIGTERM.
const stopMilliseconds = 5_000;
// Error messages show this many characters of the end of the server's output.
const outputCharactersMax = 4_000;

// A server that this process has started, and its database of the default account.
class Server extends Database {
  #child;
  #ended;
  #output;
  #stopping = false;

  constructor(origin, child, ended, output) {
    super(origin);
    this.#child = child;
    this.#ended = ended;
    this.#output = output;
  }

  get pid() {
    return this.#child.pid;
  }

  // Stops the server, and resolves when it has ended: a server that takes longer than stopMilliseconds is killed.
  // Rejects if it had ended by itself before.
  async stop() {
    const hasEnded = () => this.#child.exitCode !== null || this.#child.signalCode !== null;
    if (!this.#stopping && hasEnded()) {
      throw new Error(`the server had ended (${await this.#ended}) before it was stopped:\n${this.#output.text}`);
    }
    this.#stopping = true;
    this.#child.kill("SIGTERM");
    // The process must not end before the server has.
    this.#child.ref();
    const timer = setTimeout(() => this.#child.kill("SIGKILL"), stopMilliseconds);
    await this.#ended;
    clearTimeout(timer);
  }
}

// Starts a server, on a free port if none is given, and resolves to it when it accepts connections. The server ends
// when this process ends, however it ends, and does not keep this process running.
async function start({ port = 0, host, flags = [], log = false } = {}) {
  const args = ["--port", String(port), ...(host === undefined ? [] : ["--host", host]), ...flags];
  // Detached, because Ctrl-C would end the server before `stop`.
  const child = spawnBound(binaryPath(), args, { stdio: ["ignore", "pipe", "pipe"], detached: true });
  const output = { text: "" };
  const ended = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (status, signal) => resolve(signal ?? `status ${status}`));
  });
  let timer;
  const origin = await new Promise((resolve, reject) => {
    const fail = (why) => {
      child.kill("SIGKILL");
      reject(new Error(`the server ${why}: holdfast ${args.join(" ")}\n${output.text}`));
    };
    timer = setTimeout(() => fail(`was not ready within ${startMilliseconds / 1000} s`), startMilliseconds);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk) => {
        output.text = (output.text + chunk).slice(-outputCharactersMax);
        if (log) process.stderr.write(chunk);
        // The line is written when the port is open.
        const [, listening] = /^holdfast is listening on (http:\S+).*\n/m.exec(output.text) ?? [];
        if (listening) resolve(listening);
      });
    }
    // After the start this has no effect: the promise is settled, and the process has ended.
    ended.then((how) => fail(`did not start (${how})`));
  }).finally(() => clearTimeout(timer));
  for (const handle of [child, child.stdout, child.stderr]) handle.unref();
  return new Server(origin, child, ended, output);
}

module.exports = { start, Server };
