// The global setup of Vitest and Jest: one server for all workers, filled once.
"use strict";

const { startRun, toText } = require("./test_run.js");

// Returns the function that the framework calls before all tests. Vitest passes the database to its workers, Jest's
// workers inherit it in HOLDFAST_RUN.
function setup(options = {}) {
  return async (context) => {
    const { database, stop } = await startRun(options);
    if (typeof context?.provide === "function") {
      context.provide("holdfast", toText(database));
    } else {
      process.env.HOLDFAST_RUN = toText(database);
    }
    // Vitest calls `stop` after all tests. Jest does not: its server ends with Jest's process.
    return stop;
  };
}

module.exports = { setup };
