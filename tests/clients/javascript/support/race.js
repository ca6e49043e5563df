// Races of fifty clients, each with connections of its own, that start at the same moment.

import { ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { makeClient } from "./client.js";

export const clientCount = 50;

// How often every race is run. The controls, which only show that a checker finds violations, run once.
export const rounds = Number(process.env.HOLDFAST_ROUNDS ?? 10);

// Fifty clients whose connections are already open.
export async function makeRacers(wrap = (client) => client) {
  const clients = Array.from({ length: clientCount }, () => makeClient());
  await Promise.all(clients.map((client) => client.send(new ListTablesCommand({ Limit: 1 }))));
  return clients.map(wrap);
}

// Runs `step(client, number)` for all clients at once. One outcome per client: {value} or {error}.
export function race(clients, step) {
  return Promise.all(
    clients.map(async (client, number) => {
      try {
        return { value: await step(client, number) };
      } catch (error) {
        return { error };
      }
    }),
  );
}

export const won = (outcomes) => outcomes.filter((outcome) => !outcome.error);
export const lost = (outcomes) => outcomes.filter((outcome) => outcome.error);

// The violations of a race between transactions of two actions, which contend only for the item of the first action:
// each loser must have been cancelled because of the first action alone.
export function wrongCancellations(outcomes) {
  const violations = [];
  for (const { error } of lost(outcomes)) {
    const codes = (error.CancellationReasons ?? []).map((reason) => reason.Code);
    const first = codes[0] === "ConditionalCheckFailed" || codes[0] === "TransactionConflict";
    if (error.name !== "TransactionCanceledException" || codes.length !== 2 || !first || codes[1] !== "None") {
      violations.push(`a loser got ${error.name} [${codes}]: ${error.message}`);
    } else if (!error.message.endsWith(`specific reasons [${codes.join(", ")}]`)) {
      violations.push(`a loser's message does not name its reasons: ${error.message}`);
    }
  }
  return violations;
}

export function wrongConditionFailures(outcomes) {
  return lost(outcomes)
    .filter(({ error }) => error.name !== "ConditionalCheckFailedException")
    .map(({ error }) => `a loser got ${error.name}: ${error.message}`);
}

// The seed of all random quantities and choices. HOLDFAST_SEED=… repeats a run.
export const seed = Number(process.env.HOLDFAST_SEED ?? Date.now() % 1_000_000_007);
let state = seed % 2147483647 || 1;
export function randomBelow(limit) {
  state = (state * 48271) % 2147483647;
  return state % limit;
}
