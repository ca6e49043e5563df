// Books rooms as an ordinary application does: no code for the lab, one global client, concurrent requests and random
// ids.

import { randomUUID } from "node:crypto";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";

// The server takes an access key of twelve digits as an account id: a process with another one has its own database.
export const accessKeyId = process.env.RACE_LAB_ACCOUNT ?? "300000000001";
export const base = new DynamoDBClient({
  endpoint: process.env.HOLDFAST_ENDPOINT,
  region: "us-east-1",
  credentials: { accessKeyId, secretAccessKey: "any" },
});
export const client = DynamoDBDocumentClient.from(base);

export const table = "Rooms";
const get = async (pk) => (await client.send(new GetCommand({ TableName: table, Key: { pk } }))).Item;
export const put = (Item) => client.send(new PutCommand({ TableName: table, Item }));

export async function seed() {
  const definition = {
    TableName: table,
    AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    BillingMode: "PAY_PER_REQUEST",
  };
  await client.send(new CreateTableCommand(definition)).catch((error) => {
    if (error.name !== "ResourceInUseException") throw error;
  });
  const start = [{ pk: "room7", vacant: true }, { pk: "price", amount: 40 }, { pk: "till", money: 0 }];
  await Promise.all(start.map(put));
}

export async function items() {
  return (await client.send(new ScanCommand({ TableName: table, ConsistentRead: true }))).Items;
}

export const bookings = async () => (await items()).filter(({ guest }) => guest);

export async function bookNaively(guest) {
  const [room, price] = await Promise.all([get("room7"), get("price")]);
  if (!room.vacant) throw new Error("taken");
  const id = randomUUID();
  await Promise.all([put({ pk: "room7", vacant: false, id }), put({ pk: id, guest, price: price.amount })]);
}

export async function bookSequentially(guest) {
  const room = await get("room7");
  if (!room.vacant) throw new Error("taken");
  await put({ pk: "room7", vacant: false, guest });
}

export async function book(guest) {
  const { amount } = await get("price");
  const id = randomUUID();
  await client.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Update: {
            TableName: table,
            Key: { pk: "room7" },
            UpdateExpression: "SET vacant = :no, id = :id",
            ConditionExpression: "vacant = :yes",
            ExpressionAttributeValues: { ":no": false, ":yes": true, ":id": id },
          },
        },
        { Put: { TableName: table, Item: { pk: id, guest, price: amount } } },
      ],
    }),
  );
}

const payment = {
  TableName: table,
  Key: { pk: "till" },
  UpdateExpression: "ADD money :amount",
  ExpressionAttributeValues: { ":amount": 40 },
};
// If the SDK retries this after a lost response, the payment is counted twice.
export const pay = () => client.send(new UpdateCommand(payment));
// The SDK adds a ClientRequestToken to the transaction, so a retry does not pay again.
export const payOnce = () => client.send(new TransactWriteCommand({ TransactItems: [{ Update: payment }] }));
