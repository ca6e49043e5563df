// With a server started with --allow-arithmetic-conditions, a reservation with arithmetic in its condition works, and
// is as safe in a race as one with another condition.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { TransactWriteItemsCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { createTable, errorOf, makeClient } from "./support/client.js";
import { makeRacers, race, rounds, won, wrongConditionFailures } from "./support/race.js";
import { arithmeticReservation } from "./scenarios/arithmetic_reservation.js";
import { definition, getStock, putStock } from "./scenarios/inventory.js";

const plain = makeClient();
const client = DynamoDBDocumentClient.from(makeClient());
const stock = { warehouse: "berlin", productId: "p" };
const reserve = (racer, quantity) => racer.send(new UpdateItemCommand(arithmeticReservation(stock, quantity)));

before(() => createTable(plain, definition));

test("only unreserved units can be reserved", async () => {
  await putStock(client, { ...stock, quantity: 10, reservedQty: 7 });
  const refused = await errorOf(reserve(plain, 4));
  assert.equal(refused.name, "ConditionalCheckFailedException");
  await reserve(plain, 3);
  assert.equal((await getStock(client, stock)).reservedQty, 10);
  const update = arithmeticReservation(stock, 1);
  const cancelled = await errorOf(plain.send(new TransactWriteItemsCommand({ TransactItems: [{ Update: update }] })));
  assert.equal(cancelled.CancellationReasons[0].Code, "ConditionalCheckFailed");
});

test("one of fifty buyers gets the last unit", async () => {
  const racers = await makeRacers();
  for (let round = 0; round < rounds; round++) {
    await putStock(client, { ...stock, quantity: 3, reservedQty: 2 });
    const outcomes = await race(racers, (racer) => reserve(racer, 1));
    assert.equal(won(outcomes).length, 1);
    assert.deepEqual(wrongConditionFailures(outcomes), []);
    assert.equal((await getStock(client, stock)).reservedQty, 3);
  }
});
