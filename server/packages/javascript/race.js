// Runs a test under every order of its DynamoDB requests, with the race lab of a Holdfast server.
//
// The test names its actors: functions that call the application. The application's own client gets two middlewares,
// which determine the actor of a request by the asynchronous context. The server parks the requests and chooses the
// order.
//
//   start() ── open the session ── for each run { POST runs ── actors side by side, POST done for each ── check()
//   ── POST result } ── verdict
//
// CommonJS, so that Jest loads it too; `import { explore } from "holdfast"` works in ES modules.
// Depends on nothing but the client that is passed.
"use strict";

const { AsyncLocalStorage } = require("node:async_hooks");
const { readFile, writeFile } = require("node:fs/promises");
const http = require("node:http");
// Taken before a test framework replaces the global timers with fake ones.
const { setImmediate, setInterval, clearInterval, setTimeout } = require("node:timers");
const { dirname } = require("node:path");
const { fileURLToPath } = require("node:url");

// An actor counts as quiet after this many turns of the event loop without a change of its calls. Continuations of a
// response run as microtasks, before the first turn. The other turns are for code between two requests that waits for
// the event loop itself, as setImmediate and streams do.
const QUIET_TURNS = 3;

// The Actor whose code is running.
const runningActor = new AsyncLocalStorage();

const turn = () => new Promise((resolve) => setImmediate(resolve));
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// The members are private with getters, because test frameworks print public members of an error, and the message has
// their content already.
class RaceError extends Error {
  #about;

  constructor(message, { verdict, witness, replay, test, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.#about = { verdict, witness, replay, test };
  }

  get name() {
    return "RaceError";
  }

  get verdict() {
    return this.#about.verdict;
  }

  get witness() {
    return this.#about.witness;
  }

  get replay() {
    return this.#about.replay;
  }

  get test() {
    return this.#about.test;
  }
}

// ---- The actors and their requests.

// A call is one `send` of the application, with all attempts of the SDK. Its states:
//
//   busy ──attempt──► held ──release──► sent ──response──► busy ── … ── ended
//
// The actor has settled when none of its calls is busy and none has changed for QUIET_TURNS turns of the event loop.
// Only then are its held attempts sent, each with the number of requests that the server has to wait for.
class Actor {
  constructor(name, session) {
    this.name = name;
    this.session = session;
    this.calls = new Set();
    this.changes = 0;
    this.changedAt = Date.now();
    this.watching = false;
    // A response has arrived since the number of outstanding requests was last reported to the server.
    this.hasResponse = false;
    this.requests = 0;
    this.over = false;
  }

  begin() {
    if (this.over) {
      throw new RaceError(`${this.name} sent a request after its run: an actor's function must wait for all it starts`);
    }
    const call = { state: "busy", thread: 0 };
    this.calls.add(call);
    this.changed();
    return call;
  }

  // Resolves when the attempt is to be sent.
  hold(call) {
    return new Promise((resolve, reject) => {
      call.state = "held";
      call.release = resolve;
      call.refuse = reject;
      this.requests++;
      this.changed();
    });
  }

  received(call) {
    call.state = "busy";
    call.thread = 0;
    this.hasResponse = true;
    this.changed();
  }

  end(call) {
    this.calls.delete(call);
    this.changed();
  }

  changed() {
    this.changes++;
    this.changedAt = Date.now();
    if (!this.watching) this.watch();
  }

  async watch() {
    this.watching = true;
    for (let quiet = 0, seen = this.changes; quiet < QUIET_TURNS; ) {
      await turn();
      quiet = seen === this.changes ? quiet + 1 : 0;
      seen = this.changes;
    }
    this.watching = false;
    this.settle();
  }

  settle() {
    const calls = [...this.calls];
    if (calls.length === 0 || calls.some((call) => call.state === "busy")) return;
    const held = calls.filter((call) => call.state === "held");
    for (const call of held) {
      call.state = "sent";
      call.thread = this.freeThread();
    }
    if (held.length === 0 && this.hasResponse) this.session.reportOutstanding(this.name, calls.length);
    this.hasResponse = false;
    for (const call of held) call.release({ thread: call.thread, outstanding: calls.length });
  }

