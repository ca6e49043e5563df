// Explores the naive booking, or replays HOLDFAST_REPLAY, and prints the result as JSON.

import assert from "node:assert/strict";
import { explore } from "../../../../server/packages/javascript/race.js";
import { bookings, bookNaively, client, seed } from "./application.js";

const outcome = await explore({
  client,
  start: seed,
  expected: (error) => error.message === "taken",
  actors: { alice: () => bookNaively("alice"), bob: () => bookNaively("bob") },
  check: async () => assert.ok((await bookings()).length <= 1, "two bookings of one room"),
}).then(
  (verdict) => ({ passed: true, explored: verdict.explored }),
  ({ message, witness, replay, verdict }) => ({ passed: false, message, witness, replay, verdict }),
);
console.log(JSON.stringify(outcome));
