// The race lab's helper for JavaScript with a server: the requests that it schedules, the failures that it finds, and
// their replays.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { beforeEach, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { explore, RaceError } from "../../../server/packages/javascript/race.js";
import {
  accessKeyId,
  base,
  book,
  bookings,
  bookNaively,
  bookSequentially,
  client,
  items,
  pay,
  payOnce,
  put,
  seed,
  table,
} from "./race_lab/application.js";
import { admin } from "./support/admin.js";
import { errorOf } from "./support/client.js";

const isTaken = (error) => error.message === "taken";
const atMostOneBooking = async () => assert.ok((await bookings()).length <= 1, "two bookings of one room");

const naive = {
  client,
  start: seed,
  expected: isTaken,
  actors: { alice: () => bookNaively("alice"), bob: () => bookNaively("bob") },
  check: atMostOneBooking,
};
const guarded = {
  client,
  start: seed,
  actors: { alice: () => book("alice"), bob: () => book("bob") },
  check: atMostOneBooking,
};

beforeEach(seed);

test("the witness of reading and then writing has four steps", async () => {
  const check = ({ alice, bob }) =>
    assert.ok(alice.status !== "fulfilled" || bob.status !== "fulfilled", "both were told that the room is theirs");
  const actors = { alice: () => bookSequentially("alice"), bob: () => bookSequentially("bob") };
  const error = await errorOf(explore({ ...naive, actors, check }));
  assert.match(error.message, /both were told/);
  assert.equal(error.verdict.failures[0].steps, 4);
  assert.match(error.witness, /lost update/);
});

test("the witness of a violated invariant omits an actor that does not matter", async () => {
  const always = { name: "one payment", table, where: "pk = :till", each: "money <= :price" };
  const actors = { alice: pay, bob: pay, carol: () => bookNaively("carol") };
  const values = { ":till": "till", ":price": 40 };
  const error = await errorOf(explore({ client, start: seed, actors, always: { ...always, values } }));
  assert.match(error.message, /'one payment' is violated by/);
  assert.deepEqual(["alice", "bob", "carol"].filter((name) => error.witness.includes(name)), ["alice", "bob"]);
});

test("the witness of a failed check has all actors, whatever ids the failure names", async () => {
  const actors = { ...naive.actors, carol: () => bookNaively("carol") };
  const check = async () => {
    const found = await bookings();
    assert.ok(found.length <= 1, `two bookings of one room: ${found.map(({ pk }) => pk)}`);
  };
  const error = await errorOf(explore({ ...naive, actors, check }));
  assert.match(error.message, /two bookings of one room: [0-9a-f-]{36},[0-9a-f-]{36}/);
  assert.deepEqual(["alice", "bob", "carol"].filter((name) => error.witness.includes(name)), ["alice", "bob", "carol"]);
});

test("a failure that occurs only because an actor was left out does not count", async () => {
  const actors = { ...naive.actors, carol: () => put({ pk: "carol" }) };
  const check = async ({ carol }) => {
    assert.equal(carol.status, "fulfilled", "carol is missing");
    await atMostOneBooking();
  };
  const error = await errorOf(explore({ ...naive, actors, check }));
  assert.match(error.message, /two bookings of one room/);
  assert.match(error.witness, /PutItem carol/);
});

async function naiveBookingInANewProcess(replay) {
  const script = fileURLToPath(new URL("race_lab/naive_booking.js", import.meta.url));
  const env = { ...process.env, HOLDFAST_REPLAY: replay ?? "", RACE_LAB_ACCOUNT: "300000000002" };
  return JSON.parse((await promisify(execFile)(process.execPath, [script], { env })).stdout);
}

