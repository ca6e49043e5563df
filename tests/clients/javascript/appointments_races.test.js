// Fifty clients race for one slot. Each race has a control, in which the checker must find violations: the same race
// without its condition or, for the race of bookings with blocking, requests that bypass the conditions.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { DynamoDBDocumentClient, PutCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { createTable, errorOf, makeClient } from "./support/client.js";
import { lost, makeRacers, race, rounds, won, wrongCancellations } from "./support/race.js";
import * as appointments from "./scenarios/appointments.js";

const { book, cancel, block, getBooking, getSlot, putSlots, slotViolations, table } = appointments;
let client;
let racers;
let slotNumber = 0;

before(async () => {
  await createTable(makeClient(), appointments.definition);
  client = DynamoDBDocumentClient.from(makeClient());
  racers = await makeRacers((racer) => DynamoDBDocumentClient.from(racer));
});

// Puts a new slot that is on sale.
async function newSlot() {
  const slot = { providerId: "race", dateTime: `2026-11-01T10:00#${slotNumber++}` };
  await putSlots(client, [slot]);
  return slot;
}

const bookingId = (slot, number) => `${slot.dateTime}#${number}`;
const attempts = (slot, outcomes) =>
  outcomes.map(({ error }, number) => ({ bookingId: bookingId(slot, number), succeeded: !error }));

async function bookingRace(slot, options) {
  const outcomes = await race(racers, (racer, number) =>
    book(racer, slot, { bookingId: bookingId(slot, number), customerId: `c${number}` }, options),
  );
  const violations = await slotViolations(client, slot, attempts(slot, outcomes));
  if (won(outcomes).length !== 1) violations.push(`${won(outcomes).length} customers won the slot`);
  return violations.concat(wrongCancellations(outcomes));
}

test("one of fifty customers gets the slot, and the others get the cancellation reasons", async () => {
  for (let round = 0; round < rounds; round++) {
    assert.deepEqual(await bookingRace(await newSlot()), [], `round ${round}`);
  }
});

test("control: without the condition on the slot, the checker finds violations", async () => {
  assert.notDeepEqual(await bookingRace(await newSlot(), { guarded: false }), []);
});

test("a refused booking with ALL_OLD returns the slot with the winner's booking", async () => {
  const slot = await newSlot();
  await book(client, slot, { bookingId: "first", customerId: "c" });
  const update = {
    TableName: table,
    Key: appointments.slotKey(slot),
    UpdateExpression: "SET bookingId = :bid",
    ConditionExpression: "#status = :available",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":bid": "second", ":available": "available" },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  };
  const refused = await errorOf(client.send(new TransactWriteCommand({ TransactItems: [{ Update: update }] })));
  assert.equal(refused.name, "TransactionCanceledException");
  const [reason] = refused.CancellationReasons;
  assert.equal(reason.Code, "ConditionalCheckFailed");
  assert.equal(reason.Message, "The conditional request failed");
  assert.deepEqual(reason.Item.bookingId, { S: "first" });
});

async function cancelRace(options) {
  const slot = await newSlot();
  const id = bookingId(slot, "cancelled");
  await book(client, slot, { bookingId: id, customerId: "c" });
  const outcomes = await race(racers, (racer) => cancel(racer, slot, id, options));
  const violations = await slotViolations(client, slot, [{ bookingId: id, succeeded: true }]);
  if (won(outcomes).length !== 1) violations.push(`${won(outcomes).length} cancellations of one booking`);
  const { status } = await getBooking(client, id);
  if (status !== "cancelled") violations.push(`the booking is ${status}`);
  return violations.concat(wrongCancellations(outcomes));
}

test("one of fifty cancellations of one booking succeeds", async () => {
  for (let round = 0; round < rounds; round++) assert.deepEqual(await cancelRace(), [], `round ${round}`);
});

