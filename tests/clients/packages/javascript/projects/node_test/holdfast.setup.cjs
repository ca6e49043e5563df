const { DynamoDBClient, PutItemCommand } = require("@aws-sdk/client-dynamodb");
const { setup } = require("holdfast/node-test");

let seeded = 0;
setup({
  tables: [
    {
      TableName: "Rooms",
      AttributeDefinitions: [{ AttributeName: "room", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "room", KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
    },
  ],
  async seed(database) {
    if (process.env.SEED_FAILS) throw new Error("no seed today");
    const client = new DynamoDBClient(database.clientConfig);
    const Item = { room: { S: "7" }, seeded: { N: String(++seeded) }, by: { N: String(process.pid) } };
    await client.send(new PutItemCommand({ TableName: "Rooms", Item }));
  },
});
