// Appointments: slots of providers, bookings of customers, and the customers' accounts, in one table.

import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

// The application's only client. To a Holdfast server an access key of twelve digits is an account, which has a
// database of its own.
export const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint: process.env.HOLDFAST_ENDPOINT ?? "http://127.0.0.1:8000",
    region: "us-east-1",
    credentials: { accessKeyId: "100000000001", secretAccessKey: "any" },
  }),
);

export const table = "Appointments";

export const price = 40;
export const slotKey = (slot) => ({ pk: `PROVIDER#${slot.provider}`, sk: `SLOT#${slot.time}` });
export const bookingKey = (bookingId) => ({ pk: `BOOKING#${bookingId}`, sk: "#METADATA" });
export const accountKey = (customer) => ({ pk: `CUSTOMER#${customer}`, sk: "#ACCOUNT" });

export async function getItem(key) {
  return (await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }))).Item;
}

// Deletes the table if it exists, and creates it anew.
export async function createTable() {
  await client.send(new DeleteTableCommand({ TableName: table })).catch((error) => {
    if (error.name !== "ResourceNotFoundException") throw error;
  });
  await client.send(
    new CreateTableCommand({
      TableName: table,
      AttributeDefinitions: [
        { AttributeName: "pk", AttributeType: "S" },
        { AttributeName: "sk", AttributeType: "S" },
      ],
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      BillingMode: "PAY_PER_REQUEST",
    }),
  );
}
