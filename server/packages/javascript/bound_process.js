// Child processes that end when this process ends, however it ends.
"use strict";

const { spawn } = require("node:child_process");

const running = new Set();

function killAll() {
  for (const child of running) child.kill("SIGTERM");
}

// Starts a program, and beside it a shell that reads from a pipe whose other end only this process has. The read
// returns when this process is gone, also after SIGKILL, and the shell then sends SIGTERM to the program. The shell is
// in a process group of its own, so that Ctrl-C does not end it first.
function spawnBound(file, args, options) {
  const child = spawn(file, args, options);
  if (child.pid === undefined) return child;  // The event `error` says why.
  const watcher = spawn("/bin/sh", ["-c", 'read -r line; kill -TERM "$0"', String(child.pid)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watcher.on("error", () => {});  // Without a shell only the exit handler below ends the child.
  watcher.stdin?.on("error", () => {});
  watcher.unref();
  watcher.stdin?.unref();

  if (running.size === 0) process.on("exit", killAll);
  running.add(child);
  child.once("exit", () => {
    watcher.kill("SIGKILL");
    running.delete(child);
    if (running.size === 0) process.off("exit", killAll);
  });
  return child;
}

module.exports = { spawnBound };
