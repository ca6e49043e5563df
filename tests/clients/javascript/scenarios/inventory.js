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

// A change of stock: what is added to it, and the condition under which.
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
export const release = (client, stock, n, how) => client.send(new UpdateCommand(changes.release(stock, n, how)));
export const ship = (client, stock, n, how) => client.send(new UpdateCommand(changes.ship(stock, n, how)));

// The reservation, as the reference writes it. With `guarded` false it is made whatever is left.
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

// A change of stock and the movement that records it, both or neither.
export function moveStock(client, type, stock, quantity, movementId, how) {
  return client.send(
    new TransactWriteCommand({
      TransactItems: [
        { Update: changes[type](stock, quantity, how) },
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

// What is wrong with a stock item after `outcomes` of changes {type, quantity, succeeded} to `before`: figures that went
// below zero, that do not add up, or that are not the sum of the changes that succeeded.
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

// What is wrong between a warehouse's movements and the changes that were tried: one movement for each success, none
// for a failure, and the same quantity.
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
  for (const sk of recorded.keys()) violations.push(`${sk} belongs to nobody`);
  return violations;
}
