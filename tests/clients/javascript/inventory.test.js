// scenarios/inventory.js: every access pattern, through the document client; and through the plain client a condition
// that DynamoDB refuses. Each test begins with the stock that the one before has left.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { TransactWriteItemsCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createTable, errorOf, makeClient } from "./support/client.js";
import { arithmeticReservation } from "./scenarios/arithmetic_reservation.js";
import * as inventory from "./scenarios/inventory.js";

const plain = makeClient();
const client = DynamoDBDocumentClient.from(makeClient());
const berlin = { warehouse: "berlin", productId: "p1" };

before(async () => {
  await createTable(plain, inventory.definition);
  for (const productId of ["p1", "p2"]) {
    await inventory.putProduct(client, { productId, category: "tools", name: `Tool ${productId}`, sku: `T-${productId}` });
  }
  await inventory.putStock(client, { ...berlin, quantity: 10 });
  await inventory.putStock(client, { warehouse: "berlin", productId: "p2", quantity: 5 });
  await inventory.putStock(client, { warehouse: "oslo", productId: "p1", quantity: 7 });
});

test("a product is found by id and by category", async () => {
  assert.equal((await inventory.getProduct(client, "p1")).sku, "T-p1");
  const found = await inventory.productsOfCategory(client, "tools");
  assert.deepEqual(found.map((product) => product.name), ["Tool p1", "Tool p2"]);
});

test("stock is found by warehouse and by product", async () => {
  assert.equal((await inventory.getStock(client, berlin)).quantity, 10);
  assert.deepEqual((await inventory.stockOfWarehouse(client, "berlin")).map(({ sk }) => sk), ["PRODUCT#p1", "PRODUCT#p2"]);
  assert.deepEqual((await inventory.warehousesWith(client, "p1")).map(({ gsi1sk }) => gsi1sk), [
    "WAREHOUSE#berlin", "WAREHOUSE#oslo",
  ]);
});

test("stock is received, reserved, released and shipped", async () => {
  const figures = async () => {
    const { quantity, reservedQty, availableQty } = await inventory.getStock(client, berlin);
    return [quantity, reservedQty, availableQty];
  };
  await inventory.receive(client, berlin, 5);
  assert.deepEqual(await figures(), [15, 0, 15]);
  const { Attributes } = await inventory.reserve(client, berlin, 6);
  assert.equal(Attributes.availableQty, 9);
  assert.deepEqual(await figures(), [15, 6, 9]);
  await inventory.release(client, berlin, 2);
  assert.deepEqual(await figures(), [15, 4, 11]);
  await inventory.ship(client, berlin, 4);
  assert.deepEqual(await figures(), [11, 0, 11]);
});

test("a reservation of more than is available fails, and its error has the stored item", async () => {
  const error = await errorOf(inventory.reserve(client, berlin, 1000, { returnOld: true }));
  assert.equal(error.name, "ConditionalCheckFailedException");
  assert.equal(error.message, "The conditional request failed");
  assert.deepEqual(error.Item.availableQty, { N: "11" });
});

test("a change of stock and its movement are written together", async () => {
  const oslo = { warehouse: "oslo", productId: "p1" };
  await inventory.moveStock(client, "receive", oslo, 3, "01A");
  await inventory.moveStock(client, "reserve", oslo, 4, "01B");
  const error = await errorOf(inventory.moveStock(client, "reserve", oslo, 100, "01C"));
  assert.deepEqual(error.CancellationReasons.map((reason) => reason.Code), ["ConditionalCheckFailed", "None"]);
  const movements = await inventory.movementsOfWarehouse(client, "oslo");
  assert.deepEqual(movements.map(({ sk, type, quantity }) => [sk, type, quantity]), [
    ["MOVEMENT#01A", "receive", 3], ["MOVEMENT#01B", "reserve", 4],
  ]);
  assert.equal((await inventory.getStock(client, oslo)).availableQty, 6);
});

test("arithmetic in a condition is refused as DynamoDB refuses it", async () => {
  const refusal = 'Invalid ConditionExpression: Syntax error; token: "-", near: "quantity - reservedQty"';
  const update = arithmeticReservation(berlin, 1);
  const single = await errorOf(plain.send(new UpdateItemCommand(update)));
  assert.equal(single.name, "ValidationException");
  assert.equal(single.message, `1 validation error detected: ${refusal}`);
  const transaction = await errorOf(plain.send(new TransactWriteItemsCommand({ TransactItems: [{ Update: update }] })));
  assert.equal(transaction.name, "ValidationException");
  assert.equal(transaction.message, refusal);
});
