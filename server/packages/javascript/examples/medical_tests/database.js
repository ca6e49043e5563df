// Medical tests: samples that were taken, and the results that doctors write. GSI3 is sparse: it holds the tests that
// wait for a review.

import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";

// The application's only client. To a Holdfast server an access key of twelve digits is an account, which has a
// database of its own.
export const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint: process.env.HOLDFAST_ENDPOINT ?? "http://127.0.0.1:8000",
    region: "us-east-1",
    credentials: { accessKeyId: "100000000004", secretAccessKey: "any" },
  }),
);

export const table = "MedicalTests";

export const testKey = ({ patient, sample }) => ({ PK: `PATIENT#${patient}`, SK: `TEST#${sample}` });
export const resultKey = ({ patient, sample }) => ({ PK: `PATIENT#${patient}`, SK: `TEST#${sample}#RESULT` });
export const reviewKey = ({ patient, sample }) => ({
  GSI3PK: "TESTSTATUS#PENDING_REVIEW",
  GSI3SK: `PATIENT#${patient}#TEST#${sample}`,
});

export async function getItem(key) {
  return (await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }))).Item;
}

// The tests that wait for a review according to the index, which may lag behind the table.
export async function reviewQueue() {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: "GSI3",
      KeyConditionExpression: "GSI3PK = :pending",
      ExpressionAttributeValues: { ":pending": "TESTSTATUS#PENDING_REVIEW" },
    }),
  );
  return Items;
}

// Deletes the table if it exists, and creates it anew.
export async function createTable() {
  await client.send(new DeleteTableCommand({ TableName: table })).catch((error) => {
    if (error.name !== "ResourceNotFoundException") throw error;
  });
  await client.send(
    new CreateTableCommand({
      TableName: table,
      AttributeDefinitions: ["PK", "SK", "GSI3PK", "GSI3SK"].map((name) => ({
        AttributeName: name,
        AttributeType: "S",
      })),
      KeySchema: [
        { AttributeName: "PK", KeyType: "HASH" },
        { AttributeName: "SK", KeyType: "RANGE" },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: "GSI3",
          KeySchema: [
            { AttributeName: "GSI3PK", KeyType: "HASH" },
            { AttributeName: "GSI3SK", KeyType: "RANGE" },
          ],
          Projection: { ProjectionType: "ALL" },
        },
      ],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
}
