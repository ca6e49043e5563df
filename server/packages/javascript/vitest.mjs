// Fixtures for Vitest's test files. The global setup is a module of its own, holdfast/setup: it runs outside the
// workers, and "vitest" can be imported only in them.

import { afterAll, beforeEach, inject } from "vitest";
import testRun from "./test_run.js";

export function useHoldfast(options) {
  const run = inject("holdfast");
  if (!run) {
    throw new Error(
      "useHoldfast: Vitest's `globalSetup` must name a file with `export default setup({…})`, from holdfast/setup",
    );
  }
  return testRun.useFork(testRun.fromText(run), options, { afterAll, beforeEach });
}
