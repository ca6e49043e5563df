import { DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { setup } from "holdfast/setup";

let seeded = 0;
export default setup({
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
