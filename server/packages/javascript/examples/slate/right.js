// A payment changes the slot only in the transaction that deletes the hold, and only if the hold exists. When the hold
// has expired, the slot is reopened only if it still refers to that hold.

import { randomUUID } from "node:crypto";
import { TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { bookingKey, client, holdKey, holdSeconds, now, slotKey, table } from "./database.js";

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

const transact = (...actions) =>
  send(new TransactWriteCommand({ TransactItems: actions, ClientRequestToken: randomUUID() }));

const updateSlot = (slot, update, values, condition) => ({
  TableName: table,
  Key: slotKey(slot),
  UpdateExpression: update,
  ConditionExpression: condition,
  ExpressionAttributeNames: { "#status": "status" },
  ExpressionAttributeValues: values,
});

const deleteHold = (holdId) => ({
  TableName: table,
  Key: holdKey(holdId),
  ConditionExpression: "attribute_exists(holdId)",
});

export async function placeHold(slot, user, expiresAt = now() + holdSeconds) {
  const holdId = randomUUID();
  const { venue, time } = slot;
  await transact(
    {
      Update: updateSlot(
        slot,
        "SET #status = :held, holdId = :hold",
        { ":held": "HELD", ":hold": holdId, ":open": "OPEN" },
        "#status = :open",
      ),
    },
    { Put: { TableName: table, Item: { ...holdKey(holdId), venue, time, user, holdId, expiresAt } } },
  );
  return holdId;
}

export const renew = (holdId) =>
  send(
    new UpdateCommand({
      TableName: table,
      Key: holdKey(holdId),
      UpdateExpression: "SET expiresAt = :until",
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":until": now() + holdSeconds },
    }),
  );

// Called after the payment has succeeded.
export const confirm = (slot, holdId, user) =>
  transact(
    { Delete: deleteHold(holdId) },
    {
      Update: updateSlot(slot, "SET #status = :booked, bookingId = :booking REMOVE holdId", {
        ":booked": "BOOKED",
        ":booking": holdId,
      }),
    },
    { Put: { TableName: table, Item: { ...bookingKey(holdId), ...slot, user } } },
  );

// Called after the payment has failed.
export const release = (slot, holdId) =>
  transact(
    { Delete: deleteHold(holdId) },
    { Update: updateSlot(slot, "SET #status = :open REMOVE holdId", { ":open": "OPEN" }) },
  );

// Called for the stream record of the hold's deletion, which may come late and more than once.
export const onHoldExpired = ({ venue, time, holdId }) =>
  send(
    new UpdateCommand(
      updateSlot(
        { venue, time },
        "SET #status = :open REMOVE holdId",
        { ":open": "OPEN", ":hold": holdId },
        "holdId = :hold",
      ),
    ),
  );