  // The lowest number from 1 that no other outstanding request of this actor has. The server tells the actor's requests
  // apart by it.
  freeThread() {
    const taken = new Set([...this.calls].map((call) => call.thread));
    for (let thread = 1; ; thread++) if (!taken.has(thread)) return thread;
  }

  // Waits for calls that the actor's function started but did not await, such as the remaining calls of a
  // rejected Promise.all.
  async waitForCalls() {
    do {
      while (this.calls.size > 0 && !this.over) await turn();
      await turn();
    } while (this.calls.size > 0 && !this.over);
  }

  abandon() {
    this.over = true;
    for (const call of this.calls) call.refuse?.(new RaceError(`the run is over, and ${this.name} was still waiting`));
  }
}

const callByContext = new WeakMap();
const instrumented = new WeakSet();

function instrument(client) {
  const stack = client?.middlewareStack;
  if (!stack) throw new TypeError("explore: `client` must be a DynamoDBClient or DynamoDBDocumentClient, or several");
  if (instrumented.has(stack)) return;
  instrumented.add(stack);
  // The first middleware wraps a call with all its attempts; the second wraps each attempt, next to the connection.
  stack.add(
    (next, context) => async (args) => {
      const actor = runningActor.getStore();
      if (!actor) return next(args);
      const call = actor.begin();
      callByContext.set(context, { actor, call });
      try {
        return await next(args);
      } finally {
        actor.end(call);
      }
    },
    { step: "initialize", priority: "high", name: "holdfastRaceCall" },
  );
  stack.add(
    (next, context) => async (args) => {
      const owner = callByContext.get(context);
      if (!owner) return next(args);
      const { actor, call } = owner;
      const { thread, outstanding } = await actor.hold(call);
      args.request.headers["x-holdfast-actor"] = actor.name;
      args.request.headers["x-holdfast-thread"] = String(thread);
      args.request.headers["x-holdfast-outstanding"] = String(outstanding);
      try {
        return await next(args);
      } finally {
        actor.received(call);
      }
    },
    { step: "deserialize", priority: "low", name: "holdfastRaceAttempt" },
  );
}

// ---- The calls to the lab.

// The origin of the client's server, and the query parameters that name the client's database.
async function findDatabase(client, endpointOption) {
  const { config } = client;
  const given =
    endpointOption ??
    (await config.endpoint?.()) ??
    process.env.AWS_ENDPOINT_URL_DYNAMODB ??
    process.env.AWS_ENDPOINT_URL;
  if (!given) throw new TypeError("explore: the client has no endpoint: point it at a Holdfast server");
  const url =
    typeof given === "string"
      ? new URL(given)
      : new URL(`${given.protocol}//${given.hostname}${given.port ? `:${given.port}` : ""}${given.path ?? "/"}`);
  const { accessKeyId } = await config.credentials();
  // Names the access key, not the account: which account a key belongs to depends on the server's flag --isolate-by.
  const query = new URLSearchParams({ access_key: accessKeyId, region: await config.region() });
  const fork = /\/_holdfast\/forks\/([^/]+)/.exec(url.pathname) ?? /^(.+)\.fork\.localhost\.?$/.exec(url.hostname);
  if (fork) query.set("fork", decodeURIComponent(fork[1]));
  return { origin: url.origin, query };
}

class Session {
  constructor(origin) {
    this.origin = origin;
    this.agent = new http.Agent({ keepAlive: true });
  }

  async open(query, options) {
    const until = Date.now() + (options.idle_seconds + 5) * 1000;
    for (let announced = false; ; announced = true) {
      const { status, body } = await this.request("POST", `/_holdfast/races?${query}`, options);
      if (status === 201) {
        this.path = `/_holdfast/races/${body.id}`;
        // A server in front of another store cannot restore the start state: the test writes it before each run.
        this.startBeforeEachRun = body.start === "test";
        return;
      }
      if (status !== 409 || Date.now() > until) throw this.labError(status, body);
      if (!announced) process.stderr.write("holdfast race: the database has another session; waiting for its end\n");
      await sleep(200);
    }
  }

  async call(method, path, content) {
    const { status, body } = await this.request(method, this.path + path, content);
    if (status >= 300) throw this.labError(status, body);
    return body;
  }

  post(path, content = {}) {
    return this.call("POST", path, content);
  }

  reportOutstanding(name, outstanding) {
    // The outstanding requests fail, too, if this call fails: they report the error.
    this.post(`/actors/${name}/settled`, { outstanding }).catch(() => {});
  }

