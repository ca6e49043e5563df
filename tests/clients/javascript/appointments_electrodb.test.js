// Scenario 1 through ElectroDB's entities: its access patterns except `block`, and the booking race.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createTable, makeClient } from "./support/client.js";
import { makeRacers, race, rounds } from "./support/race.js";
import { definition } from "./scenarios/appointments.js";
import { book, cancel, makeService } from "./scenarios/appointments_entities.js";

const client = makeClient();
const service = makeService(client);
const { provider, slot, booking } = service.entities;
const morning = { providerId: "ada", dateTime: "2026-11-02T09:00" };
const noon = { providerId: "ada", dateTime: "2026-11-02T12:00" };
const tomorrow = { providerId: "ada", dateTime: "2026-11-03T09:00" };

before(async () => {
  await createTable(client, definition);
  await provider.create({ providerId: "ada", specialty: "cardiology", name: "Dr. Ada" }).go();
  await provider.create({ providerId: "bob", specialty: "cardiology", name: "Dr. Bob" }).go();
  const { unprocessed } = await slot.put([morning, noon, tomorrow]).go();
  assert.deepEqual(unprocessed, []);
});

const available = async (day) => {
  const { data } = await slot.query
    .slot({ providerId: "ada" })
    .between({ dateTime: `${day}T00:00` }, { dateTime: `${day}T23:59` })
    .where(({ status }, { eq }) => eq(status, "available"))
    .go();
  return data.map(({ dateTime }) => dateTime);
};

const codes = ({ data }) => data.map(({ rejected, code }) => [rejected, code]);

test("providers are found by id and by specialty", async () => {
  const { data } = await provider.get({ providerId: "ada" }).go();
  assert.deepEqual(data, { providerId: "ada", specialty: "cardiology", name: "Dr. Ada", timezone: "UTC" });
  assert.equal((await provider.get({ providerId: "nobody" }).go()).data, null);
  const found = await provider.query.ofSpecialty({ specialty: "cardiology" }).go();
  assert.deepEqual(found.data.map(({ providerId }) => providerId), ["ada", "bob"]);
});

test("a provider cannot be created twice", async () => {
  await assert.rejects(
    provider.create({ providerId: "ada", specialty: "x", name: "x" }).go(),
    /The conditional request failed/,
  );
});

test("a slot is booked, cancelled and booked again", async () => {
  assert.deepEqual(await available("2026-11-02"), [morning.dateTime, noon.dateTime]);
  assert.equal((await book(service, morning, { bookingId: "01A", customerId: "carol" })).canceled, false);
  assert.deepEqual(await available("2026-11-02"), [noon.dateTime]);
  assert.equal((await slot.get(morning).go()).data.bookingId, "01A");
  assert.equal((await booking.get({ bookingId: "01A" }).go()).data.customerId, "carol");

  const second = await book(service, morning, { bookingId: "01B", customerId: "dave" });
  assert.equal(second.canceled, true);
  assert.deepEqual(codes(second), [[true, "ConditionalCheckFailed"], [false, "None"]]);
  assert.equal((await booking.get({ bookingId: "01B" }).go()).data, null);

  assert.equal((await cancel(service, morning, "01B")).canceled, true);
  assert.equal((await cancel(service, morning, "01A")).canceled, false);
  assert.equal((await slot.get(morning).go()).data.bookingId, undefined);
  assert.equal((await book(service, morning, { bookingId: "01C", customerId: "carol" })).canceled, false);
  const { data } = await booking.query.ofCustomer({ customerId: "carol" }).go();
  assert.deepEqual(data.map(({ bookingId, status }) => [bookingId, status]), [["01A", "cancelled"], ["01C", "booked"]]);
});

test("the pages of a query have all items in order", async () => {
  const slots = Array.from({ length: 60 }, (_, minute) => ({
    providerId: "busy",
    dateTime: `2026-12-01T10:${String(minute).padStart(2, "0")}`,
  }));
  assert.deepEqual((await slot.put(slots).go()).unprocessed, []);
  const pageSizes = [];
  const seen = [];
  let cursor = null;
  do {
    const page = await slot.query.slot({ providerId: "busy" }).go({ cursor, limit: 7 });
    pageSizes.push(page.data.length);
    seen.push(...page.data.map(({ dateTime }) => dateTime));
    cursor = page.cursor;
  } while (cursor);
  assert.deepEqual(pageSizes, [7, 7, 7, 7, 7, 7, 7, 7, 4]);
  assert.deepEqual(seen, slots.map(({ dateTime }) => dateTime));
});

async function bookingRace(racers, round, bookIt) {
  const contested = { providerId: "race", dateTime: `2026-11-01T10:00#${round}` };
  await slot.create(contested).go();
  const outcomes = await race(racers, (racer, number) =>
    bookIt(racer, contested, { bookingId: `${round}#${number}`, customerId: `customer of ${round}` }),
  );
  const failed = outcomes.filter(({ error }) => error).map(({ error }) => error.message);
  const responses = outcomes.filter(({ error }) => !error).map(({ value }) => value);
  const winners = responses.filter(({ canceled }) => !canceled);
  const violations = failed.concat(winners.length === 1 ? [] : [`${winners.length} customers won the slot`]);
  for (const response of responses.filter(({ canceled }) => canceled)) {
    const [[, first], [, second]] = codes(response);
    if (!["ConditionalCheckFailed", "TransactionConflict"].includes(first) || second !== "None") {
      violations.push(`a loser got ${first}, ${second}`);
    }
  }
  const { data } = await booking.query.ofCustomer({ customerId: `customer of ${round}` }).go({ pages: "all" });
  if (data.length !== winners.length) violations.push(`${data.length} bookings of ${winners.length} successes`);
  const held = (await slot.get(contested).go()).data.bookingId;
  if (data[0]?.bookingId !== held) violations.push(`the slot is held by ${held}, the booking is ${data[0]?.bookingId}`);
  return violations;
}

test("of fifty customers one gets the slot", async () => {
  const racers = await makeRacers(makeService);
  for (let round = 0; round < rounds; round++) {
    assert.deepEqual(await bookingRace(racers, round, book), [], `round ${round}`);
  }
});

test("control: without the condition on the slot, the checker finds violations", async () => {
  const unguarded = (racer, { providerId, dateTime }, { bookingId, customerId }) =>
    racer.transaction
      .write((entities) => [
        entities.slot.patch({ providerId, dateTime }).set({ status: "booked", bookingId }).commit(),
        entities.booking.create({ bookingId, customerId, providerId, dateTime }).commit(),
      ])
      .go();
  const racers = await makeRacers(makeService);
  assert.notDeepEqual(await bookingRace(racers, "control", unguarded), []);
});
