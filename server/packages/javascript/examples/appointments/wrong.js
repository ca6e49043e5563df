// Reads the slot and the account first, and then writes without conditions.

import { randomUUID } from "node:crypto";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { accountKey, bookingKey, client, getItem, price, slotKey, table } from "./database.js";

export class Refused extends Error {}

const put = (item) => client.send(new PutCommand({ TableName: table, Item: item }));

const charge = (customer, amount) =>
  client.send(
    new UpdateCommand({
      TableName: table,
      Key: accountKey(customer),
      UpdateExpression: "ADD balance :amount",
      ExpressionAttributeValues: { ":amount": -amount },
    }),
  );

export async function book(slot, customer, bookingId = randomUUID()) {
  const [stored, account] = await Promise.all([getItem(slotKey(slot)), getItem(accountKey(customer))]);
  if (stored.status !== "available") throw new Refused();
  if (account.balance < price) throw new Refused("the account has too little");
  await put({ ...stored, status: "booked", bookingId });
  await put({ ...bookingKey(bookingId), ...slot, customer, status: "booked" });
  await charge(customer, price);
  return bookingId;
}

export async function cancel(bookingId) {
  const booking = await getItem(bookingKey(bookingId));
  if (booking?.status !== "booked") throw new Refused();
  const { provider, time } = booking;
  await put({ ...slotKey(booking), provider, time, status: "available" });
  await put({ ...booking, status: "cancelled" });
  await charge(booking.customer, -price);
}