  async close() {
    try {
      if (this.path) await this.request("DELETE", this.path);
    } catch {
      // The server has stopped, so that there is no session to close.
    } finally {
      this.agent.destroy();
    }
  }

  labError(status, body) {
    const text = body?.message ?? body?.Message ?? (typeof body === "string" ? body.slice(0, 200) : "");
    if (status === 404 && !this.path) {
      return new Error(`${this.origin} has no race lab: is it a Holdfast server? ${text}`);
    }
    return new Error(`the race lab at ${this.origin} refused: ${text || `status ${status}`}`);
  }

  request(method, path, content) {
    return new Promise((resolve, reject) => {
      const payload = content === undefined ? undefined : JSON.stringify(content);
      const request = http.request(this.origin + path, {
        method,
        agent: this.agent,
        headers: payload && { "content-type": "application/json", "content-length": Buffer.byteLength(payload) },
      });
      request.on("error", (error) => {
        // If the connection was reused, the server had closed it while it was idle, and has not received the request.
        if (request.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code)) {
          resolve(this.request(method, path, content));
        } else {
          reject(error);
        }
      });
      request.on("response", (response) => {
        const chunks = [];
        response.on("error", reject);
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = /json/.test(response.headers["content-type"] ?? "");
          resolve({ status: response.statusCode, body: isJson && text ? JSON.parse(text) : text });
        });
      });
      request.end(payload);
    });
  }
}

// ---- One run.

const refusals = new Set(["ConditionalCheckFailedException", "TransactionConflictException"]);

// Whether an error is one with which DynamoDB refuses the loser of a race, or was caused by such an error.
function isRefusal(error) {
  for (let cause = error, depth = 0; cause && depth < 10; cause = cause.cause, depth++) {
    if (refusals.has(cause.name)) return true;
    if (cause.name === "TransactionCanceledException") {
      const codes = (cause.CancellationReasons ?? []).map((reason) => reason.Code);
      return codes.every((code) => ["None", "ConditionalCheckFailed", "TransactionConflict"].includes(code));
    }
  }
  return false;
}

function isExpected(error, expected) {
  return [expected ?? []].flat().some((kind) => {
    if (typeof kind === "string") return error?.name === kind;
    return kind === Error || kind.prototype instanceof Error ? error instanceof kind : kind(error);
  });
}

// The server takes no endless texts. The error itself is the `cause` of the RaceError.
const descriptionLengthMax = 10_000;

function textOf(error) {
  try {
    if (error?.message === undefined) return String(error);
    const name = error.name === "Error" ? error.constructor?.name : error.name;
    return [name, error.message].filter(Boolean).join(": ");
  } catch (reason) {
    return `something whose text could not be made, because of ${reason?.name}`;
  }
}

function describe(error) {
  let text = textOf(error);
  if (text.length > descriptionLengthMax) text = `${text.slice(0, descriptionLengthMax)}…`;
  // Well-formed: JSON has no surrogates without their pair.
  return Buffer.from(text).toString();
}

// The message of a failure without generated ids and times: equal for runs that fail for the same reason.
function failureSignature(why) {
  return why.replace(/[\w.:-]{10,}/g, (word) => (/\d/.test(word) ? "…" : word));
}

async function runActor(actor, task) {
  try {
    return { status: "fulfilled", value: await runningActor.run(actor, async () => task(actor.name)) };
  } catch (reason) {
    return { status: "rejected", reason };
  } finally {
    await actor.waitForCalls();
  }
}

class Run {
  constructor(session, options, started) {
    this.session = session;
    this.options = options;
    this.number = started.run;
    this.purpose = started.purpose;
    const names = started.actors ?? Object.keys(options.actors);
    this.actors = names.map((name) => new Actor(name, session));
  }

  // Runs the actors. Resolves to their results in the form of Promise.allSettled. An actor that did not run, because
  // the lab tried to shrink a failing run, is `absent`.
  async results() {
    const results = {};
    for (const name of Object.keys(this.options.actors)) results[name] = { status: "absent" };
    const watchdog = this.watchForStuckActors();
    try {
      await Promise.all(
        this.actors.map(async (actor) => {
          const task = this.options.actors[actor.name];
          const result = await Promise.race([runActor(actor, task), watchdog.abandoned(actor)]);
          actor.over = true;
          results[actor.name] = result;
          await this.session.post(`/actors/${actor.name}/done`);
        }),
      );
    } finally {
      watchdog.stop();
    }
    return results;
  }

