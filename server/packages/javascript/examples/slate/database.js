// Slate: slots of venues, which are held for fifteen minutes while the customer pays.
//
//   OPEN ──placeHold──► HELD ──confirm──► BOOKED
//     ▲                  │
//     ├── release ───────┤  the payment failed
//     └── onHoldExpired ─┘  the hold has expired, and the application has read the stream record of its deletion

import {
  CreateTableCommand,
  DeleteTableCommand,
  DynamoDBClient,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

// The application's only client. To a Holdfast server an access key of twelve digits is an account, which has a
// database of its own.
export const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint: process.env.HOLDFAST_ENDPOINT ?? "http://127.0.0.1:8000",
    region: "us-east-1",
    credentials: { accessKeyId: "100000000003", secretAccessKey: "any" },
  }),
);

export const table = "Slate";

export const slotKey = ({ venue, time }) => ({ pk: `VENUE#${venue}`, sk: `SLOT#${time}` });
export const holdKey = (holdId) => ({ pk: `HOLD#${holdId}`, sk: "META" });
// A booking has the ID of its hold.
export const bookingKey = (bookingId) => ({ pk: `BOOKING#${bookingId}`, sk: "META" });

export const now = () => Math.floor(Date.now() / 1000);
export const holdSeconds = 15 * 60;

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
  await client.send(
    new UpdateTimeToLiveCommand({
      TableName: table,
      TimeToLiveSpecification: { Enabled: true, AttributeName: "expiresAt" },
    }),
  );
}
