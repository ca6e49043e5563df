// Queries the index for bookings that could overlap, and then writes without conditions.

import { randomUUID } from "node:crypto";
import { DeleteCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import {
  addMinutes,
  bookingKey,
  bookingMinutes,
  bookings,
  client,
  connectionKey,
  connections,
  endOf,
  getItem,
  timeKey,
} from "./database.js";

export class Refused extends Error {}

const put = (table, item) => client.send(new PutCommand({ TableName: table, Item: item }));

async function requireFree(eventType, start, exceptId) {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: bookings,
      IndexName: "GSI3",
      KeyConditionExpression: "GSI3_PK = :type AND GSI3_SK BETWEEN :from AND :to",
      FilterExpression: "#status = :confirmed",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ":type": `EVENTTYPE#${eventType}`,
        ":from": `TIME#${addMinutes(start, -bookingMinutes)}`,
        ":to": `TIME#${endOf(start)}`,
        ":confirmed": "confirmed",
      },
    }),
  );
  const overlaps = (other) => other.start < endOf(start) && start < endOf(other.start);
  const conflict = Items.find((other) => other.id !== exceptId && overlaps(other));
  if (conflict) throw new Refused(`there is a booking at ${conflict.start}`);
}

export async function book(eventType, start, booker) {
  await requireFree(eventType, start);
  const booking = { eventType, start, id: randomUUID() };
  await put(bookings, { ...bookingKey(booking), ...timeKey(booking), ...booking, booker, status: "confirmed" });
  return booking;
}

async function requireConfirmed(booking) {
  const stored = await getItem(bookings, bookingKey(booking));
  if (stored?.status !== "confirmed") throw new Refused("the booking is not confirmed");
  return stored;
}

export async function cancel(booking) {
  await put(bookings, { ...(await requireConfirmed(booking)), status: "cancelled" });
}

export async function reschedule(booking, start) {
  const stored = await requireConfirmed(booking);
  await requireFree(booking.eventType, start, booking.id);
  const moved = { ...booking, start };
  await client.send(new DeleteCommand({ TableName: bookings, Key: bookingKey(booking) }));
  await put(bookings, { ...stored, ...bookingKey(moved), ...timeKey(moved), start });
  return moved;
}

export async function refreshToken(owner) {
  const stored = await getItem(connections, connectionKey(owner));
  const vault_reference = randomUUID();
  await put(connections, { ...stored, vault_reference, version: stored.version + 1 });
  return vault_reference;
}
