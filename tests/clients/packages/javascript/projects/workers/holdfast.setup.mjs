import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { setup } from "holdfast/setup";
import { fill, oneTablePerTest, table } from "./table.mjs";

export default setup({
  tables: oneTablePerTest ? [] : [table("Rooms")],
  async seed(database) {
    if (!oneTablePerTest) await fill(new DynamoDBClient(database.clientConfig), "Rooms");
  },
});