test("the race of an application with concurrent requests is found, and its schedule repeats it", async () => {
  const error = await errorOf(explore(naive));
  assert.ok(error instanceof RaceError);
  assert.match(error.message, /^run \d+ failed: AssertionError: two bookings of one room\n/);
  assert.ok(error.message.includes(error.witness) && error.message.includes(`HOLDFAST_REPLAY='${error.replay}'`));
  assert.match(error.witness, /^alice /m);
  assert.match(error.witness, /^bob /m);
  assert.equal(error.cause.message, "two bookings of one room");
  assert.equal(error.verdict.failures[0].replayable, true);
  for (let round = 0; round < 20; round++) {
    const repeated = await errorOf(explore({ ...naive, replay: error.replay }));
    assert.equal(repeated.cause?.message, "two bookings of one room", `round ${round}: ${repeated}`);
    assert.equal(repeated.verdict.explored, 1);
  }
});

test("a schedule repeats the failure in a new process", async () => {
  const found = await naiveBookingInANewProcess();
  assert.equal(found.passed, false);
  const repeated = await naiveBookingInANewProcess(found.replay);
  assert.equal(repeated.passed, false, JSON.stringify(repeated));
  assert.equal(repeated.verdict.explored, 1);
  assert.match(repeated.message, /two bookings of one room/);
});

