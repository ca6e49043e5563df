// Fixtures for Jest.
"use strict";

const { setup } = require("./setup.js");
const { fromText, useFork } = require("./test_run.js");

function useHoldfast(options) {
  const run = process.env.HOLDFAST_RUN;
  if (!run) {
    throw new Error("useHoldfast: Jest's `globalSetup` must name a file that exports `setup(…)` of holdfast/jest");
  }
  // Jest's functions exist in its workers only.
  const { afterAll, beforeEach } = require("@jest/globals");
  return useFork(fromText(run), options, { afterAll, beforeEach });
}

module.exports = { setup, useHoldfast };
