// Scenario 2 through ElectroDB's entities: its access patterns except `release`, and the last-unit race.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createTable, makeClient } from "./support/client.js";
import { makeRacers, race, rounds } from "./support/race.js";
import { definition } from "./scenarios/inventory.js";
import { makeService, reserve, reserveWithMovement } from "./scenarios/inventory_entities.js";

const client = makeClient();
const service = makeService(client);
const { product, stock, movement } = service.entities;
const berlin = { warehouse: "berlin", productId: "p1" };

before(async () => {
  await createTable(client, definition);
  await product.put({ productId: "p1", category: "tools", name: "Hammer", sku: "T-1" }).go();
  await product.put({ productId: "p2", category: "tools", name: "Saw", sku: "T-2" }).go();
  await stock.put({ ...berlin, quantity: 10, availableQty: 10 }).go();
  await stock.put({ warehouse: "berlin", productId: "p2", quantity: 4, availableQty: 4 }).go();
  await stock.put({ warehouse: "oslo", productId: "p1", quantity: 3, availableQty: 3 }).go();
});

test("products are found by id and by category", async () => {
  assert.equal((await product.get({ productId: "p1" }).go()).data.name, "Hammer");
  const { data } = await product.query.ofCategory({ category: "tools" }).go();
  assert.deepEqual(data.map(({ name }) => name), ["Hammer", "Saw"]);
});

test("stock is found by warehouse and by product", async () => {
  const inBerlin = await stock.query.stock({ warehouse: "berlin" }).go();
  assert.deepEqual(inBerlin.data.map(({ productId }) => productId), ["p1", "p2"]);
  const withHammers = await stock.query.ofProduct({ productId: "p1" }).go();
  assert.deepEqual(withHammers.data.map(({ warehouse }) => warehouse), ["berlin", "oslo"]);
});

test("stock is received, reserved with its movement, and shipped", async () => {
  await stock.patch(berlin).add({ quantity: 5, availableQty: 5 }).go();
  const { data } = await reserve(service, berlin, 6);
  assert.equal(data.availableQty, 9);
  assert.equal((await reserveWithMovement(service, berlin, 4, "01A")).canceled, false);
  const refused = await reserveWithMovement(service, berlin, 6, "01B");
  assert.deepEqual(refused.data.map(({ code }) => code), ["ConditionalCheckFailed", "None"]);
  await stock.patch(berlin).add({ quantity: -10, reservedQty: -10 }).go();
  const { quantity, reservedQty, availableQty } = (await stock.get(berlin).go()).data;
  assert.deepEqual([quantity, reservedQty, availableQty], [5, 0, 5]);
  const movements = await movement.query.movement({ warehouse: "berlin" }).go();
  assert.deepEqual(movements.data.map(({ movementId, quantity: n }) => [movementId, n]), [["01A", 4]]);
});

async function lastUnitRace(racers, round, reserveOne) {
  const contested = { warehouse: "race", productId: `${round}` };
  await stock.put({ ...contested, quantity: 1, availableQty: 1 }).go();
  const outcomes = await race(racers, (racer) => reserveOne(racer, contested));
  const winners = outcomes.filter(({ error }) => !error).length;
  const violations = winners === 1 ? [] : [`${winners} buyers got the last unit`];
  for (const { error } of outcomes.filter((outcome) => outcome.error)) {
    if (!error.message.includes("The conditional request failed")) violations.push(error.message);
  }
  const { availableQty, reservedQty } = (await stock.get(contested).go()).data;
  if (availableQty !== 0 || reservedQty !== 1) violations.push(`${availableQty} left, ${reservedQty} reserved`);
  return violations;
}

test("one of fifty buyers gets the last unit", async () => {
  const racers = await makeRacers(makeService);
  for (let round = 0; round < rounds; round++) {
    const violations = await lastUnitRace(racers, round, (racer, key) => reserve(racer, key, 1));
    assert.deepEqual(violations, [], `round ${round}`);
  }
});

test("control: without the condition, the checker finds that the last unit is sold more than once", async () => {
  const racers = await makeRacers(makeService);
  const unguarded = (racer, key) =>
    racer.entities.stock.patch(key).subtract({ availableQty: 1 }).add({ reservedQty: 1 }).go();
  assert.notDeepEqual(await lastUnitRace(racers, "control", unguarded), []);
});
