// Many buyers race for little stock. Each race has a control: the same race without its condition, in which the checker
// must find violations.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createTable, makeClient } from "./support/client.js";
import * as races from "./support/race.js";
import * as inventory from "./scenarios/inventory.js";

const { lost, race, randomBelow, rounds, won, wrongCancellations, wrongConditionFailures } = races;
const { getStock, movementsOfWarehouse, movementViolations, moveStock, putStock, reserve, stockViolations } = inventory;
let client;
let racers;
let stockNumber = 0;

before(async () => {
  await createTable(makeClient(), inventory.definition);
  client = DynamoDBDocumentClient.from(makeClient());
  racers = await races.makeRacers((racer) => DynamoDBDocumentClient.from(racer));
});

// Puts a new stock item into a warehouse of its own.
async function newStock(figures) {
  const stock = { warehouse: `w${stockNumber++}`, productId: "p" };
  await putStock(client, { ...stock, ...figures });
  return stock;
}

async function lastUnitRace(options) {
  const stock = await newStock({ quantity: 1 });
  const before = await getStock(client, stock);
  const outcomes = await race(racers, (racer) => reserve(racer, stock, 1, { returnOld: true, ...options }));
  const after = await getStock(client, stock);
  const attempts = outcomes.map(({ error }) => ({ type: "reserve", quantity: 1, succeeded: !error }));
  const violations = stockViolations(before, after, attempts).concat(wrongConditionFailures(outcomes));
  if (won(outcomes).length !== 1) violations.push(`${won(outcomes).length} buyers got the last unit`);
  for (const { value } of won(outcomes)) {
    if (value.Attributes.availableQty !== 0) violations.push(`the winner saw ${value.Attributes.availableQty} left`);
  }
  for (const { error } of lost(outcomes)) {
    if (error.Item?.availableQty?.N !== "0") {
      violations.push(`a loser was shown ${JSON.stringify(error.Item)}`);
    }
  }
  return violations;
}

test("one of fifty buyers gets the last unit", async () => {
  for (let round = 0; round < rounds; round++) assert.deepEqual(await lastUnitRace(), [], `round ${round}`);
});

test("control: without the condition, the checker finds that the last unit is sold more than once", async () => {
  assert.notDeepEqual(await lastUnitRace({ guarded: false }), []);
});

// Every client makes one change of stock, which `choose` chooses, together with the movement that records it.
async function movementRace(figures, choose, options) {
  const stock = await newStock(figures);
  const before = await getStock(client, stock);
  const tried = racers.map((_, number) => ({ movementId: `${number}`, ...choose(number) }));
  const outcomes = await race(racers, (racer, number) => {
    const { type, quantity, movementId } = tried[number];
    return moveStock(racer, type, stock, quantity, movementId, options);
  });
  const attempts = tried.map((attempt, number) => ({ ...attempt, succeeded: !outcomes[number].error }));
  const movements = await movementsOfWarehouse(client, stock.warehouse);
  return {
    violations: [
      ...stockViolations(before, await getStock(client, stock), attempts),
      ...movementViolations(movements, attempts),
      ...wrongCancellations(outcomes),
    ],
    succeeded: won(outcomes).length,
  };
}

async function expectNoViolations(t, figures, choose) {
  t.diagnostic(`HOLDFAST_SEED=${races.seed}`);
  for (let round = 0; round < rounds; round++) {
    const { violations, succeeded } = await movementRace(figures, choose);
    assert.deepEqual(violations, [], `round ${round}`);
    assert.ok(succeeded > 0, "nothing succeeded at all");
  }
}

const buy = () => ({ type: "reserve", quantity: 1 + randomBelow(5) });

test("buyers of random quantities never oversell, and the movements add up", (t) =>
  expectNoViolations(t, { quantity: 40 }, buy));

test("control: without the condition, the checker finds that the stock is oversold", async () => {
  const { violations } = await movementRace({ quantity: 40 }, buy, { guarded: false });
  assert.ok(violations.some((violation) => violation.startsWith("oversold")), violations.join("; "));
});

test("stock that is received while it is being reserved is neither lost nor oversold", (t) =>
  expectNoViolations(t, { quantity: 10 }, (number) =>
    number % 2 ? buy() : { type: "receive", quantity: 1 + randomBelow(3) },
  ));

test("stock that is shipped while reservations are released stays consistent", (t) =>
  expectNoViolations(t, { quantity: 60, reservedQty: 50 }, (number) => ({
    type: number % 2 ? "ship" : "release",
    quantity: 1 + randomBelow(4),
  })));

test("control: the checker finds that more than the reserved units is shipped and released", async () => {
  const choose = (number) => ({ type: number % 2 ? "ship" : "release", quantity: 2 });
  const { violations } = await movementRace({ quantity: 60, reservedQty: 50 }, choose, { guarded: false });
  assert.ok(violations.some((violation) => violation.startsWith("oversold")), violations.join("; "));
});

test("control: the checkers find a lost change and a movement without a change", () => {
  const before = { quantity: 10, reservedQty: 0, availableQty: 10 };
  const attempts = [{ type: "reserve", quantity: 1, succeeded: true, movementId: "a" }];
  assert.notDeepEqual(stockViolations(before, before, attempts), []);
  assert.notDeepEqual(movementViolations([], attempts), []);
  assert.notDeepEqual(movementViolations([{ sk: "MOVEMENT#b", type: "reserve", quantity: 1 }], []), []);
});
