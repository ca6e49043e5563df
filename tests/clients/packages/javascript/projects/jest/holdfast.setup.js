const { DynamoDBClient, PutItemCommand } = require("@aws-sdk/client-dynamodb");
const { setup } = require("holdfast/jest");

let seeded = 0;
module.exports = setup({
  flags: ["--seed", "7"],
  tables: [
    {
      TableName: "Rooms",
      AttributeDefinitions: [{ AttributeName: "room", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "room", KeyType: "HASH" }],
      BillingMode: "PAY_PER_REQUEST",
    },
  ],
  async seed(database) {
    const client = new DynamoDBClient(database.clientConfig);
    const Item = { room: { S: "7" }, seeded: { N: String(++seeded) } };
    await client.send(new PutItemCommand({ TableName: "Rooms", Item }));
  },
});
