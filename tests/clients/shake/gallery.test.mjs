// Ordinary tests of the race lab's five example systems, which know nothing of the lab: SYSTEM=appointments
// APPLICATION=wrong node --test gallery.test.mjs

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

const examples = new URL("../../../server/packages/javascript/examples/", import.meta.url);
const require = createRequire(new URL("package.json", examples));
const { BatchWriteCommand, PutCommand, ScanCommand } = require("@aws-sdk/lib-dynamodb");

const system = process.env.SYSTEM;
const database = await import(new URL(`${system}/database.js`, examples));
const application = await import(new URL(`${system}/${process.env.APPLICATION ?? "right"}.js`, examples));
const { client } = database;
const { Refused } = application;

// Milliseconds between the beginnings of two calls. As long as nothing is delayed, a call has ended before the next
// begins: without shake, these tests pass even with the wrong versions.
const gap = 200;
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Whether each call succeeded; false if the application refused it. The calls begin `gap` apart.
async function staggered(...calls) {
  const outcomes = await Promise.allSettled(calls.map((call, i) => sleep(i * gap).then(call)));
  return outcomes.map(({ status, reason }) => {
    if (status === "rejected" && !(reason instanceof Refused)) throw reason;
    return status === "fulfilled";
  });
}
const put = (TableName, Item) => client.send(new PutCommand({ TableName, Item }));
const scan = async (TableName) => (await client.send(new ScanCommand({ TableName, ConsistentRead: true }))).Items;
const count = (outcomes) => outcomes.filter(Boolean).length;

const suites = {
  async appointments() {
    const { accountKey, createTable, price, slotKey, table } = database;
    const slot = { provider: "ada", time: "2026-10-01T09:00" };
    await createTable();
    const items = [
      { ...slotKey(slot), ...slot, status: "available" },
      ...["alice", "bob", "carol"].map((customer) => ({ ...accountKey(customer), balance: 2 * price })),
    ];
    const requests = items.map((Item) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
    const customers = ["alice", "bob", "carol"];
    const booked = await staggered(...customers.map((customer) => () => application.book(slot, customer)));
    const stored = await scan(table);
    assert.ok(count(booked) <= 1, `${count(booked)} customers were told that they have the slot`);
    assert.equal(stored.filter(({ pk }) => pk.startsWith("BOOKING#")).length, count(booked), "bookings");
    const left = stored.filter(({ sk }) => sk === "#ACCOUNT").reduce((sum, { balance }) => sum + balance, 0);
    assert.equal(left, (6 - count(booked)) * price, "what is left on the accounts");
  },

  async inventory() {
    const { createTable, getItem, stockKey, table } = database;
    await createTable();
    await put(table, { ...stockKey("tea"), quantity: 10, reservedQty: 0, availableQty: 10 });
    const [received, ...reserved] = await staggered(
      () => application.receive("tea", 5),
      () => application.reserve("order1", "tea", 3),
      () => application.reserve("order2", "tea", 3),
    );
    const { quantity, reservedQty } = await getItem(stockKey("tea"));
    assert.deepEqual(
      { quantity, reservedQty },
      { quantity: received ? 15 : 10, reservedQty: 3 * count(reserved) },
      "the stock",
    );
  },

  async slate() {
    const { createTable, getItem, slotKey, table } = database;
    const slot = { venue: "hall", time: "2026-10-01T20:00" };
    await createTable();
    await put(table, { ...slotKey(slot), ...slot, status: "OPEN" });
    const held = await staggered(...["alice", "bob"].map((user) => () => application.placeHold(slot, user)));
    assert.ok(count(held) <= 1, "two users hold one slot");
    assert.equal((await getItem(slotKey(slot))).status, count(held) === 1 ? "HELD" : "OPEN");
  },

  async medical_tests() {
    const { createTable, getItem, resultKey, reviewKey, table, testKey } = database;
    const blood = { patient: "p1", sample: "s1", type: "blood" };
    await createTable();
    await put(table, { ...testKey(blood), ...reviewKey(blood), ...blood, status: "PENDING_REVIEW" });
    // The second call begins after the first has ended: only an index that lags can offer it the same test again.
    const [ada] = await staggered(() => application.reviewNext("ada", "normal"));
    const [ben] = await staggered(() => application.reviewNext("ben", "high"));
    assert.ok(!(ada && ben), "one test was reviewed twice");
    const result = await getItem(resultKey(blood));
    assert.equal(result?.doctor, ada ? "ada" : ben ? "ben" : undefined, "who reviewed it");
  },

  async scheduling() {
    const { bookings, createTables, endOf } = database;
    await createTables();
    const at = (time) => `2026-10-01T${time}:00.000Z`;
    await staggered(
      () => application.book("intro", at("09:00"), "alice"),
      () => application.book("intro", at("09:15"), "bob"),
    );
    const stored = (await scan(bookings)).filter(({ status }) => status === "confirmed");
    const starts = stored.map(({ start }) => start).sort();
    for (let i = 1; i < starts.length; i++) assert.ok(endOf(starts[i - 1]) <= starts[i], "two bookings overlap");
  },
};

test(`${system} keeps its promises`, suites[system]);
