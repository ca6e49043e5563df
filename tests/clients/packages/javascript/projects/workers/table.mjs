// A table of 10,000 rooms.

import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";

export const ROOMS = 10_000;
const BATCH = 25;
const BATCHES_AT_ONCE = 8;
// With OWN_TABLES=1 in the environment, each test creates and fills a table of its own: bench/RESULTS.md compares the
// times. Otherwise the seed fills the table Rooms, and each test uses it in a fork of its own.
export const oneTablePerTest = process.env.OWN_TABLES === "1";

export const table = (TableName) => ({
  TableName,
  AttributeDefinitions: [{ AttributeName: "room", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "room", KeyType: "HASH" }],
  BillingMode: "PAY_PER_REQUEST",
});

export async function fill(client, TableName) {
  const put = (room) => ({ PutRequest: { Item: { room: { S: String(room) }, text: { S: "x".repeat(100) } } } });
  for (let first = 0; first < ROOMS; first += BATCHES_AT_ONCE * BATCH) {
    const batches = Array.from({ length: BATCHES_AT_ONCE }, (_, i) =>
      Array.from({ length: BATCH }, (_, j) => put(first + i * BATCH + j)),
    );
    await Promise.all(
      batches.map((batch) => client.send(new BatchWriteItemCommand({ RequestItems: { [TableName]: batch } }))),
    );
  }
}
