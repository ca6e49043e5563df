// Books in one transaction, whose conditions are the rules: the slot is available, the account has enough, and the
// booking is a new one. Cancels in one transaction, too, on condition that the slot still has this booking.

import { randomUUID } from "node:crypto";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { accountKey, bookingKey, client, getItem, price, slotKey, table } from "./database.js";

export class Refused extends Error {}

// The reasons for which a condition or another transaction cancels this one. Any other reason is an error.
const refusals = ["None", "ConditionalCheckFailed", "TransactionConflict"];

const isRefusal = (error) =>
  error.name === "TransactionCanceledException" &&
  error.CancellationReasons.every((reason) => refusals.includes(reason.Code));

// The SDK sends its retries of a call with the same token.
async function transact(...actions) {
  try {
    await client.send(new TransactWriteCommand({ TransactItems: actions, ClientRequestToken: randomUUID() }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Refused("", { cause: error });
  }
}

export async function book(slot, customer, bookingId = randomUUID()) {
  await transact(
    {
      Update: {
        TableName: table,
        Key: slotKey(slot),
        UpdateExpression: "SET #status = :booked, bookingId = :booking",
        ConditionExpression: "#status = :available",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":booked": "booked", ":available": "available", ":booking": bookingId },
      },
    },
    {
      Put: {
        TableName: table,
        Item: { ...bookingKey(bookingId), ...slot, customer, status: "booked" },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
    {
      Update: {
        TableName: table,
        Key: accountKey(customer),
        UpdateExpression: "SET balance = balance - :price",
        ConditionExpression: "balance >= :price",
        ExpressionAttributeValues: { ":price": price },
      },
    },
  );
  return bookingId;
}

export async function cancel(bookingId) {
  const booking = await getItem(bookingKey(bookingId));
  if (!booking) throw new Refused("there is no such booking");
  await transact(
    {
      Update: {
        TableName: table,
        Key: slotKey(booking),
        UpdateExpression: "SET #status = :available REMOVE bookingId",
        ConditionExpression: "bookingId = :booking",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":available": "available", ":booking": bookingId },
      },
    },
    {
      Update: {
        TableName: table,
        Key: bookingKey(bookingId),
        UpdateExpression: "SET #status = :cancelled",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":cancelled": "cancelled" },
      },
    },
    {
      Update: {
        TableName: table,
        Key: accountKey(booking.customer),
        UpdateExpression: "SET balance = balance + :price",
        ExpressionAttributeValues: { ":price": price },
      },
    },
  );
}
