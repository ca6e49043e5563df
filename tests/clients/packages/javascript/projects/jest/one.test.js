const { DynamoDBClient, PutItemCommand, ScanCommand } = require("@aws-sdk/client-dynamodb");
const { useHoldfast } = require("holdfast/jest");

const holdfast = useHoldfast();
// The client of an application: endpoint, region and credentials are those of the environment.
const client = new DynamoDBClient({});

for (const guest of ["alice", "bob"]) {
  test(`${guest} sees the database as one run of the seed has made it`, async () => {
    const { Items } = await client.send(new ScanCommand({ TableName: "Rooms", ConsistentRead: true }));
    expect(Items).toEqual([{ room: { S: "7" }, seeded: { N: "1" } }]);
    await client.send(new PutItemCommand({ TableName: "Rooms", Item: { room: { S: __filename }, guest: { S: guest } } }));
    expect((await client.send(new ScanCommand({ TableName: "Rooms", ConsistentRead: true }))).Count).toBe(2);
    expect((await holdfast.clock.now()).getFullYear()).toBeLessThan(2030);
    await holdfast.clock.stopAt("2030-01-01T00:00:00Z");
  });
}