  // The server ends a run in which nothing happens for `stuckMs`. An actor that waits for something other than a
  // request cannot notice that, and is abandoned here.
  watchForStuckActors() {
    const limit = this.options.stuckMs + 2 * this.options.quiescenceMs;
    const waiting = new Map();
    const timer = setInterval(() => {
      if (Date.now() - Math.max(...this.actors.map((actor) => actor.changedAt)) < limit) return;
      for (const [actor, resolve] of waiting) {
        if (actor.over) continue;
        actor.abandon();
        const what = `${actor.name} has waited ${limit} ms for something that is not one of its requests`;
        resolve({ status: "rejected", reason: new RaceError(`stuck: ${what}`) });
      }
    }, 100);
    return {
      abandoned: (actor) => new Promise((resolve) => waiting.set(actor, resolve)),
      stop: () => clearInterval(timer),
    };
  }

  // Runs the actors and the check. Resolves to the failure, or to undefined if the run has passed.
  async findFailure() {
    const results = await this.results();
    for (const [name, { status, reason }] of Object.entries(results)) {
      if (status === "rejected" && !isRefusal(reason) && !isExpected(reason, this.options.expected)) {
        return { why: `${name} threw ${describe(reason)}`, error: reason };
      }
    }
    try {
      const checked = await this.options.check?.(results, { run: this.number, purpose: this.purpose });
      if (checked === false) throw new Error("the check returned false");
    } catch (error) {
      return { why: describe(error), error };
    }
    return undefined;
  }

  get isPartial() {
    return this.actors.length < Object.keys(this.options.actors).length;
  }
}

// ---- The session.

const serverOptionNames = {
  strategy: "strategy",
  depth: "depth",
  reduction: "reduction",
  preemptions: "preemptions",
  seed: "seed",
  maxRuns: "max_runs",
  staleReads: "stale_reads",
  indexLag: "index_lag",
  faults: "faults",
  require: "require",
  stopAtFailure: "stop_at_failure",
  shrink: "shrink",
  quiescenceMs: "quiescence_ms",
  stuckMs: "stuck_ms",
  idleSeconds: "idle_seconds",
};
const helperOptions = [
  "client",
  "start",
  "actors",
  "check",
  "expected",
  "always",
  "control",
  "replay",
  "report",
  "endpoint",
];
// `quiescenceMs` is longer than the server's default: the lab must wait for an actor whose SDK waits before it retries.
const defaults = { quiescenceMs: 1000, stuckMs: 5000, idleSeconds: 60 };

// Converts plain values of `always` to DynamoDB's form: 0 to {"N": "0"}.
function attributeValue(value) {
  if (typeof value === "number") return { N: String(value) };
  if (typeof value === "string") return { S: value };
  if (typeof value === "boolean") return { BOOL: value };
  return value;
}

function sessionOptions(options) {
  const body = { actors: Object.keys(options.actors) };
  for (const [name, value] of Object.entries(options)) {
    if (serverOptionNames[name]) {
      if (value !== undefined) body[serverOptionNames[name]] = value;
    } else if (!helperOptions.includes(name)) {
      throw new TypeError(`explore: there is no option ${name}`);
    }
  }
  if (options.always) {
    body.always = [options.always].flat().map((invariant) => {
      const values = Object.entries(invariant.values ?? {}).map(([name, value]) => [name, attributeValue(value)]);
      return { ...invariant, ...(values.length > 0 && { values: Object.fromEntries(values) }) };
    });
  }
  if (options.control) Object.assign(body, { ignore_conditions: options.control, shrink: false });
  if (options.replay) Object.assign(body, { strategy: "replay", schedule: options.replay });
  return body;
}

