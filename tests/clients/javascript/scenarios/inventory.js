// Scenario 2, inventory: products, their stock at warehouses, and every movement of it, in one table and one index.
// `availableQty` is kept on the stock item beside quantity and reservedQty, because a condition cannot subtract.

import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { definition as appointments } from "./appointments.js";

export const table = "Inventory";
export const definition = { ...appointments, TableName: table };

export const productKey = (productId) => ({ pk: `PRODUCT#${productId}`, sk: "#METADATA" });
export const stockKey = ({ warehouse, productId }) => ({ pk: `WAREHOUSE#${warehouse}`, sk: `PRODUCT#${productId}` });

export function putProduct(client, { productId, category, name, sku }) {
  const Item = { ...productKey(productId), gsi1pk: `CATEGORY#${category}`, gsi1sk: `PRODUCT#${productId}`, name, sku };
  return client.send(new PutCommand({ TableName: table, Item }));
}

export function putStock(client, { warehouse, productId, quantity, reservedQty = 0, reorderPoint = 2 }) {
  const Item = {
    ...stockKey({ warehouse, productId }),
    gsi1pk: `PRODUCT#${productId}`,
    gsi1sk: `WAREHOUSE#${warehouse}`,
    quantity,
    reservedQty,
    availableQty: quantity - reservedQty,
    reorderPoint,
  };
  return client.send(new PutCommand({ TableName: table, Item }));
}

async function getItem(client, key) {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }));
  return Item;
}

export const getProduct = (client, productId) => getItem(client, productKey(productId));
export const getStock = (client, stock) => getItem(client, stockKey(stock));

async function queryIndex(client, partition) {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: "gsi1",
      KeyConditionExpression: "gsi1pk = :partition",
      ExpressionAttributeValues: { ":partition": partition },
    }),
  );
  return Items;
}

export const productsOfCategory = (client, category) => queryIndex(client, `CATEGORY#${category}`);
export const warehousesWith = (client, productId) => queryIndex(client, `PRODUCT#${productId}`);

async function queryWarehouse(client, warehouse, prefix) {
  const items = [];
  let start;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: "pk = :warehouse AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":warehouse": `WAREHOUSE#${warehouse}`, ":prefix": prefix },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    items.push(...page.Items);
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}

export const stockOfWarehouse = (client, warehouse) => queryWarehouse(client, warehouse, "PRODUCT#");
export const movementsOfWarehouse = (client, warehouse) => queryWarehouse(client, warehouse, "MOVEMENT#");

// Returns a function that builds the UpdateItem request of a change of stock. In the UpdateExpression `update` and the
// ConditionExpression `condition`, :more and :q stand for the quantity, and :less for its negative.
const change = (update, condition) => (stock, quantity, { guarded = true } = {}) => ({
  TableName: table,
  Key: stockKey(stock),
  UpdateExpression: update,
  ...(guarded && condition && { ConditionExpression: condition }),
  ExpressionAttributeValues: {
    ...(update.includes(":more") && { ":more": quantity }),
    ...(update.includes(":less") && { ":less": -quantity }),
    ...(guarded && condition && { ":q": quantity }),
  },
});

export const changes = {
  receive: change("ADD quantity :more, availableQty :more"),
  reserve: change("ADD reservedQty :more, availableQty :less", "availableQty >= :q"),
  release: change("ADD reservedQty :less, availableQty :more", "reservedQty >= :q"),
  ship: change("ADD quantity :less, reservedQty :less", "reservedQty >= :q"),
};

export const receive = (client, stock, n) => client.send(new UpdateCommand(changes.receive(stock, n)));
export const release = (client, stock, n, options) =>
  client.send(new UpdateCommand(changes.release(stock, n, options)));
export const ship = (client, stock, n, options) => client.send(new UpdateCommand(changes.ship(stock, n, options)));

// Reserves a quantity with SET, where `changes.reserve` has ADD. With `guarded` false, for the control, it is reserved
// even if it is not available.
export function reserve(client, stock, quantity, { guarded = true, returnOld = false } = {}) {
  return client.send(
    new UpdateCommand({
      TableName: table,
      Key: stockKey(stock),
      UpdateExpression: "SET availableQty = availableQty - :q, reservedQty = reservedQty + :q",
      ...(guarded && { ConditionExpression: "availableQty >= :q" }),
      ExpressionAttributeValues: { ":q": quantity },
      ReturnValues: "ALL_NEW",
      ...(returnOld && { ReturnValuesOnConditionCheckFailure: "ALL_OLD" }),
    }),
  );
}

// Changes the stock and puts the movement that records the change, in one transaction.
export function moveStock(client, type, stock, quantity, movementId, options) {
  return client.send(
    new TransactWriteCommand({
      TransactItems: [
        { Update: changes[type](stock, quantity, options) },
        {
          Put: {
            TableName: table,
            Item: {
              pk: `WAREHOUSE#${stock.warehouse}`,
              sk: `MOVEMENT#${movementId}`,
              productId: stock.productId,
              type,
              quantity,
              referenceId: `ORDER#${movementId}`,
            },
            ConditionExpression: "attribute_not_exists(pk)",
          },
        },
      ],
    }),
  );
}

// The violations of a stock item that was `before`, and is `after` when `attempts` {type, quantity, succeeded} have
// ended: figures that are negative, do not add up, or differ from those of `before` plus the successful changes.
export function stockViolations(before, after, attempts) {
  const violations = [];
  for (const figure of ["quantity", "reservedQty", "availableQty"]) {
    if (after[figure] < 0) violations.push(`oversold: ${figure} is ${after[figure]}`);
  }
  if (after.availableQty !== after.quantity - after.reservedQty) {
    violations.push(`${after.availableQty} available of ${after.quantity} with ${after.reservedQty} reserved`);
  }
  const sum = (type) =>
    attempts.reduce((total, a) => total + (a.succeeded && a.type === type ? a.quantity : 0), 0);
  const expected = {
    quantity: before.quantity + sum("receive") - sum("ship"),
    reservedQty: before.reservedQty + sum("reserve") - sum("release") - sum("ship"),
  };
  for (const [figure, value] of Object.entries(expected)) {
    if (after[figure] !== value) violations.push(`${figure} is ${after[figure]}, the successes make it ${value}`);
  }
  return violations;
}

// The violations of a warehouse's movements after `attempts` to change its stock: each success must have one movement
// with its type and quantity, and a failure none.
export function movementViolations(movements, attempts) {
  const violations = [];
  const recorded = new Map(movements.map((movement) => [movement.sk, movement]));
  for (const { movementId, type, quantity, succeeded } of attempts) {
    const movement = recorded.get(`MOVEMENT#${movementId}`);
    recorded.delete(`MOVEMENT#${movementId}`);
    if (succeeded && !movement) violations.push(`${type} ${movementId} succeeded without a movement`);
    if (!succeeded && movement) violations.push(`${type} ${movementId} failed and left a movement`);
    if (movement && (movement.quantity !== quantity || movement.type !== type)) {
      violations.push(`${type} of ${quantity} was recorded as ${movement.type} of ${movement.quantity}`);
    }
  }
  for (const sk of recorded.keys()) violations.push(`${sk} belongs to no attempt`);
  return violations;
}
