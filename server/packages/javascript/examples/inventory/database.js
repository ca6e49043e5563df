// Inventory: the stock of products, and the orders that reserve it, in one table.
//
//   quantity       in the warehouse
//   reservedQty    the part of it that is promised to orders
//   availableQty   the difference, which is stored because a condition of DynamoDB cannot compute it

import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";

// The application's only client. To a Holdfast server an access key of twelve digits is an account, which has a
// database of its own.
export const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    endpoint: process.env.HOLDFAST_ENDPOINT ?? "http://127.0.0.1:8000",
    region: "us-east-1",
    credentials: { accessKeyId: "100000000002", secretAccessKey: "any" },
  }),
);

export const table = "Inventory";

export const stockKey = (product) => ({ pk: `PRODUCT#${product}`, sk: "#STOCK" });
export const orderKey = (orderId) => ({ pk: `ORDER#${orderId}`, sk: "#METADATA" });

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