function plural(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// Shows the progress on a terminal: runs, explored and total orders, failures.
class Progress {
  constructor(session) {
    this.session = session;
    this.shownAt = process.stderr.isTTY ? 0 : Infinity;
  }

  async show(runs, failures) {
    if (Date.now() - this.shownAt < 250) return;
    this.shownAt = Date.now();
    const { explored, total } = await this.session.call("GET", "");
    const orders = total ? `${explored} of ${plural(total, "order")}` : plural(explored, "order");
    process.stderr.write(`\r\x1b[Kholdfast race: ${plural(runs, "run")}, ${orders}, ${plural(failures, "failure")}`);
  }

  end() {
    if (this.shownAt > 0 && this.shownAt < Infinity) process.stderr.write("\r\x1b[K");
  }
}

// ---- The failing run as a test: the source of the caller's test, with the schedule added to its options.

// Matches brackets, and tokens in which brackets do not count: comments, strings, templates, regular expressions.
const tokens = new RegExp(
  [
    String.raw`//.*|/\*[^]*?\*/`,
    String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`,
    "`(?:\\\\[^]|[^`\\\\])*`",
    String.raw`(?<=[(,=:[!&|?{};]\s*)/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n])+/`,
    String.raw`[([{]|[)\]}]`,
  ].join("|"),
  "g",
);

// The index of the bracket that closes the one at `start`; -1 if there is none.
function closingBracket(source, start) {
  let depth = 0;
  for (const { 0: token, index } of source.slice(start).matchAll(tokens)) {
    if ("([{".includes(token)) depth++;
    if (")]}".includes(token) && --depth === 0) return start + index;
  }
  return -1;
}

// The position of the first caller outside of this folder: {file, line}.
function callerOf(stack) {
  const position = /(?:\(|at )((?:file:\/\/)?(?:\/|[A-Za-z]:\\).*):(\d+):\d+\)?$/;
  for (const frame of stack.split("\n").slice(1)) {
    const [, file, line] = position.exec(frame) ?? [];
    if (!file) continue;
    const name = file.startsWith("file:") ? fileURLToPath(file) : file;
    if (dirname(name) !== __dirname) return {file: name, line: Number(line)};
  }
  return undefined;
}

function withOption(argument, option, indent) {
  if (!/^\s*\{/.test(argument)) return `{ ...${argument.trim()}, ${option} }`;
  const separator = /^\s*\{[ \t]*\n/.test(argument) ? `\n${indent}  ` : " ";
  return argument.replace("{", () => `{${separator}${option},`);
}

// The source of the test that calls `explore` or `expectNoUnguardedWrites` in `line`, with the option `replay` added;
// undefined if it is not found.
function testAround(source, line, replay) {
  const lineStart = source.split("\n", line - 1).join("\n").length + (line > 1 ? 1 : 0);
  const call = /^.*?\b(?:explore|expectNoUnguardedWrites)\s*\)?\(/.exec(source.slice(lineStart));
  if (!call) return undefined;
  const open = lineStart + call[0].length - 1;
  const close = closingBracket(source, open);
  if (close < 0) return undefined;
  const tests = [...source.slice(0, open).matchAll(/^([ \t]*)(?:test|it)(?:\.\w+)*\((?=\s*["'`])/gm)].reverse();
  const title = /(\(\s*(["'`])(?:\\[^]|(?!\2)[^\\])*)\2/;
  for (const { 0: opening, 1: indent, index } of tests) {
    const end = closingBracket(source, index + opening.length - 1);
    if (end < close) continue;
    const callIndent = /^[ \t]*/.exec(call[0])[0];
    const named = source.slice(index, open).replace(title, "$1: again$2");
    const argument = withOption(source.slice(open + 1, close), `replay: ${JSON.stringify(replay)}`, callIndent);
    const text = `${named}(${argument}${source.slice(close, end + 1)};`;
    return text.replace(new RegExp(`^${indent}`, "gm"), "");
  }
  return undefined;
}

async function sourceOfReplayTest(caller, replay) {
  if (!caller) return undefined;
  const source = await readFile(caller.file, "utf8").catch(() => undefined);
  return source && testAround(source, caller.line, replay);
}

function failureMessage(failure, test, divergence) {
  return [
    `run ${failure.run} failed: ${failure.why}`,
    divergence,
    failure.witness?.trimEnd(),
    `Again: HOLDFAST_REPLAY='${failure.replay}' before the command of this test`,
    failure.replayable === false && "An actor waited for something besides its requests, so the replay may differ.",
    test && `As a test, beside this one:\n\n${test}`,
  ].filter(Boolean)
      .join("\n\n");
}

async function judge(verdict, options, causes, caller) {
  const failures = verdict.failures ?? [];
  if (options.control) {
    if (failures.length > 0) return verdict;
    const tables = [options.control].flat().join(", ");
    const what = options.control === true ? "every condition was" : `the conditions on ${tables} were`;
    const runs = plural(verdict.explored, "run");
    throw new RaceError(
      `the control found no failure in ${runs} although ${what} ignored, so this test does not test the conditions`,
      { verdict },
    );
  }
  if (failures.length > 0) {
    const failure = failures.find(({ shrunk }) => shrunk) ?? failures[0];
    const cause = causes.get(failure.run) ?? causes.values().next().value;
    const { witness, replay } = failure;
    // A test that replays a schedule needs no second test that replays it.
    const test = options.replay ? undefined : await sourceOfReplayTest(caller, replay);
    // A replay may fail in another way than the run that it repeats.
    const divergence = options.replay && /the run did not follow the schedule: [^]*/.exec(verdict.summary)?.[0];
    throw new RaceError(failureMessage(failure, test, divergence), {verdict, witness, replay, test, cause});
  }
  if (!verdict.ok) {
    const { missing = [], summary } = verdict;
    const why = missing.length > 0 ? `\`require\` is not fulfilled: ${missing.join("; ")}` : summary;
    throw new RaceError(why, { verdict });
  }
  for (const { kind, text } of verdict.warnings ?? []) {
    if (kind === "unfired_fault") process.stderr.write(`holdfast race: ${text}\n`);
  }
  const isIncomplete = verdict.strategy === "exhaustive" && !verdict.complete && options.preemptions === undefined;
  if (isIncomplete) process.stderr.write(`holdfast race: ${verdict.summary}\n`);
  return verdict;
}

const explore = (given) => exploreFor(callerOf(new Error().stack), given);

// `caller`: the position in the test, from which the test that replays a failure is made.
async function exploreFor(caller, given) {
  const replay = given.replay ?? process.env.HOLDFAST_REPLAY;
  const replaysForEnvironment = !given.replay && Boolean(replay) && !given.control;
  const options = { ...given, ...(replay && !given.control && { replay }) };
  for (const [name, value] of Object.entries(defaults)) options[name] ??= value;
  const clients = [options.client].flat();
  clients.forEach(instrument);
  if (!options.actors || Object.keys(options.actors).length === 0) throw new TypeError("explore: name some actors");
  const body = sessionOptions(options);
  await options.start?.();

  const { origin, query } = await findDatabase(clients[0], options.endpoint);
  const session = new Session(origin);
  const progress = new Progress(session);
  // For each failed run's number, the error that an actor or the check threw. It becomes the `cause` of the RaceError.
  const causes = new Map();
  let firstSignature;
  try {
    try {
      await session.open(query, body);
    } catch (error) {
      if (replaysForEnvironment) error.message += " (HOLDFAST_REPLAY is the schedule of one test: run that test alone)";
      throw error;
    }
    for (let runs = 1, failures = 0; ; runs++) {
      if (session.startBeforeEachRun && runs > 1) await options.start?.();
      const started = await session.post("/runs");
      if (started.done) {
        if (options.report) await writeFile(options.report, await session.call("GET", "/report"));
        return await judge(started.verdict, options, causes, caller);
      }
      const run = new Run(session, options, started);
      let failure = await run.findFailure();
      if (runs === 1 && run.actors.every((actor) => actor.requests === 0)) {
        throw failure?.error ?? new RaceError("no actor sent a request through `client`: is it the application's own?");
      }
      // A check that expects something of every actor may fail because the lab left one out. That is a different
      // failure, and does not count.
      const isShrinkAttempt = run.isPartial && run.purpose === "shrink";
      if (isShrinkAttempt && failure && failureSignature(failure.why) !== firstSignature) failure = undefined;
      const { failed } = await session.post(
        `/runs/${run.number}/result`,
        failure ? { ok: false, why: failure.why } : { ok: true },
      );
      if (failure) {
        causes.set(run.number, failure.error);
        firstSignature ??= failureSignature(failure.why);
      }
      if (failed) failures++;
      await progress.show(runs, failures);
    }
  } finally {
    progress.end();
    await session.close();
  }
}

module.exports = {
  callerOf,
  explore,
  exploreFor,
  RaceError
};
