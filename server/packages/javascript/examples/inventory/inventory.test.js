// The races of inventory. `APPLICATION=wrong node --test …` shows what goes wrong in ./wrong.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { explore } from "holdfast";
import { client, createTable, stockKey, table } from "./database.js";

const { receive, reserve, ship, release, Refused } = await import(`./${process.env.APPLICATION ?? "right"}.js`);

async function seed(quantity) {
  await createTable();
  const stock = { ...stockKey("lamp"), product: "lamp", quantity, reservedQty: 0, availableQty: quantity };
  await client.send(new PutCommand({ TableName: table, Item: stock }));
}

const neverOversold = {
  name: "never oversold",
  table,
  where: "attribute_exists(availableQty)",
  each: "availableQty >= :zero AND reservedQty >= :zero",
  values: { ":zero": 0 },
};

// Checks that the quantity is the received units less the shipped ones, and that the reserved units are those of the
// orders with the status `reserved`.
async function checkConsistency(received) {
  const items = (await client.send(new ScanCommand({ TableName: table, ConsistentRead: true }))).Items;
  const stock = items.find(({ sk }) => sk === "#STOCK");
  const countOf = (status) =>
    items.filter((item) => item.status === status).reduce((sum, { count }) => sum + count, 0);
  const expected = { quantity: received - countOf("shipped"), reservedQty: countOf("reserved") };
  expected.availableQty = expected.quantity - expected.reservedQty;
  const { quantity, reservedQty, availableQty } = stock;
  assert.deepEqual({ quantity, reservedQty, availableQty }, expected, "the stock");
}

const commonOptions = { client, expected: Refused, always: [neverOversold] };

test("two buyers want the last unit", () =>
  explore({
    ...commonOptions,
    start: () => seed(1),
    actors: { alice: () => reserve("a", "lamp", 1), bob: () => reserve("b", "lamp", 1) },
    check: async ({ alice, bob }) => {
      await checkConsistency(1);
      const won = [alice, bob].filter(({ status }) => status === "fulfilled").length;
      assert.ok(won <= 1, `${won} buyers of one unit`);
    },
  }));

test("a delivery arrives while a buyer reserves", () =>
  explore({
    ...commonOptions,
    start: () => seed(1),
    actors: { lorry: () => receive("lamp", 5), alice: () => reserve("a", "lamp", 1) },
    // A conflict with another transaction may cancel the delivery: the lorry gets the error, and would try again later.
    check: ({ lorry }) => checkConsistency(lorry.status === "fulfilled" ? 6 : 1),
  }));

test("an order that is sent twice reserves once", () =>
  explore({
    ...commonOptions,
    start: () => seed(5),
    actors: { first: () => reserve("a", "lamp", 1), second: () => reserve("a", "lamp", 1) },
    check: () => checkConsistency(5),
  }));

async function reserveTwo() {
  await seed(5);
  await reserve("a", "lamp", 2);
}

test("an order is shipped while it is released", () =>
  explore({
    ...commonOptions,
    start: reserveTwo,
    actors: { packer: () => ship("a"), alice: () => release("a") },
    check: () => checkConsistency(5),
  }));

test("an order is released twice", () =>
  explore({
    ...commonOptions,
    start: reserveTwo,
    actors: { alice: () => release("a"), clerk: () => release("a") },
    check: () => checkConsistency(5),
  }));

test("an order is shipped twice", () =>
  explore({
    ...commonOptions,
    start: reserveTwo,
    actors: { packer: () => ship("a"), robot: () => ship("a") },
    check: () => checkConsistency(5),
  }));
