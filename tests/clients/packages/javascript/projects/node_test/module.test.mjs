import assert from "node:assert/strict";
import { test } from "node:test";
import { DynamoDBClient, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { useHoldfast } from "holdfast/node-test";

const holdfast = await useHoldfast();
const client = new DynamoDBClient(holdfast.clientConfig);
const scan = async () => (await client.send(new ScanCommand({ TableName: "Rooms", ConsistentRead: true }))).Items;

for (const guest of ["alice", "bob"]) {
  test(`${guest} sees the database as one run of the seed has made it`, async () => {
    const items = await scan();
    assert.deepEqual(items.map(({ room, seeded }) => [room.S, seeded.N]), [["7", "1"]]);
    // The runner's process seeds the database; if the file is run without a runner, this process does.
    const seeder = process.env.ALONE ? process.pid : process.ppid;
    assert.equal(items[0].by.N, String(seeder));
    await client.send(new PutItemCommand({ TableName: "Rooms", Item: { room: { S: guest } } }));
    assert.equal((await scan()).length, 2);
    // As a test leaves it that has timed out: the next test must begin nevertheless.
    await holdfast.admin("POST", "races", { actors: ["alice"] });
  });
}
