// A database of a server, as the fixtures see it: where it is, its clock, its forks. Depends on nothing but Node.js.
"use strict";

const { randomBytes } = require("node:crypto");
const http = require("node:http");
// Taken before a test framework replaces the global timers with fake ones.
const { setTimeout } = require("node:timers");

const attemptsMax = 8;
const tableWaitMaxMilliseconds = 60_000;
// The account of every access key that is not an account ID, unless the server isolates by access key.
const defaultAccount = "000000000000";

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// One exchange on a connection of its own: {status, body}, with the body parsed.
function exchange(origin, method, path, headers, content) {
  return new Promise((resolve, reject) => {
    const payload = content === undefined ? "" : JSON.stringify(content);
    const request = http.request(origin + path, {
      method,
      agent: false,
      headers: { "content-type": "application/json", "content-length": Buffer.byteLength(payload), ...headers },
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks = [];
      response.on("error", reject);
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        try {
          resolve({ status: response.statusCode, body: text ? JSON.parse(text) : {} });
        } catch {
          resolve({ status: response.statusCode, body: { message: text.slice(0, 200) } });
        }
      });
    });
    request.end(payload);
  });
}

// The clock of a database. Time to live, streams, idempotency tokens and throttling use it.
class Clock {
  #database;

  constructor(database) {
    this.#database = database;
  }

