// DynamoDB computes the new stock, under conditions, in one transaction with the order.

import { randomUUID } from "node:crypto";
import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { client, getItem, orderKey, stockKey, table } from "./database.js";

export class Refused extends Error {}

// The reasons for which a condition or another transaction cancels this one. Any other reason is an error.
const refusals = ["None", "ConditionalCheckFailed", "TransactionConflict"];

const isRefusal = (error) =>
  error.name === "TransactionCanceledException" &&
  error.CancellationReasons.every((reason) => refusals.includes(reason.Code));

async function transact(...actions) {
  try {
    await client.send(new TransactWriteCommand({ TransactItems: actions, ClientRequestToken: randomUUID() }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Refused("", { cause: error });
  }
}

const stockUpdate = (product, count, update, condition) => ({
  Update: {
    TableName: table,
    Key: stockKey(product),
    UpdateExpression: update,
    ConditionExpression: condition,
    ExpressionAttributeValues: { ":count": count },
  },
});

// A transaction of one action: if its response is lost, the SDK retries it with the same token, and it applies only
// once. A plain UpdateItem would add twice.
export const receive = (product, count) =>
  transact(stockUpdate(product, count, "ADD quantity :count, availableQty :count"));

export const reserve = (orderId, product, count) =>
  transact(
    stockUpdate(
      product,
      count,
      "SET availableQty = availableQty - :count, reservedQty = reservedQty + :count",
      "availableQty >= :count",
    ),
    {
      Put: {
        TableName: table,
        Item: { ...orderKey(orderId), product, count, status: "reserved" },
        ConditionExpression: "attribute_not_exists(pk)",
      },
    },
  );

async function finish(orderId, status, update) {
  const { product, count } = await getItem(orderKey(orderId));
  await transact(
    {
      Update: {
        TableName: table,
        Key: orderKey(orderId),
        UpdateExpression: "SET #status = :status",
        ConditionExpression: "#status = :reserved",
        ExpressionAttributeNames: { "#status": "status" },
        ExpressionAttributeValues: { ":status": status, ":reserved": "reserved" },
      },
    },
    stockUpdate(product, count, update),
  );
}

export const ship = (orderId) =>
  finish(orderId, "shipped", "SET quantity = quantity - :count, reservedQty = reservedQty - :count");
export const release = (orderId) =>
  finish(orderId, "released", "SET availableQty = availableQty + :count, reservedQty = reservedQty - :count");
