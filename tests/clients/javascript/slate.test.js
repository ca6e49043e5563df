// Scenario 3 with the virtual clock: the test lets holds expire, and a consumer of the stream frees their slots.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { DescribeTableCommand, UpdateTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { advanceClock, clockNow, stopClock } from "./support/admin.js";
import { createTable, errorOf, makeClient } from "./support/client.js";
import { lost, race, randomBelow, rounds, seed, won } from "./support/race.js";
import { StreamConsumer } from "./support/stream_consumer.js";
import * as slate from "./scenarios/slate.js";

const { placeHold, confirmBooking, releaseHold, renewHold, reopenSlot, slotViolations, table } = slate;
const clients = Array.from({ length: 4 }, () => DynamoDBDocumentClient.from(makeClient()));
const [client] = clients;
const checkpoints = new Map();
const watcher = new slate.Watcher();
let streamArn;
let number = 0;

before(async () => {
  console.log(`run again with HOLDFAST_SEED=${seed}`);
  await stopClock("2026-10-01T09:00:00Z");
  await createTable(makeClient(), slate.definition);
  await makeClient().send(new UpdateTimeToLiveCommand(slate.timeToLive));
  streamArn = (await makeClient().send(new DescribeTableCommand({ TableName: table }))).Table.LatestStreamArn;
});

// Runs a new consumer from the checkpoints of the last one until there are no new records. Returns the keys of the
// holds whose slots it freed.
async function consume() {
  const freed = [];
  const take = async (record) => {
    watcher.take(record);
    if (await reopenSlot(client, record)) freed.push(record.dynamodb.Keys.pk.S);
  };
  await new StreamConsumer(streamArn, checkpoints, take).run();
  return freed;
}

async function newSlot() {
  const slot = { venueId: "race", startsAt: `2026-11-01T10:00#${String(number++).padStart(6, "0")}` };
  await slate.putSlot(client, slot);
  return slot;
}

// Several customers try to hold the slot. Returns the hold of the winner.
async function raceForHold(slot, attempt) {
  const now = await clockNow();
  const outcomes = await race(clients, async (racer, racerNumber) => {
    const hold = { holdId: `${slot.startsAt}#${attempt}.${racerNumber}`, userId: `u${racerNumber}`, now };
    await placeHold(racer, slot, hold);
    return hold;
  });
  assert.equal(won(outcomes).length, 1, "one of the holders wins");
  for (const { error } of lost(outcomes)) assert.equal(error.name, "TransactionCanceledException");
  return won(outcomes)[0].value;
}

const bookingOf = ({ holdId, userId }) => ({
  holdId,
  userId,
  bookingId: `b-${holdId}`,
  createdAt: "2026-10-01T09:00:00Z",
});

// Pays after up to five turns of the event loop, so that the order of payment and expiry differs between rounds.
async function pay(racer, slot, hold, options) {
  for (let turns = randomBelow(6); turns > 0; turns--) await new Promise(setImmediate);
  const [{ error }] = await race([racer], () => confirmBooking(racer, slot, bookingOf(hold), options));
  if (error && error.name !== "TransactionCanceledException") throw error;
  return { ...bookingOf(hold), succeeded: !error };
}

async function expire() {
  for (let turns = randomBelow(6); turns > 0; turns--) await new Promise(setImmediate);
  await advanceClock("16m");
}

// A payment races with the expiry of its hold, while a consumer reads the stream. If the slot is on sale again
// afterwards, another customer buys it.
async function paymentRace() {
  const slot = await newSlot();
  const hold = await raceForHold(slot, 1);
  const [first] = await Promise.all([pay(clients[1], slot, hold), expire(), consume()]);
  await consume();
  const attempts = [first];
  const statuses = ["OPEN", "HELD"];
  if (first.succeeded) {
    statuses.push("BOOKED");
  } else {
    const second = await raceForHold(slot, 2).catch(() => undefined);
    if (second) attempts.push(await pay(clients[2], slot, second));
    statuses.push("OPEN", "HELD", "BOOKED");
  }
  await consume();
  const violations = await slotViolations(client, slot, attempts);
  const seen = watcher.historyOf(slot);
  if (seen.join() !== statuses.join()) violations.push(`the watcher saw ${seen}, and not ${statuses}`);
  return { violations: violations.concat(watcher.violations), confirmed: first.succeeded };
}