  async now() {
    return new Date((await this.#database.admin("GET", "clock")).now * 1000);
  }

  // Stops the clock at a Date, seconds since 1970, or a time such as "2026-10-01T09:00:00Z".
  stopAt(time) {
    return this.#change({ mode: "virtual", now: time instanceof Date ? time.getTime() / 1000 : time });
  }

  // Stops the clock if it runs, moves it forward by seconds or a duration such as "15m", and does what has become due,
  // such as the deletion of expired items.
  advance(duration) {
    return this.#change({ mode: "virtual", advance: duration });
  }

  // Lets the clock follow the system clock again.
  run() {
    return this.#change({ mode: "system" });
  }

  // Deletes the items that have expired; resolves to their number.
  async sweep() {
    return (await this.#database.admin("POST", "ttl/sweep")).deleted;
  }

  async #change(change) {
    return new Date((await this.#database.admin("POST", "clock", change)).now * 1000);
  }
}

// The database of an account in a region of a server, or a fork of it. Creating the object sends no request: the server
// makes the database at the first request to it, and a fork as a copy of what its original holds at that moment. What
// changes the clock of a database that is no fork, restores or resets it, does the same to its forks.
class Database {
  constructor(origin, { account = defaultAccount, region = "us-east-1", fork } = {}) {
    this.origin = origin;
    this.account = account;
    this.region = region;
    this.forkName = fork;
    this.clock = new Clock(this);
  }

  get endpoint() {
    return this.forkName === undefined ? this.origin : `${this.origin}/_holdfast/forks/${this.forkName}`;
  }

  // The configuration of a client of the AWS SDK.
  get clientConfig() {
    const accessKeyId = this.account === defaultAccount ? "holdfast" : this.account;
    return { endpoint: this.endpoint, region: this.region, credentials: { accessKeyId, secretAccessKey: "holdfast" } };
  }

  // The environment variables with which clients of the AWS SDK find the database by themselves.
  get environment() {
    const { credentials } = this.clientConfig;
    return {
      HOLDFAST_ENDPOINT: this.endpoint,
      AWS_ENDPOINT_URL_DYNAMODB: this.endpoint,
      AWS_ENDPOINT_URL_DYNAMODB_STREAMS: this.endpoint,
      AWS_REGION: this.region,
      AWS_DEFAULT_REGION: this.region,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
  }

  // A private copy of this database, for tests. A fork of a fork is another copy of the same original.
  fork(name = `fork-${randomBytes(8).toString("hex")}`) {
    const { account, region } = this;
    return new Database(this.origin, { account, region, fork: name });
  }

  // Empties the database. A fork is dropped, and begins again as a copy of its original.
  async reset() {
    await this.admin("POST", "reset");
  }

  // Closes the race sessions of this database, such as that of a test that has timed out: while there is one, calls
  // such as reset fail.
  async closeRaces() {
    for (const { id, database } of (await this.admin("GET", "races")).races) {
      if (database.fork === this.forkName) await this.admin("DELETE", `races/${id}`);
    }
  }

  // Takes a snapshot of the database. Resolves to a function that restores it, each time the function is called.
  async snapshot() {
    const { id } = await this.admin("POST", "snapshots");
    return async () => {
      await this.admin("POST", `snapshots/${id}/restore`);
    };
  }

  // Creates tables from the inputs of CreateTable, and waits until they are ACTIVE.
  async createTables(definitions) {
    for (const definition of definitions) {
      await this.#operation("CreateTable", definition);
      const isActive = async () => {
        const { Table } = await this.#operation("DescribeTable", { TableName: definition.TableName });
        return Table.TableStatus === "ACTIVE";
      };
      for (let waited = 0; !(await isActive()); waited += 50) {
        if (waited >= tableWaitMaxMilliseconds) {
          const { TableName } = definition;
          throw new Error(`holdfast: ${TableName} is still CREATING: does the database's clock stand still?`);
        }
        await sleep(50);
      }
    }
  }

  async tableNames() {
    const names = [];
    let ExclusiveStartTableName;
    do {
      const page = await this.#operation("ListTables", { ExclusiveStartTableName });
      names.push(...page.TableNames);
      ExclusiveStartTableName = page.LastEvaluatedTableName;
    } while (ExclusiveStartTableName);
    return names;
  }

  async deleteTable(name) {
    await this.#operation("DeleteTable", { TableName: name });
  }

  // A call of /_holdfast/… for this database.
  async admin(method, path, content) {
    // Names the access key, not the account: which account a key belongs to depends on the server's flag --isolate-by.
    const { accessKeyId } = this.clientConfig.credentials;
    const query = new URLSearchParams({ access_key: accessKeyId, region: this.region });
    if (this.forkName !== undefined) query.set("fork", this.forkName);
    const { status, body } = await exchange(this.origin, method, `/_holdfast/${path}?${query}`, {}, content);
    if (status >= 300) throw new Error(`holdfast: ${method} ${path}: ${body.message ?? `status ${status}`}`);
    return body;
  }

  // Calls an operation of DynamoDB. Fault rules of the server may throttle it or drop its response, so throttling,
  // status 5xx and broken connections are retried. A CreateTable or DeleteTable whose response was lost fails the
  // second time.
  async #operation(name, input) {
    const { pathname } = new URL(this.endpoint);
    const { credentials } = this.clientConfig;
    const headers = {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": `DynamoDB_20120810.${name}`,
      "x-amz-date": "20260101T000000Z",
      // The server reads the access key and the region, and verifies no signature.
      authorization:
        `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/20260101/${this.region}/dynamodb/aws4_request, ` +
        "SignedHeaders=host, Signature=holdfast",
    };
    for (let attempt = 1; ; attempt++) {
      let failure;
      try {
        const { status, body } = await exchange(this.origin, "POST", pathname, headers, input);
        if (status < 300) return body;
        const kind = String(body.__type).replace(/^.*#/, "");
        failure = new Error(`holdfast: ${name}: ${body.message ?? body.Message ?? kind}`);
        failure.name = kind;
        if (status < 500 && !/Throttl|ThroughputExceeded/.test(kind)) throw failure;
      } catch (error) {
        if (error === failure || !["ECONNRESET", "EPIPE"].includes(error.code)) throw error;
        failure = error;
      }
      if (attempt === attemptsMax) throw failure;
      await sleep(10 * 2 ** attempt);
    }
  }
}

// The database of a server that runs already, or, if `endpoint` is that of a fork, the fork.
function connect(endpoint, options = {}) {
  const url = new URL(endpoint);
  const [, inPath] = /^\/_holdfast\/forks\/([^/]+)/.exec(url.pathname) ?? [];
  const [, inHost] = /^(.+)\.fork\.localhost\.?$/.exec(url.hostname) ?? [];
  if (inHost) url.hostname = "localhost";
  const fork = inPath ?? inHost;
  return new Database(url.origin, { ...options, ...(fork && { fork }) });
}

module.exports = { connect, Database };
