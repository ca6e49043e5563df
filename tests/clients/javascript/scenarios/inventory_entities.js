// Scenario 2 as a user of ElectroDB defines it: the same table and the same keys as inventory.js.

import { Entity, Service } from "electrodb";
import { table } from "./inventory.js";

const key = (field, template, composite) => ({ field, composite, template, casing: "none" });
const model = (entity) => ({ entity, version: "1", service: "inventory" });

const Product = new Entity({
  model: model("product"),
  attributes: {
    productId: { type: "string", required: true },
    category: { type: "string", required: true },
    name: { type: "string", required: true },
    sku: { type: "string", required: true },
  },
  indexes: {
    product: {
      pk: key("pk", "PRODUCT#${productId}", ["productId"]),
      sk: key("sk", "#METADATA", []),
    },
    ofCategory: {
      index: "gsi1",
      pk: key("gsi1pk", "CATEGORY#${category}", ["category"]),
      sk: key("gsi1sk", "PRODUCT#${productId}", ["productId"]),
    },
  },
});

const Stock = new Entity({
  model: model("stock"),
  attributes: {
    warehouse: { type: "string", required: true },
    productId: { type: "string", required: true },
    quantity: { type: "number", required: true },
    reservedQty: { type: "number", default: 0 },
    availableQty: { type: "number", required: true },
    reorderPoint: { type: "number", default: 2 },
  },
  indexes: {
    stock: {
      pk: key("pk", "WAREHOUSE#${warehouse}", ["warehouse"]),
      sk: key("sk", "PRODUCT#${productId}", ["productId"]),
    },
    ofProduct: {
      index: "gsi1",
      pk: key("gsi1pk", "PRODUCT#${productId}", ["productId"]),
      sk: key("gsi1sk", "WAREHOUSE#${warehouse}", ["warehouse"]),
    },
  },
});

const Movement = new Entity({
  model: model("movement"),
  attributes: {
    warehouse: { type: "string", required: true },
    movementId: { type: "string", required: true },
    productId: { type: "string", required: true },
    type: { type: ["receive", "reserve", "release", "ship"], required: true },
    quantity: { type: "number", required: true },
    referenceId: { type: "string" },
  },
  indexes: {
    movement: {
      pk: key("pk", "WAREHOUSE#${warehouse}", ["warehouse"]),
      sk: key("sk", "MOVEMENT#${movementId}", ["movementId"]),
    },
  },
});

export const makeService = (client) =>
  new Service({ product: Product, stock: Stock, movement: Movement }, { client, table });

const reservation = (stock, key, n) =>
  stock
    .patch(key)
    .subtract({ availableQty: n })
    .add({ reservedQty: n })
    .where(({ availableQty }, { gte }) => gte(availableQty, n));

export const reserve = (service, key, n) => reservation(service.entities.stock, key, n).go({ response: "all_new" });

export function reserveWithMovement(service, key, n, movementId) {
  return service.transaction
    .write(({ stock, movement }) => [
      reservation(stock, key, n).commit(),
      movement.create({ ...key, movementId, type: "reserve", quantity: n, referenceId: movementId }).commit(),
    ])
    .go();
}
