// Tests that would fail if they shared a table.

import { CreateTableCommand, DeleteItemCommand, DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { PutItemCommand, ScanCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { useHoldfast } from "holdfast/vitest";
import { beforeEach, expect, test } from "vitest";
import { fill, oneTablePerTest, ROOMS, table } from "./table.mjs";

export function defineTests(count) {
  const holdfast = useHoldfast(oneTablePerTest ? { fork: "file" } : {});
  const client = new DynamoDBClient(holdfast.clientConfig);
  let TableName = "Rooms";
  let tables = 0;
  const room = (number) => ({ TableName, Key: { room: { S: String(number) } } });
  const countRooms = async () => {
    let rooms = 0;
    let ExclusiveStartKey;
    do {
      const page = await client.send(new ScanCommand({ TableName, Select: "COUNT", ConsistentRead: true, ExclusiveStartKey }));
      rooms += page.Count;
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
    return rooms;
  };

  if (oneTablePerTest) {
    beforeEach(async () => {
      TableName = `Rooms${++tables}`;
      await client.send(new CreateTableCommand(table(TableName)));
      await fill(client, TableName);
    }, 60_000);
  }

  test.each(Array.from({ length: count }, (_, i) => i))("test %i has the rooms to itself", async (number) => {
    const book = () =>
      client.send(
        new UpdateItemCommand({
          ...room(7),
          UpdateExpression: "SET guest = :guest",
          ConditionExpression: "attribute_not_exists(guest)",
          ExpressionAttributeValues: { ":guest": { N: String(number) } },
        }),
      );
    await book();
    await expect(book()).rejects.toThrow("The conditional request failed");
    await client.send(new DeleteItemCommand(room(8)));
    expect(await countRooms()).toBe(ROOMS - 1);
    await client.send(new PutItemCommand({ TableName, Item: room("new").Key }));
    expect(await countRooms()).toBe(ROOMS);
    expect((await client.send(new GetItemCommand({ ...room(7), ConsistentRead: true }))).Item.guest.N).toBe(String(number));
  });
}
