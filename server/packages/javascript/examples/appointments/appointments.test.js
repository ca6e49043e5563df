// The races of appointments. `APPLICATION=wrong node --test …` shows what goes wrong in ./wrong.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BatchWriteCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { explore } from "holdfast";
import { accountKey, client, createTable, price, slotKey, table } from "./database.js";

const { book, cancel, Refused } = await import(`./${process.env.APPLICATION ?? "right"}.js`);

const nine = { provider: "ada", time: "2026-10-01T09:00" };
const ten = { provider: "ada", time: "2026-10-01T10:00" };

async function allItems() {
  return (await client.send(new ScanCommand({ TableName: table, ConsistentRead: true }))).Items;
}

// Stores free slots, and customers who have paid in enough for two bookings, or the amount in `deposits`.
async function seed(deposits = {}) {
  await createTable();
  const slots = [nine, ten].map((slot) => ({ ...slotKey(slot), ...slot, status: "available" }));
  const accounts = ["alice", "bob", "carol"].map((customer) => {
    const paid = deposits[customer] ?? 2 * price;
    return { ...accountKey(customer), customer, deposit: paid, balance: paid };
  });
  const requests = [...slots, ...accounts].map((Item) => ({ PutRequest: { Item } }));
  await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
}

const neverOverdrawn = {
  name: "accounts are not overdrawn",
  table,
  where: "attribute_exists(balance)",
  each: "balance >= :zero",
  values: { ":zero": 0 },
};

// Checks that slots, bookings and accounts agree. Returns the customers with a booking.
async function checkConsistency() {
  const items = await allItems();
  const live = items.filter(({ pk, status }) => pk.startsWith("BOOKING#") && status === "booked");
  for (const slot of items.filter(({ sk }) => sk.startsWith("SLOT#"))) {
    const holders = live.filter(({ time }) => time === slot.time).map(({ pk }) => pk);
    const expected = slot.status === "booked" ? [`BOOKING#${slot.bookingId}`] : [];
    assert.deepEqual(holders, expected, `live bookings of the slot at ${slot.time}`);
  }
  for (const account of items.filter(({ sk }) => sk === "#ACCOUNT")) {
    const bookings = live.filter(({ customer }) => customer === account.customer).length;
    assert.equal(account.balance, account.deposit - bookings * price, `the balance of ${account.customer}`);
  }
  return live.map(({ customer }) => customer).sort();
}

// For tests whose actors are customers: checks that exactly the actors that succeeded have a booking.
async function checkOutcomes(results) {
  const successful = Object.keys(results).filter((customer) => results[customer].status === "fulfilled");
  assert.deepEqual(await checkConsistency(), successful.sort(), "customers with a booking, and successful customers");
}

const commonOptions = { client, expected: Refused, check: checkOutcomes };

test("two customers want one slot", () =>
  explore({
    ...commonOptions,
    start: seed,
    actors: { alice: () => book(nine, "alice"), bob: () => book(nine, "bob") },
  }));

test("three customers want one slot", () =>
  explore({
    ...commonOptions,
    start: seed,
    actors: { alice: () => book(nine, "alice"), bob: () => book(nine, "bob"), carol: () => book(nine, "carol") },
  }));

test("a customer with enough for one slot books two at once", () =>
  explore({
    client,
    expected: Refused,
    start: () => seed({ alice: price }),
    actors: { phone: () => book(nine, "alice"), laptop: () => book(ten, "alice") },
    always: [neverOverdrawn],
    check: checkConsistency,
  }));

test("a form that is sent twice, with the time changed, is one booking", () =>
  explore({
    client,
    expected: Refused,
    start: seed,
    actors: { first: () => book(nine, "alice", "form7"), second: () => book(ten, "alice", "form7") },
    check: checkConsistency,
  }));

test("a booking is cancelled by customer and provider while another customer books", () =>
  explore({
    client,
    expected: Refused,
    start: async () => {
      await seed();
      await book(nine, "alice", "form7");
    },
    actors: { alice: () => cancel("form7"), provider: () => cancel("form7"), bob: () => book(nine, "bob") },
    check: async ({ alice, provider, bob }) => {
      const cancelled = [alice, provider].filter(({ status }) => status === "fulfilled").length;
      assert.ok(cancelled <= 1, `${cancelled} cancellations of one booking`);
      const expected = [cancelled === 0 && "alice", bob.status === "fulfilled" && "bob"].filter(Boolean);
      assert.deepEqual(await checkConsistency(), expected, "customers with a booking");
    },
  }));

// The SDK tries again when a connection ends without a response. DynamoDB recognizes the second attempt of a
// transaction by its token. Other writes have no token.
test("the answer to a write is lost", () =>
  explore({
    ...commonOptions,
    start: seed,
    actors: { alice: () => book(nine, "alice") },
    faults: [{ do: "commit_then_drop", budget: 1 }],
  }));
