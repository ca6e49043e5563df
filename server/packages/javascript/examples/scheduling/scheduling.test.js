// The races of the scheduling service. `APPLICATION=wrong node --test …` shows what goes wrong in ./wrong.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { explore } from "holdfast";
import { bookings, client, connectionKey, connections, createTables, endOf, getItem } from "./database.js";

const { book, cancel, reschedule, refreshToken, Refused } = await import(
  `./${process.env.APPLICATION ?? "right"}.js`
);

const at = (time) => `2026-10-01T${time}:00.000Z`;
let booking;

async function bookAtNine() {
  await createTables();
  booking = await book("intro", at("09:00"), "alice");
}

async function createConnection() {
  await createTables();
  const item = { ...connectionKey("owner"), vault_reference: "first", version: 1 };
  await client.send(new PutCommand({ TableName: connections, Item: item }));
}

// Checks that confirmed bookings do not overlap. Returns the times at which they begin.
async function checkConsistency() {
  const { Items } = await client.send(new ScanCommand({ TableName: bookings, ConsistentRead: true }));
  const starts = Items.filter(({ status }) => status === "confirmed").map(({ start }) => start).sort();
  for (let i = 1; i < starts.length; i++) {
    assert.ok(endOf(starts[i - 1]) <= starts[i], `bookings at ${starts[i - 1]} and ${starts[i]} overlap`);
  }
  return starts;
}

// Checks that the time can be booked if, and only if, no booking overlaps it.
async function checkBookable(time) {
  const isFree = (await checkConsistency()).every((start) => endOf(start) <= time || endOf(time) <= start);
  const outcome = await book("intro", time, "next").then(
    () => "booked",
    (error) => error.constructor.name,
  );
  assert.equal(outcome, isFree ? "booked" : "Refused", `the attempt to book ${time}`);
}

const commonOptions = { client, expected: Refused };

test("two bookers want hours that overlap", () =>
  explore({
    ...commonOptions,
    start: createTables,
    actors: { alice: () => book("intro", at("09:00"), "alice"), bob: () => book("intro", at("09:15"), "bob") },
    check: checkConsistency,
  }));

// One booker has only one order of requests, but the index may not have the first booking yet.
test("a booker books twice while the index lags", () =>
  explore({
    ...commonOptions,
    start: createTables,
    indexLag: 1,
    actors: {
      async alice() {
        await book("intro", at("09:00"), "alice");
        await book("intro", at("09:15"), "alice");
      },
    },
    check: checkConsistency,
  }));

test("a booking is cancelled by both sides while another booker wants the time", () =>
  explore({
    ...commonOptions,
    start: bookAtNine,
    actors: {
      alice: () => cancel(booking),
      owner: () => cancel(booking),
      bob: () => book("intro", at("09:00"), "bob"),
    },
    check: async ({ alice, owner }) => {
      await checkBookable(at("09:00"));
      const cancelled = [alice, owner].filter(({ status }) => status === "fulfilled").length;
      assert.ok(cancelled <= 1, `${cancelled} cancellations of one booking`);
    },
  }));

test("a booking is moved to a time that another booker wants", () =>
  explore({
    ...commonOptions,
    start: bookAtNine,
    actors: { alice: () => reschedule(booking, at("10:00")), bob: () => book("intro", at("10:15"), "bob") },
    check: async () => {
      await checkBookable(at("09:00"));
      await checkBookable(at("10:00"));
    },
  }));

test("a booking is moved twice", () =>
  explore({
    ...commonOptions,
    start: bookAtNine,
    actors: { alice: () => reschedule(booking, at("10:00")), owner: () => reschedule(booking, at("11:00")) },
    check: async () => {
      assert.equal((await checkConsistency()).length, 1, "confirmed bookings after one was moved twice");
      await checkBookable(at("10:00"));
      await checkBookable(at("11:00"));
    },
  }));

test("two refreshers have one token", () =>
  explore({
    ...commonOptions,
    start: createConnection,
    actors: { web: () => refreshToken("owner"), worker: () => refreshToken("owner") },
    check: async ({ web, worker }) => {
      const stored = await getItem(connections, connectionKey("owner"));
      const refreshed = [web, worker].filter(({ status }) => status === "fulfilled");
      assert.equal(stored.version, 1 + refreshed.length, "the version counts the refreshes");
    },
  }));
