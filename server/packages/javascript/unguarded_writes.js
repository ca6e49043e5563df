// The finding that a write had no condition although it rested on a read that may have been out of date.
"use strict";

const { callerOf, exploreFor, RaceError } = require("./race.js");

// One line for each finding, of a verdict of `explore` or a result of `shake`.
function findingsOf({ warnings, lostUpdates }) {
  if (warnings) return [...new Set(warnings.filter(({ kind }) => kind === "stale_write").map(({ text }) => text))];
  if (lostUpdates) {
    const version = (number) => (number === 0 ? "absent" : `v${number}`);
    return lostUpdates.map(
      ({ operation, table, item, readVersion, overwrittenVersion }) =>
        `lost update: ${operation} of ${item} in ${table} overwrites ${version(overwrittenVersion)} without a ` +
        `condition; the item was last read as ${version(readVersion)}`,
    );
  }
  throw new TypeError("expectNoUnguardedWrites: pass the options or the verdict of explore, or the result of shake");
}

// Fails if a write without a condition overwrote an item that had changed since its actor read it, or rested on a read
// of an index or an eventually consistent read. The write need not have done harm: the runs may all have passed.
// A result of `shake` has only the overwritten items.
// Given the options of `explore`, explores first.
async function expectNoUnguardedWrites(given) {
  const result = given?.client ? await exploreFor(callerOf(new Error().stack), given) : given;
  const findings = findingsOf(result ?? {});
  if (findings.length > 0) {
    throw new RaceError(`unguarded writes:\n\n${findings.map((line) => `  ${line}`).join("\n")}`, {
      verdict: result,
    });
  }
  return result;
}

module.exports = { expectNoUnguardedWrites };
