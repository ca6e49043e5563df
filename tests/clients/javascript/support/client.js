// Clients of the server under test. They check every response: its x-amz-crc32 must be the CRC-32 of its body, and it
// must have a request id. Requests are not retried, so that no response with status 500 is hidden.

import { Readable } from "node:stream";
import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";

const endpoint = process.env.HOLDFAST_ENDPOINT;
if (!endpoint) throw new Error("HOLDFAST_ENDPOINT is not set: start this through tests/clients/with_server");

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

// The number of checked responses, with which a test verifies that responses are checked.
export const checked = { responses: 0 };

function checkResponses(next) {
  return async (args) => {
    const result = await next(args);
    const { response } = result;
    const chunks = [];
    for await (const chunk of response.body) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const claimed = response.headers["x-amz-crc32"];
    if (claimed !== String(crc32(body))) {
      throw new Error(`x-amz-crc32 is ${claimed}, but the body's CRC-32 is ${crc32(body)}: ${body}`);
    }
    if (!response.headers["x-amzn-requestid"]) throw new Error("a response without x-amzn-RequestId");
    checked.responses++;
    response.body = Readable.from([body], { objectMode: false });
    return result;
  };
}

function make(Client, settings) {
  const client = new Client({
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "holdfast", secretAccessKey: "holdfast" },
    maxAttempts: 1,
    // A missing response fails the test that waits for it.
    requestHandler: { requestTimeout: 60_000, throwOnRequestTimeout: true },
    ...settings,
  });
  client.middlewareStack.add(checkResponses, { step: "deserialize", priority: "low", name: "checkResponses" });
  return client;
}

export const makeClient = (settings = {}) => make(DynamoDBClient, settings);
export const makeStreamsClient = (settings = {}) => make(DynamoDBStreamsClient, settings);

// Creates the table and returns when the SDK's own waiter has seen it ACTIVE.
export async function createTable(client, definition) {
  await client.send(new CreateTableCommand(definition));
  await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 1 }, { TableName: definition.TableName });
  return definition.TableName;
}

// The definition of a table with a string partition key `pk` and a sort key `sk` of type `sortKeyType`; without a sort
// key if that is null.
export function keyedTable(name, sortKeyType = "S") {
  const attributes = [{ AttributeName: "pk", AttributeType: "S" }];
  const key = [{ AttributeName: "pk", KeyType: "HASH" }];
  if (sortKeyType) {
    attributes.push({ AttributeName: "sk", AttributeType: sortKeyType });
    key.push({ AttributeName: "sk", KeyType: "RANGE" });
  }
  return { TableName: name, AttributeDefinitions: attributes, KeySchema: key, BillingMode: "PAY_PER_REQUEST" };
}

// Returns the error that `promise` is rejected with. Throws if it is fulfilled.
export async function errorOf(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a rejected promise, but it was fulfilled");
}
