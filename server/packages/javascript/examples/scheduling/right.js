// Every booked quarter of an hour has a guard item. The transaction of the booking puts it, under the condition that it
// does not exist. So no query has to find out whether the time is free.

import { randomUUID } from "node:crypto";
import { TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import {
  addMinutes,
  bookingKey,
  bookings,
  client,
  connectionKey,
  connections,
  endOf,
  getItem,
  timeKey,
} from "./database.js";

export class Refused extends Error {}

// The reasons for which a condition or another transaction refuses a write. Any other error is not a refusal.
const refusals = ["ConditionalCheckFailed", "TransactionConflict"];

const isRefusal = (error) =>
  error.name === "TransactionCanceledException"
    ? error.CancellationReasons.every((reason) => ["None", ...refusals].includes(reason.Code))
    : refusals.some((code) => error.name === `${code}Exception`);

async function send(command) {
  try {
    await client.send(command);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Refused("", { cause: error });
  }
}

const transact = (actions) =>
  send(new TransactWriteCommand({ TransactItems: actions, ClientRequestToken: randomUUID() }));

function guardKeys({ eventType, start }) {
  const keys = [];
  for (let time = start; time < endOf(start); time = addMinutes(time, 15)) {
    keys.push({ PK: `EVENTTYPE#${eventType}`, SK: `GUARD#${time}` });
  }
  return keys;
}

const putGuard = (key, id) => ({
  Put: { TableName: bookings, Item: { ...key, id }, ConditionExpression: "attribute_not_exists(PK)" },
});
const deleteGuard = (key) => ({ Delete: { TableName: bookings, Key: key } });
const putBooking = (booking) => ({
  Put: { TableName: bookings, Item: { ...booking, ...bookingKey(booking), ...timeKey(booking) } },
});

const isConfirmed = {
  ConditionExpression: "#status = :confirmed",
  ExpressionAttributeNames: { "#status": "status" },
};

export async function book(eventType, start, booker) {
  const booking = { eventType, start, id: randomUUID() };
  const guards = guardKeys(booking).map((key) => putGuard(key, booking.id));
  await transact([...guards, putBooking({ ...booking, booker, status: "confirmed" })]);
  return booking;
}

export const cancel = (booking) =>
  transact([
    {
      Update: {
        TableName: bookings,
        Key: bookingKey(booking),
        UpdateExpression: "SET #status = :cancelled",
        ...isConfirmed,
        ExpressionAttributeValues: { ":cancelled": "cancelled", ":confirmed": "confirmed" },
      },
    },
    ...guardKeys(booking).map(deleteGuard),
  ]);

export async function reschedule(booking, start) {
  const stored = await getItem(bookings, bookingKey(booking));
  if (!stored) throw new Refused("the booking was moved");
  const moved = { ...stored, start };
  const oldGuards = guardKeys(booking);
  const newGuards = guardKeys(moved);
  const isIn = (keys) => (key) => keys.some(({ SK }) => SK === key.SK);
  await transact([
    {
      Delete: {
        TableName: bookings,
        Key: bookingKey(booking),
        ...isConfirmed,
        ExpressionAttributeValues: { ":confirmed": "confirmed" },
      },
    },
    putBooking(moved),
    ...oldGuards.filter((key) => !isIn(newGuards)(key)).map(deleteGuard),
    ...newGuards.filter((key) => !isIn(oldGuards)(key)).map((key) => putGuard(key, booking.id)),
  ]);
  return { ...booking, start };
}

export async function refreshToken(owner) {
  const { version } = await getItem(connections, connectionKey(owner));
  const vault_reference = randomUUID();
  await send(
    new UpdateCommand({
      TableName: connections,
      Key: connectionKey(owner),
      UpdateExpression: "SET vault_reference = :reference, version = :next",
      ConditionExpression: "version = :read",
      ExpressionAttributeValues: { ":reference": vault_reference, ":next": version + 1, ":read": version },
    }),
  );
  return vault_reference;
}
