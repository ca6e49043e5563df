// An application that makes its client when it is loaded, from the environment.

import { DynamoDBClient, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";

const client = new DynamoDBClient({});

export const addRoom = (room) => client.send(new PutItemCommand({ TableName: "Rooms", Item: { room: { S: room } } }));
export async function rooms() {
  const { Items } = await client.send(new ScanCommand({ TableName: "Rooms", ConsistentRead: true }));
  return Items.map(({ room, seeded }) => `${room.S} ${seeded?.N ?? ""}`.trim());
}
