// Scenario 1 through the document client and the plain client: every access pattern, on known data.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { GetItemCommand, QueryCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createTable, errorOf, makeClient } from "./support/client.js";
import * as appointments from "./scenarios/appointments.js";

const { table, slotKey, bookingKey } = appointments;
const plain = makeClient();
const client = DynamoDBDocumentClient.from(makeClient());
const slots = ["2026-11-02T09:00", "2026-11-02T09:30", "2026-11-02T10:00", "2026-11-03T09:00"].map((dateTime) => ({
  providerId: "ada",
  dateTime,
}));
const times = (items) => items.map((item) => item.sk.slice("SLOT#".length));

before(async () => {
  await createTable(plain, appointments.definition);
  for (const [providerId, specialty] of [["ada", "cardiology"], ["bob", "cardiology"], ["eve", "dermatology"]]) {
    await appointments.putProvider(client, { providerId, specialty, name: `Dr. ${providerId}`, timezone: "UTC" });
  }
  await appointments.putSlots(client, slots);
});

test("a provider is found by id, and none by another id", async () => {
  const provider = await appointments.getProvider(client, "ada");
  assert.deepEqual(provider, {
    pk: "PROVIDER#ada",
    sk: "#METADATA",
    gsi1pk: "SPECIALTY#cardiology",
    gsi1sk: "PROVIDER#ada",
    providerId: "ada",
    name: "Dr. ada",
    timezone: "UTC",
  });
  assert.equal(await appointments.getProvider(client, "nobody"), undefined);
});

test("the providers of a specialty come from the index in order", async () => {
  const found = await appointments.providersOfSpecialty(client, "cardiology");
  assert.deepEqual(found.map((provider) => provider.providerId), ["ada", "bob"]);
  assert.deepEqual(await appointments.providersOfSpecialty(client, "surgery"), []);
});

test("a provider cannot be registered twice", async () => {
  const again = { providerId: "ada", specialty: "x", name: "x", timezone: "x" };
  const error = await errorOf(appointments.putProvider(client, again));
  assert.equal(error.name, "ConditionalCheckFailedException");
  assert.equal(error.message, "The conditional request failed");
});

test("a slot is on sale, booked, found, cancelled, and on sale again", async () => {
  const [, slot] = slots;
  assert.deepEqual(times(await appointments.availableSlots(client, "ada", "2026-11-02")), [
    "2026-11-02T09:00", "2026-11-02T09:30", "2026-11-02T10:00",
  ]);

  await appointments.book(client, slot, { bookingId: "01B", customerId: "carol" });
  assert.deepEqual(times(await appointments.availableSlots(client, "ada", "2026-11-02")), [
    "2026-11-02T09:00", "2026-11-02T10:00",
  ]);
  assert.deepEqual(await appointments.getSlot(client, slot), {
    ...slotKey(slot), status: "booked", duration: 30, bookingId: "01B",
  });
  const booking = await appointments.getBooking(client, "01B");
  assert.equal(booking.customerId, "carol");
  assert.deepEqual(await appointments.bookingsOfCustomer(client, "carol"), [booking]);

  const second = await errorOf(appointments.book(client, slot, { bookingId: "01C", customerId: "dave" }));
  assert.equal(second.name, "TransactionCanceledException");
  assert.equal(
    second.message,
    "Transaction cancelled, please refer cancellation reasons for specific reasons [ConditionalCheckFailed, None]",
  );
  assert.deepEqual(second.CancellationReasons, [
    { Code: "ConditionalCheckFailed", Message: "The conditional request failed" },
    { Code: "None" },
  ]);
  assert.equal(await appointments.getBooking(client, "01C"), undefined);

  const foreign = await errorOf(appointments.cancel(client, slot, "01C"));
  assert.deepEqual(foreign.CancellationReasons.map((reason) => reason.Code), ["ConditionalCheckFailed", "None"]);
  await appointments.cancel(client, slot, "01B");
  assert.deepEqual(await appointments.getSlot(client, slot), { ...slotKey(slot), status: "available", duration: 30 });
  assert.equal((await appointments.getBooking(client, "01B")).status, "cancelled");
  assert.equal((await appointments.availableSlots(client, "ada", "2026-11-02")).length, 3);

  await appointments.book(client, slot, { bookingId: "01D", customerId: "carol" });
  const history = await appointments.bookingsOfCustomer(client, "carol");
  assert.deepEqual(history.map(({ gsi1sk, status }) => [gsi1sk, status]), [
    ["BOOKING#01B", "cancelled"], ["BOOKING#01D", "booked"],
  ]);
});

test("a booking id that exists already cancels the transaction for its second action", async () => {
  const [slot] = slots;
  await appointments.book(client, slot, { bookingId: "01E", customerId: "carol" });
  const other = await errorOf(appointments.book(client, slots[2], { bookingId: "01E", customerId: "dave" }));
  assert.deepEqual(other.CancellationReasons.map((reason) => reason.Code), ["None", "ConditionalCheckFailed"]);
  assert.equal((await appointments.getSlot(client, slots[2])).status, "available");
});

test("a blocked slot cannot be booked", async () => {
  await appointments.block(client, slots[3]);
  const error = await errorOf(appointments.book(client, slots[3], { bookingId: "01F", customerId: "carol" }));
  assert.equal(error.CancellationReasons[0].Code, "ConditionalCheckFailed");
  assert.deepEqual(await appointments.availableSlots(client, "ada", "2026-11-03"), []);
});

test("the reserved word status is refused without a placeholder", async () => {
  const update = {
    TableName: table,
    Key: { pk: { S: "PROVIDER#ada" }, sk: { S: "SLOT#x" } },
    UpdateExpression: "SET status = :booked",
    ExpressionAttributeValues: { ":booked": { S: "booked" } },
  };
  const error = await errorOf(plain.send(new UpdateItemCommand(update)));
  assert.equal(error.name, "ValidationException");
  assert.equal(
    error.message,
    "1 validation error detected: Invalid UpdateExpression: " +
      "Attribute name is a reserved keyword; reserved keyword: status",
  );
});

test("the plain client sees the typed values of the same items", async () => {
  const key = bookingKey("01E");
  const { Item } = await plain.send(new GetItemCommand({ TableName: table, Key: { pk: { S: key.pk }, sk: { S: key.sk } } }));
  assert.deepEqual(Item.duration, { N: "30" });
  assert.deepEqual(Item.status, { S: "booked" });
  const page = await plain.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: "pk = :p AND begins_with(sk, :s)",
      FilterExpression: "#status = :available",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ":p": { S: "PROVIDER#ada" }, ":s": { S: "SLOT#" }, ":available": { S: "available" },
      },
      ReturnConsumedCapacity: "TOTAL",
    }),
  );
  assert.equal(page.ScannedCount, 4);
  assert.equal(page.Count, 1);
  assert.deepEqual(page.Items[0].sk, { S: "SLOT#2026-11-02T10:00" });
  assert.deepEqual(page.ConsumedCapacity, { TableName: table, CapacityUnits: 0.5 });
});