test("a payment that races the expiry of its hold books the slot or loses it, never both", async () => {
  const outcomes = { confirmed: 0, expired: 0 };
  for (let round = 0; round < rounds; round++) {
    const { violations, confirmed } = await paymentRace();
    assert.deepEqual(violations, [], `round ${round}`);
    outcomes[confirmed ? "confirmed" : "expired"]++;
  }
  console.log(`${rounds} rounds: ${outcomes.confirmed} payments came in time, ${outcomes.expired} too late`);
});

test("control: without the condition on the hold, the checker finds violations", async () => {
  const slot = await newSlot();
  const first = await raceForHold(slot, 1);
  await advanceClock("16m");
  await consume();
  const second = await raceForHold(slot, 2);
  const attempts = [await pay(clients[1], slot, first, { guarded: false })];
  attempts.push(await pay(clients[2], slot, second, { guarded: false }));
  assert.notDeepEqual(await slotViolations(client, slot, attempts), []);
});

test("a renewal that races the sweep saves the hold or comes too late", async () => {
  for (let round = 0; round < rounds; round++) {
    const slot = await newSlot();
    const hold = await raceForHold(slot, 1);
    // As if it were renewed after expire(), so that the hold outlasts the race.
    const renewedAt = (await clockNow()) + 16 * 60;
    const [[renewal]] = await Promise.all([race([client], () => renewHold(client, hold.holdId, renewedAt)), expire()]);
    const freed = await consume();
    const stored = await slate.getItem(client, slate.slotKey(slot));
    if (renewal.error) {
      assert.equal(renewal.error.name, "ConditionalCheckFailedException");
      assert.deepEqual(freed, [`HOLD#${hold.holdId}`]);
      assert.equal(stored.status, "OPEN");
    } else {
      assert.deepEqual(freed, []);
      assert.equal(stored.status, "HELD");
      await releaseHold(client, slot, hold.holdId);
    }
    await consume();
    assert.deepEqual(watcher.historyOf(slot), ["OPEN", "HELD", "OPEN"]);
    assert.deepEqual(watcher.violations, []);
  }
});

test("the consumer frees the slot of a hold that expired, and of no other", async () => {
  const expired = await newSlot();
  const released = await newSlot();
  await raceForHold(expired, 1);
  const firstHold = await raceForHold(released, 1);
  await releaseHold(client, released, firstHold.holdId);
  const secondHold = await raceForHold(released, 2);
  await advanceClock("14m");
  await renewHold(client, secondHold.holdId, await clockNow());
  await advanceClock("2m");
  assert.equal((await consume()).length, 1);
  assert.equal((await slate.getItem(client, slate.slotKey(expired))).status, "OPEN");
  assert.equal((await slate.getItem(client, slate.slotKey(released))).holdId, secondHold.holdId);
});

test("venues are sorted by name, slots by time, a customer's bookings by time with the newest first", async () => {
  for (const [venueId, name] of [["v1", "Zanzibar"], ["v2", "Alhambra"]]) await slate.putVenue(client, { venueId, name });
  assert.deepEqual((await slate.venuesByName(client)).map(({ name }) => name), ["Alhambra", "Zanzibar"]);
  const times = ["2026-11-02T10:00", "2026-11-01T10:00"];
  for (const startsAt of times) {
    const slot = { venueId: "v1", startsAt };
    await slate.putSlot(client, slot);
    const hold = { holdId: startsAt, userId: "reader", now: await clockNow() };
    await placeHold(client, slot, hold);
    await confirmBooking(client, slot, { ...bookingOf(hold), createdAt: startsAt });
  }
  assert.deepEqual((await slate.slotsOf(client, "v1")).map(({ startsAt }) => startsAt), [...times].reverse());
  assert.deepEqual((await slate.bookingsOf(client, "reader")).map(({ createdAt }) => createdAt), times);
  const again = { holdId: "late", userId: "late", now: await clockNow() };
  const refused = await errorOf(placeHold(client, { venueId: "v1", startsAt: times[0] }, again));
  assert.equal(refused.CancellationReasons[0].Code, "ConditionalCheckFailed");
});