test("a failing run is exported as a test that fails in the same way in the file of the failed test", async () => {
  const directory = fileURLToPath(new URL("race_lab", import.meta.url));
  const env = { ...process.env, HOLDFAST_REPLAY: "", RACE_LAB_ACCOUNT: "300000000005" };
  const outputOf = (...command) =>
    promisify(execFile)(process.execPath, command, { env, cwd: directory }).then(
      ({ stdout }) => assert.fail(`it passed: ${stdout}`),
      ({ stdout }) => stdout,
    );
  const printed = await outputOf("--test-reporter=tap", "two_customers.js");
  const exported = [...printed.matchAll(/As a test, beside this one:\s+(test\([^]*?\);)\n +code:/g)];
  assert.equal(exported.length, 2, printed);
  const source = await readFile(`${directory}/two_customers.js`, "utf8");
  const all = [source, ...exported.map(([, text]) => text)].join("\n");
  const output = await outputOf("--test-reporter=tap", "--input-type=module", "--eval", all);
  assert.match(output, /^not ok 3 - two customers want one room: again$/m);
  assert.match(output, /^not ok 4 - customers of any name \(\[{"'\) want one room: again$/m);
  // The two original tests try several orders, and the exported tests one.
  assert.equal(output.match(/\brun [2-9] failed: AssertionError: two bookings of one room/g)?.length, 2, output);
  assert.equal(output.match(/\brun 1 failed: AssertionError: two bookings of one room/g)?.length, 2, output);
});

test("a replay that does not follow its schedule reports the step", async () => {
  const error = await errorOf(explore({ ...guarded, replay: "alice,alice,bob#GPG" }));
  assert.match(error.message, /at step 2 alice asks for another operation than before/);
});

test("the transactional booking fails in no order, with and without reduction", async () => {
  const reduced = await explore(guarded);
  assert.equal(reduced.complete, true);
  const all = await explore({ ...guarded, reduction: false });
  assert.equal(all.complete, true);
  assert.ok(reduced.explored < all.explored, `${reduced.explored} of ${all.explored} orders`);
  assert.ok(reduced.met.conditional_check_failed + reduced.met.transaction_canceled > 0);
});

test("the control without conditions fails, and a control that passes is an error", async () => {
  const verdict = await explore({ ...guarded, control: true });
  assert.ok(verdict.failures.length > 0);
  assert.ok((await explore({ ...guarded, control: [table] })).failures.length > 0);
  const error = await errorOf(explore({ ...guarded, control: true, actors: { alice: () => book("alice") } }));
  assert.match(error.message, /^the control found no failure in .* although every condition/);
});

test("requests that are sent together are scheduled in every order", async () => {
  const putBoth = () => Promise.all([put({ pk: "a" }), put({ pk: "b" })]);
  const two = await explore({ client, start: seed, actors: { alice: putBoth }, reduction: false });
  assert.equal(two.explored, 2);
  const three = () => Promise.all([putBoth(), put({ pk: "c" })]);
  assert.equal((await explore({ client, start: seed, actors: { alice: three }, reduction: false })).explored, 6);
  // c is sent after the response to a, while b may still be parked: the orders are a b c, a c b and b a c.
  const uneven = () => Promise.all([put({ pk: "a" }).then(() => put({ pk: "c" })), put({ pk: "b" })]);
  assert.equal((await explore({ client, start: seed, actors: { alice: uneven }, reduction: false })).explored, 3);
});

test("a request that an actor started and did not await belongs to its run", async () => {
  const actors = { alice: () => void put({ pk: "late", guest: "alice" }) };
  await explore({ client, start: seed, actors, check: async () => assert.equal((await bookings()).length, 1) });
});

test("a failure is reported whatever its text is", async () => {
  const throwing = (error) => async () => {
    await put({ pk: "a" });
    throw error;
  };
  for (const [error, text] of [
    [new Error("\ud800"), /Error: \ufffd\n/],
    [new Error("x".repeat(2_000_000)), /Error: x{9993}…\n/],
    [Object.create(null), /something whose text could not be made, because of TypeError\n/],
    [{ message: Symbol("sold") }, /something whose text could not be made, because of TypeError\n/],
    [undefined, /undefined\n/],
  ]) {
    const thrown = await errorOf(explore({ ...guarded, actors: { alice: throwing(error) } }));
    assert.match(thrown.message, new RegExp(`^run 1 failed: alice threw ${text.source}`));
    assert.equal(thrown.cause, error);
    const checked = await errorOf(explore({ ...guarded, check: throwing(error) }));
    assert.match(checked.message, new RegExp(`^run 1 failed: ${text.source}`));
  }
});

test("an exception of an actor fails the run, unless it is expected or the refusal of a lost race", async () => {
  const throwing = (error) => ({
    client,
    start: seed,
    actors: {
      async alice() {
        await put({ pk: "a" });
        throw error;
      },
    },
  });
  class Sold extends Error {}
  const found = await errorOf(explore(throwing(new Sold("out"))));
  assert.match(found.message, /^run 1 failed: alice threw Sold: out/);
  assert.ok(found.cause instanceof Sold);
  await explore({ ...throwing(new Sold("out")), expected: Sold });
  await explore({ ...throwing(new Sold("out")), expected: Error });
  assert.match((await errorOf(explore({ ...throwing("out"), expected: Error }))).message, /alice threw out/);
  await explore({ ...throwing(new Sold("out")), expected: ["Other", (error) => error.message === "out"] });
  const refusal = Object.assign(new Error("refused"), { name: "ConditionalCheckFailedException" });
  await explore(throwing(refusal));
  await explore(throwing(new Sold("out", { cause: refusal })));
  assert.match((await errorOf(explore(throwing(new TypeError("x is undefined"))))).message, /TypeError: x is undef/);
});

test("a check that returns false fails the run", async () => {
  const check = async () => (await bookings()).length <= 1;
  const error = await errorOf(explore({ ...naive, check }));
  assert.match(error.message, /^run \d+ failed: Error: the check returned false\n/);
  assert.equal((await explore({ ...guarded, check: () => undefined })).ok, true);
});

test("the check gets results like those of Promise.allSettled", async () => {
  const seen = new Set();
  const check = ({ alice, bob }) => {
    seen.add(`${alice.status} ${bob.status}`);
    for (const { status, reason } of [alice, bob]) {
      assert.equal(reason?.name, status === "rejected" ? "TransactionCanceledException" : undefined);
    }
  };
  await explore({ ...guarded, check });
  assert.ok(seen.has("fulfilled rejected") && seen.has("rejected fulfilled"), [...seen].join());
});

test("an update retried after a lost reply is executed twice, and a transaction with its token once", async () => {
  const withLostReply = (task) => ({
    client,
    start: seed,
    actors: { alice: task },
    faults: [{ do: "commit_then_drop", budget: 1 }],
    check: async () => assert.equal((await items()).find(({ pk }) => pk === "till").money, 40, "what was paid"),
  });
  const error = await errorOf(explore(withLostReply(pay)));
  assert.match(error.message, /what was paid/);
  const { met } = error.verdict;
  assert.ok(met.lost_replies > 0 && met.retries > 0, JSON.stringify(met));
  assert.equal((await explore(withLostReply(payOnce))).complete, true);
});

test("without a session, too, a repeated update is executed twice and a transaction with its token once", async () => {
  const money = async () => (await items()).find(({ pk }) => pk === "till").money;
  await seed();
  for (const [task, paid] of [[pay, 80], [payOnce, 120]]) {
    await admin("POST", `faults?access_key=${accessKeyId}`, { faults: [{ do: "commit_then_drop" }] });
    assert.equal((await task()).$metadata.attempts, 2);
    assert.equal(await money(), paid);
  }
});

test("an invariant names the commit that violates it, and takes plain values", async () => {
  const always = { name: "nothing is free", table, where: "attribute_exists(price)", each: "price > :zero" };
  const cheap = () => put({ pk: "gift", guest: "alice", price: 0 });
  const options = { client, start: seed, actors: { alice: cheap }, always: { ...always, values: { ":zero": 0 } } };
  assert.match((await errorOf(explore(options))).message, /'nothing is free' is violated by alice's PutItem/);
});

test("a session fails if a required event did not occur", async () => {
  const error = await errorOf(
    explore({ ...guarded, actors: { alice: () => book("alice") }, require: { transaction_canceled: 1 } }),
  );
  assert.match(error.message, /transaction_canceled/);
});

test("a run is stuck if an actor waits for something else than its requests", async () => {
  const never = new Promise(() => {});
  const actors = { alice: () => put({ pk: "a" }).then(() => never) };
  const error = await errorOf(explore({ client, start: seed, actors, quiescenceMs: 50, stuckMs: 300 }));
  assert.match(error.message, /stuck/);
});

test("an option that is undefined has its default value", async () => {
  const actors = { alice: () => setTimeout(300).then(() => book("alice")) };
  const options = { quiescenceMs: undefined, stuckMs: undefined, idleSeconds: undefined };
  assert.equal((await explore({ ...guarded, ...options, actors })).ok, true);
});

test("misuse is refused with a reason", async () => {
  const actors = { alice: () => book("alice") };
  assert.match((await errorOf(explore({ client, actors, maxRun: 3 }))).message, /there is no option maxRun/);
  assert.match((await errorOf(explore({ client, actors: {} }))).message, /name some actors/);
  assert.match((await errorOf(explore({ client: {}, actors }))).message, /`client` must be a DynamoDBClient/);
  assert.match((await errorOf(explore({ client, actors, strategy: "magic" }))).message, /refused: .*strategy/);
  assert.match((await errorOf(explore({ client, actors: { "": () => {} } }))).message, /refused: /);
  const credentials = { accessKeyId: "300000000001", secretAccessKey: "any" };
  const other = new DynamoDBClient({ endpoint: process.env.HOLDFAST_ENDPOINT, region: "us-east-1", credentials });
  const unseen = { alice: () => other.send(new ListTablesCommand({})) };
  assert.match((await errorOf(explore({ client, actors: unseen }))).message, /no actor sent a request through/);
  const noLab = explore({ client, actors, endpoint: `${process.env.HOLDFAST_ENDPOINT}`.replace(/:\d+$/, ":9") });
  assert.match((await errorOf(noLab)).message, /ECONNREFUSED/);
});

test("a session waits for another one of the same database", async () => {
  const [first, second] = await Promise.all([explore({ ...guarded, start: undefined }), explore(guarded)]);
  assert.ok(first.ok && second.ok);
});

test("a plain and a document client may be passed together, and requests outside of actors are not held", async () => {
  const actors = { alice: () => base.send(new ListTablesCommand({})), bob: () => book("bob") };
  assert.equal((await explore({ ...guarded, client: [base, client], actors })).ok, true);
});
