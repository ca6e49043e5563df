// Computes the new stock in the application from an earlier read, and writes stock and order one after the other.

import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { client, getItem, orderKey, stockKey, table } from "./database.js";

export class Refused extends Error {}

const put = (item) => client.send(new PutCommand({ TableName: table, Item: item }));

async function changeStock(product, quantityChange, reservedChange) {
  const stock = await getItem(stockKey(product));
  stock.quantity += quantityChange;
  stock.reservedQty += reservedChange;
  stock.availableQty = stock.quantity - stock.reservedQty;
  if (stock.availableQty < 0) throw new Refused("out of stock");
  await put(stock);
}

export const receive = (product, count) => changeStock(product, count, 0);

export async function reserve(orderId, product, count) {
  if (await getItem(orderKey(orderId))) throw new Refused("the order is there already");
  await changeStock(product, 0, count);
  await put({ ...orderKey(orderId), product, count, status: "reserved" });
}

async function finish(orderId, status, quantityChange) {
  const order = await getItem(orderKey(orderId));
  if (order.status !== "reserved") throw new Refused(`the order is ${order.status}`);
  await put({ ...order, status });
  await changeStock(order.product, quantityChange(order), -order.count);
}

export const ship = (orderId) => finish(orderId, "shipped", ({ count }) => -count);
export const release = (orderId) => finish(orderId, "released", () => 0);