test("control: without their condition, the checker finds that several cancellations succeed", async () => {
  assert.notDeepEqual(await cancelRace({ guarded: false }), []);
});

// Half of the clients cancel a booking. The others try up to five times to book the slot that the cancellation frees.
async function rebookingRace(options) {
  const slot = await newSlot();
  const first = bookingId(slot, "first");
  await book(client, slot, { bookingId: first, customerId: "c" });
  const cancellations = [];
  const bookings = [];
  await race(racers, async (racer, number) => {
    if (number % 2 === 0) {
      const [outcome] = await race([racer], () => cancel(racer, slot, first, options));
      cancellations.push(outcome);
      return;
    }
    for (let attempt = 0; attempt < 5; attempt++) {
      const id = bookingId(slot, `${number}.${attempt}`);
      const [outcome] = await race([racer], () => book(racer, slot, { bookingId: id, customerId: `c${number}` }));
      bookings.push({ ...outcome, bookingId: id });
      if (!outcome.error) return;
    }
  });
  const violations = await slotViolations(client, slot, [
    { bookingId: first, succeeded: true },
    ...bookings.map(({ bookingId: id, error }) => ({ bookingId: id, succeeded: !error })),
  ]);
  if (won(cancellations).length !== 1) violations.push(`${won(cancellations).length} cancellations of one booking`);
  if (won(bookings).length > 1) violations.push(`${won(bookings).length} customers won the slot`);
  return violations.concat(wrongCancellations(cancellations), wrongCancellations(bookings));
}

test("a slot that is cancelled and booked again belongs to the new customer alone", async () => {
  for (let round = 0; round < rounds; round++) assert.deepEqual(await rebookingRace(), [], `round ${round}`);
});

test("control: if cancellations free the slot of any booking, the checker finds violations", async () => {
  assert.notDeepEqual(await rebookingRace({ guarded: false }), []);
});

// One client takes the slot out of sale while the others book it.
async function blockingRace(options) {
  const slot = await newSlot();
  const outcomes = await race(racers, (racer, number) =>
    number === 25
      ? block(racer, slot, options)
      : book(racer, slot, { bookingId: bookingId(slot, number), customerId: `c${number}` }),
  );
  const [blocking] = outcomes.splice(25, 1);
  const tried = outcomes.map(({ error }, index) => ({
    bookingId: bookingId(slot, index < 25 ? index : index + 1),
    succeeded: !error,
  }));
  const violations = await slotViolations(client, slot, tried);
  const winners = won(outcomes).length + won([blocking]).length;
  if (winners !== 1) violations.push(`${winners} winners of one slot`);
  const { status } = await getSlot(client, slot);
  const expected = blocking.error ? "booked" : "blocked";
  if (status !== expected) violations.push(`the slot is ${status}, and should be ${expected}`);
  for (const { error } of lost([blocking])) {
    if (!/^(ConditionalCheckFailed|TransactionConflict)Exception$/.test(error.name)) violations.push(error.name);
  }
  return violations.concat(wrongCancellations(outcomes));
}

test("a slot is either blocked or booked", async () => {
  for (let round = 0; round < rounds; round++) assert.deepEqual(await blockingRace(), [], `round ${round}`);
});

test("control: the checker finds a booked slot that was blocked", async () => {
  const slot = await newSlot();
  await book(client, slot, { bookingId: bookingId(slot, 0), customerId: "c" });
  await block(client, slot, { guarded: false });
  assert.notDeepEqual(await slotViolations(client, slot, [{ bookingId: bookingId(slot, 0), succeeded: true }]), []);
});

test("control: the checker finds an orphan booking", async () => {
  const slot = await newSlot();
  const id = bookingId(slot, "orphan");
  await client.send(
    new PutCommand({ TableName: table, Item: { ...appointments.bookingKey(id), status: "booked" } }),
  );
  assert.notDeepEqual(await slotViolations(client, slot, [{ bookingId: id, succeeded: false }]), []);
});
