// The reservation of scenario 2 (inventory.js), but with arithmetic in its condition instead of availableQty. DynamoDB
// refuses it, and a server started with --allow-arithmetic-conditions executes it.

import { stockKey, table } from "./inventory.js";

export function arithmeticReservation(stock, quantity) {
  const key = stockKey(stock);
  return {
    TableName: table,
    Key: { pk: { S: key.pk }, sk: { S: key.sk } },
    UpdateExpression: "SET reservedQty = reservedQty + :qty",
    ConditionExpression: "(quantity - reservedQty) >= :qty",
    ExpressionAttributeValues: { ":qty": { N: `${quantity}` } },
  };
}
