// Checks the slot's status or the hold, and then writes without a condition, as if nothing had changed since.

import { randomUUID } from "node:crypto";
import { DeleteCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { bookingKey, client, getItem, holdKey, holdSeconds, now, slotKey, table } from "./database.js";

export class Refused extends Error {}

const put = (item) => client.send(new PutCommand({ TableName: table, Item: item }));
const remove = (key) => client.send(new DeleteCommand({ TableName: table, Key: key }));

export async function placeHold(slot, user, expiresAt = now() + holdSeconds) {
  const stored = await getItem(slotKey(slot));
  if (stored.status !== "OPEN") throw new Refused(`the slot is ${stored.status}`);
  const holdId = randomUUID();
  const { venue, time } = slot;
  await put({ ...slotKey(slot), venue, time, status: "HELD", holdId });
  await put({ ...holdKey(holdId), venue, time, user, holdId, expiresAt });
  return holdId;
}

async function requireHold(holdId) {
  const hold = await getItem(holdKey(holdId));
  if (!hold) throw new Refused("the hold has expired");
  return hold;
}

export async function renew(holdId) {
  await requireHold(holdId);
  await client.send(
    new UpdateCommand({
      TableName: table,
      Key: holdKey(holdId),
      UpdateExpression: "SET expiresAt = :until",
      ExpressionAttributeValues: { ":until": now() + holdSeconds },
    }),
  );
}

// Called after the payment has succeeded.
export async function confirm(slot, holdId) {
  const { venue, time, user } = await requireHold(holdId);
  await put({ ...slotKey(slot), venue, time, status: "BOOKED", bookingId: holdId });
  await put({ ...bookingKey(holdId), venue, time, user });
  await remove(holdKey(holdId));
}

// Called after the payment has failed.
export async function release(slot, holdId) {
  const { venue, time } = await requireHold(holdId);
  await put({ ...slotKey(slot), venue, time, status: "OPEN" });
  await remove(holdKey(holdId));
}

// Called for the stream record of the hold's deletion.
export async function onHoldExpired({ venue, time }) {
  const slot = await getItem(slotKey({ venue, time }));
  if (slot.status === "HELD") await put({ ...slotKey(slot), venue, time, status: "OPEN" });
}
