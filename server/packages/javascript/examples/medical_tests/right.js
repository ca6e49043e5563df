// The review queue suggests a test; the conditions of the writes check that it still waits for a review.

import { randomUUID } from "node:crypto";
import { PutCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { client, getItem, resultKey, reviewKey, reviewQueue, table, testKey } from "./database.js";

export class Refused extends Error {}

// The reasons for which a condition or another transaction refuses a write. Any other error is not a refusal.
const refusals = ["ConditionalCheckFailed", "TransactionConflict"];

const isRefusal = (error) =>
  error.name === "TransactionCanceledException"
    ? error.CancellationReasons.every((reason) => ["None", ...refusals].includes(reason.Code))
    : refusals.some((code) => error.name === `${code}Exception`);

async function send(command) {
  try {
    await client.send(command);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Refused("", { cause: error });
  }
}

export const register = (test) =>
  send(
    new PutCommand({
      TableName: table,
      Item: { ...testKey(test), ...reviewKey(test), ...test, status: "PENDING_REVIEW" },
      ConditionExpression: "attribute_not_exists(PK)",
    }),
  );

// Reviews the first test of the queue. Returns its sample.
export async function reviewNext(doctor, finding) {
  const [test] = await reviewQueue();
  if (!test) throw new Refused("nothing to review");
  await send(
    new TransactWriteCommand({
      ClientRequestToken: randomUUID(),
      TransactItems: [
        {
          Update: {
            TableName: table,
            Key: testKey(test),
            UpdateExpression: "SET #status = :reviewed, reviewedBy = :doctor REMOVE GSI3PK, GSI3SK",
            ConditionExpression: "#status = :pending",
            ExpressionAttributeNames: { "#status": "status" },
            ExpressionAttributeValues: { ":reviewed": "REVIEWED", ":pending": "PENDING_REVIEW", ":doctor": doctor },
          },
        },
        { Put: { TableName: table, Item: { ...resultKey(test), doctor, finding, version: 1 } } },
      ],
    }),
  );
  return test.sample;
}

export async function amend(test, doctor, note) {
  const { finding, version } = await getItem(resultKey(test));
  await send(
    new UpdateCommand({
      TableName: table,
      Key: resultKey(test),
      UpdateExpression: "SET finding = :finding, doctor = :doctor, version = :next",
      ConditionExpression: "version = :read",
      ExpressionAttributeValues: {
        ":finding": `${finding}; ${note}`,
        ":doctor": doctor,
        ":next": version + 1,
        ":read": version,
      },
    }),
  );
}
