// The races of medical tests. `APPLICATION=wrong node --test …` shows what goes wrong in ./wrong.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { explore } from "holdfast";
import { client, createTable, getItem, resultKey, reviewQueue, testKey } from "./database.js";

const { register, reviewNext, amend, Refused } = await import(`./${process.env.APPLICATION ?? "right"}.js`);

const blood = { patient: "p1", sample: "s1", type: "blood" };

async function registerTest() {
  await createTable();
  await register(blood);
}

async function registerAndReview() {
  await registerTest();
  await reviewNext("ada", "normal");
}

const successfulActors = (results) => Object.keys(results).filter((name) => results[name].status === "fulfilled");

const commonOptions = { client, expected: Refused };

test("two doctors review one test", () =>
  explore({
    ...commonOptions,
    start: registerTest,
    actors: { ada: () => reviewNext("ada", "normal"), ben: () => reviewNext("ben", "high") },
    check: async (results) => {
      const result = await getItem(resultKey(blood));
      const { reviewedBy } = await getItem(testKey(blood));
      const expected = { successful: [result?.doctor].filter(Boolean), reviewedBy: result?.doctor };
      assert.deepEqual({ successful: successfulActors(results), reviewedBy }, expected, "the doctor of the result");
      assert.equal((await reviewQueue()).length, result ? 0 : 1, "tests in the queue");
    },
  }));

// One doctor has only one order of requests, but the queue may still show a test that was reviewed a moment ago.
test("a doctor works through a queue that lags", () =>
  explore({
    ...commonOptions,
    start: registerTest,
    indexLag: 1,
    actors: {
      async ada() {
        await reviewNext("ada", "normal");
        await reviewNext("ada", "high").catch((error) => {
          if (!(error instanceof Refused)) throw error;
        });
      },
    },
    check: async () => assert.equal((await getItem(resultKey(blood))).finding, "normal"),
  }));

test("two nurses register one sample", () =>
  explore({
    ...commonOptions,
    start: createTable,
    actors: {
      cleo: () => register({ ...blood, type: "blood" }),
      dan: () => register({ ...blood, type: "urine" }),
    },
    check: async (results) => {
      const { type } = await getItem(testKey(blood));
      assert.deepEqual(successfulActors(results), [type === "blood" ? "cleo" : "dan"], "the nurse who registered it");
    },
  }));

test("two doctors amend one result", () =>
  explore({
    ...commonOptions,
    start: registerAndReview,
    actors: { ada: () => amend(blood, "ada", "seen by ada"), ben: () => amend(blood, "ben", "seen by ben") },
    check: async (results) => {
      const { finding, version } = await getItem(resultKey(blood));
      for (const name of successfulActors(results)) assert.match(finding, new RegExp(`seen by ${name}`));
      assert.equal(version, 1 + successfulActors(results).length, "the version");
    },
  }));
