// Two tests in which the lab finds failures. For each failure the lab prints a test that repeats it, with a copy of the
// code around the call of `explore`. The copy must be exact, even with unpaired brackets and quotes in comments and
// literals.

import assert from "node:assert/strict";
import { test } from "node:test";
import { explore } from "../../../../server/packages/javascript/race.js";
import { bookings, bookNaively, client, seed } from "./application.js";

const isTaken = (error) => /^taken[)]?$/.test(error.message);
const atMostOneBooking = async () => assert.ok((await bookings()).length <= 1, "two bookings of one room");

test("two customers want one room", () =>
  explore({
    client, // the application's :-)
    start: seed,
    expected: isTaken,
    actors: { alice: () => bookNaively("alice"), bob: () => bookNaively("bob") },
    check: atMostOneBooking, // not more {
  }));

test("customers of any name ([{\"') want one room", async () => {
  const names = ["`al)", `b${"}"}b`].map((name) => name.replace(/[`})]/g, ""));
  const actors = Object.fromEntries(names.map((name) => [name, () => bookNaively(name)]));
  const options = { client, start: seed, expected: isTaken, actors, check: atMostOneBooking };
  await explore(options).catch((error) => {
    throw Object.assign(error, { names });
  });
});
