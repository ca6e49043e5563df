// The races of Slate. `APPLICATION=wrong node --test …` shows what goes wrong in ./wrong.js.
//
// Holds that have expired are deleted by the lab's actor `ttl`, at any moment of a run or not at all.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { explore } from "holdfast";
import { client, createTable, getItem, holdKey, now, slotKey, table } from "./database.js";

const { placeHold, renew, confirm, release, onHoldExpired, Refused } = await import(
  `./${process.env.APPLICATION ?? "right"}.js`
);

const slot = { venue: "hall", time: "2026-10-01T20:00" };
const anHourAgo = now() - 3600;
let aliceHold;

async function openSlot() {
  await createTable();
  await client.send(new PutCommand({ TableName: table, Item: { ...slotKey(slot), ...slot, status: "OPEN" } }));
}

async function holdForAlice(expiresAt) {
  await openSlot();
  aliceHold = await placeHold(slot, "alice", expiresAt);
}

// Acts as the consumer of the stream, which gets a record of the deletion once the hold is deleted.
async function consume() {
  if (!(await getItem(holdKey(aliceHold)))) await onHoldExpired({ ...slot, holdId: aliceHold });
}

const bookAs = async (user) => confirm(slot, await placeHold(slot, user), user);

// The record arrives at the end of the run at the latest. The update may be refused: the slot may have a new hold.
const consumeAtEnd = () => consume().catch((error) => assert.ok(error instanceof Refused, error));

// Checks that the slot agrees with all holds and bookings. Returns its holder and the guest who has booked it,
// each undefined if there is none.
async function checkConsistency() {
  const items = (await client.send(new ScanCommand({ TableName: table, ConsistentRead: true }))).Items;
  const { status, holdId, bookingId } = items.find(({ sk }) => sk.startsWith("SLOT#"));
  const holds = items.filter(({ pk }) => pk.startsWith("HOLD#"));
  const bookings = items.filter(({ pk }) => pk.startsWith("BOOKING#"));
  assert.deepEqual(
    { holds: holds.map(({ pk }) => pk), bookings: bookings.map(({ pk }) => pk) },
    {
      holds: status === "HELD" ? [`HOLD#${holdId}`] : [],
      bookings: status === "BOOKED" ? [`BOOKING#${bookingId}`] : [],
    },
    `holds and bookings of the slot, which is ${status}`,
  );
  return { holder: holds[0]?.user, guest: bookings[0]?.user };
}

const commonOptions = { client, expected: Refused };

test("two users hold one slot", () =>
  explore({
    ...commonOptions,
    start: openSlot,
    actors: { bob: () => placeHold(slot, "bob"), carol: () => placeHold(slot, "carol") },
    check: async (results) => {
      const successful = Object.keys(results).filter((user) => results[user].status === "fulfilled");
      const { holder } = await checkConsistency();
      assert.deepEqual(successful, [holder].filter(Boolean), "users whose call succeeded, and the holder of the slot");
    },
  }));

test("a payment returns after the hold has expired", () =>
  explore({
    ...commonOptions,
    start: () => holdForAlice(anHourAgo),
    actors: { alice: () => confirm(slot, aliceHold, "alice"), consumer: consume, bob: () => bookAs("bob") },
    check: async ({ alice, bob }) => {
      await consumeAtEnd();
      const { guest } = await checkConsistency();
      assert.equal(alice.status === "fulfilled", guest === "alice", "whether alice's booking succeeded");
      assert.equal(bob.status === "fulfilled", guest === "bob", "whether bob's booking succeeded");
    },
  }));

test("a hold is renewed while it expires", () =>
  explore({
    ...commonOptions,
    start: () => holdForAlice(anHourAgo),
    actors: { alice: () => renew(aliceHold), consumer: consume },
    check: async ({ alice }) => {
      await consumeAtEnd();
      const { holder } = await checkConsistency();
      if (alice.status === "fulfilled") assert.equal(holder, "alice", "the holder of the renewed hold");
    },
  }));

test("a hold is released twice while another user wants the slot", () =>
  explore({
    ...commonOptions,
    start: () => holdForAlice(),
    actors: {
      alice: () => release(slot, aliceHold),
      payments: () => release(slot, aliceHold),
      bob: () => placeHold(slot, "bob"),
    },
    check: async ({ alice, payments, bob }) => {
      const released = [alice, payments].some(({ status }) => status === "fulfilled");
      const expected = bob.status === "fulfilled" ? "bob" : released ? undefined : "alice";
      assert.equal((await checkConsistency()).holder, expected, "the holder of the slot");
    },
  }));
