import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { setup } from "holdfast/setup";
import { fill, ownTables, table } from "./table.mjs";

export default setup({
  tables: ownTables ? [] : [table("Rooms")],
  async seed(database) {
    if (!ownTables) await fill(new DynamoDBClient(database.clientConfig), "Rooms");
  },
});
