// Trusts the review queue and earlier reads: writes without conditions.

import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { client, getItem, resultKey, reviewKey, reviewQueue, table, testKey } from "./database.js";

export class Refused extends Error {}

const put = (item) => client.send(new PutCommand({ TableName: table, Item: item }));

export async function register(test) {
  if (await getItem(testKey(test))) throw new Refused("the sample is registered");
  await put({ ...testKey(test), ...reviewKey(test), ...test, status: "PENDING_REVIEW" });
}

// Reviews the first test of the queue. Returns its sample.
export async function reviewNext(doctor, finding) {
  const [test] = await reviewQueue();
  if (!test) throw new Refused("nothing to review");
  await put({ ...resultKey(test), doctor, finding, version: 1 });
  await client.send(
    new UpdateCommand({
      TableName: table,
      Key: testKey(test),
      UpdateExpression: "SET #status = :reviewed, reviewedBy = :doctor REMOVE GSI3PK, GSI3SK",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":reviewed": "REVIEWED", ":doctor": doctor },
    }),
  );
  return test.sample;
}

export async function amend(test, doctor, note) {
  const result = await getItem(resultKey(test));
  const finding = `${result.finding}; ${note}`;
  await put({ ...result, finding, doctor, version: result.version + 1 });
}
