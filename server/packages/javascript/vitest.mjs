// Fixtures for Vitest. The global setup is in holdfast/setup, because Vitest's functions cannot be imported there.

import { afterAll, beforeEach, inject } from "vitest";
import testRun from "./test_run.js";

export function useHoldfast(options) {
  const run = inject("holdfast");
  if (!run) {
    throw new Error("useHoldfast: Vitest's `globalSetup` must name a file that exports `setup(…)` of holdfast/setup");
  }
  return testRun.useFork(testRun.fromText(run), options, { afterAll, beforeEach });
}
