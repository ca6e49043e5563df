// A scheduling service: bookings of half an hour for an event type, and connections to calendars. GSI3 has the bookings
// of an event type in the order of their start.

import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

// The application's only client. To a Holdfast server an access key of twelve digits is an account, which has a
// database of its own.
export const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint: process.env.HOLDFAST_ENDPOINT ?? "http://127.0.0.1:8000",
    region: "us-east-1",
    credentials: { accessKeyId: "100000000005", secretAccessKey: "any" },
  }),
);

export const bookings = "scheduling_bookings";
export const connections = "scheduling_calendar_connections";

export const bookingMinutes = 30;
export const addMinutes = (time, minutes) => new Date(Date.parse(time) + minutes * 60_000).toISOString();
export const endOf = (start) => addMinutes(start, bookingMinutes);

export const bookingKey = ({ eventType, start, id }) => ({
  PK: `EVENTTYPE#${eventType}`,
  SK: `BOOKING#${start}#${id}`,
});
export const timeKey = ({ eventType, start }) => ({ GSI3_PK: `EVENTTYPE#${eventType}`, GSI3_SK: `TIME#${start}` });
export const connectionKey = (owner) => ({ PK: `OWNER#${owner}`, SK: "PROVIDER#calendar" });

export async function getItem(table, key) {
  return (await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }))).Item;
}

const attribute = (name) => ({ AttributeName: name, AttributeType: "S" });
const keySchema = (partition, sort) => [
  { AttributeName: partition, KeyType: "HASH" },
  { AttributeName: sort, KeyType: "RANGE" },
];

async function createTable(definition) {
  await client.send(new DeleteTableCommand({ TableName: definition.TableName })).catch((error) => {
    if (error.name !== "ResourceNotFoundException") throw error;
  });
  await client.send(new CreateTableCommand({ ...definition, BillingMode: "PAY_PER_REQUEST" }));
}

// Deletes the tables if they exist, and creates them anew.
export async function createTables() {
  await createTable({
    TableName: bookings,
    AttributeDefinitions: ["PK", "SK", "GSI3_PK", "GSI3_SK"].map(attribute),
    KeySchema: keySchema("PK", "SK"),
    GlobalSecondaryIndexes: [
      { IndexName: "GSI3", KeySchema: keySchema("GSI3_PK", "GSI3_SK"), Projection: { ProjectionType: "ALL" } },
    ],
  });
  await createTable({
    TableName: connections,
    AttributeDefinitions: ["PK", "SK"].map(attribute),
    KeySchema: keySchema("PK", "SK"),
  });
}
