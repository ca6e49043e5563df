// Scenario 1, appointments: one table and one index hold providers, their slots, and the bookings of customers.
// Each access pattern is a function, whose first argument is a document client.

import {
  BatchWriteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";

export const table = "Appointments";

export const definition = {
  TableName: table,
  AttributeDefinitions: ["pk", "sk", "gsi1pk", "gsi1sk"].map((name) => ({
    AttributeName: name,
    AttributeType: "S",
  })),
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" },
    { AttributeName: "sk", KeyType: "RANGE" },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: "gsi1",
      KeySchema: [
        { AttributeName: "gsi1pk", KeyType: "HASH" },
        { AttributeName: "gsi1sk", KeyType: "RANGE" },
      ],
      Projection: { ProjectionType: "ALL" },
    },
  ],
  BillingMode: "PAY_PER_REQUEST",
};

export const slotKey = (slot) => ({ pk: `PROVIDER#${slot.providerId}`, sk: `SLOT#${slot.dateTime}` });
export const bookingKey = (bookingId) => ({ pk: `BOOKING#${bookingId}`, sk: "#METADATA" });

export function putProvider(client, { providerId, specialty, name, timezone }) {
  return client.send(
    new PutCommand({
      TableName: table,
      Item: {
        pk: `PROVIDER#${providerId}`,
        sk: "#METADATA",
        gsi1pk: `SPECIALTY#${specialty}`,
        gsi1sk: `PROVIDER#${providerId}`,
        providerId,
        name,
        timezone,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    }),
  );
}

// Puts at most 25 slots, as one batch.
export async function putSlots(client, slots) {
  const requests = slots.map((slot) => ({
    PutRequest: { Item: { ...slotKey(slot), status: "available", duration: slot.duration ?? 30 } },
  }));
  const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
  if (Object.keys(UnprocessedItems).length > 0) throw new Error("a batch came back unprocessed");
}

export async function getItem(client, key) {
  const { Item } = await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }));
  return Item;
}

export const getProvider = (client, id) => getItem(client, { pk: `PROVIDER#${id}`, sk: "#METADATA" });
export const getSlot = (client, slot) => getItem(client, slotKey(slot));
export const getBooking = (client, bookingId) => getItem(client, bookingKey(bookingId));

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

export const providersOfSpecialty = (client, specialty) => queryIndex(client, `SPECIALTY#${specialty}`);
export const bookingsOfCustomer = (client, customerId) => queryIndex(client, `CUSTOMER#${customerId}`);

export async function availableSlots(client, providerId, day) {
  const { Items } = await client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: "pk = :provider AND sk BETWEEN :from AND :to",
      FilterExpression: "#status = :available",
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: {
        ":provider": `PROVIDER#${providerId}`,
        ":from": `SLOT#${day}T00:00`,
        ":to": `SLOT#${day}T23:59`,
        ":available": "available",
      },
    }),
  );
  return Items;
}

// Books the slot. With `guarded` false, for the control, it is booked whatever its status.
export function book(client, slot, { bookingId, customerId }, { guarded = true } = {}) {
  const values = { ":booked": "booked", ":bid": bookingId };
  if (guarded) values[":available"] = "available";
  return client.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Update: {
            TableName: table,
            Key: slotKey(slot),
            UpdateExpression: "SET #status = :booked, bookingId = :bid",
            ...(guarded && { ConditionExpression: "#status = :available" }),
            ExpressionAttributeNames: { "#status": "status" },
            ExpressionAttributeValues: values,
          },
        },
        {
          Put: {
            TableName: table,
            Item: {
              ...bookingKey(bookingId),
              gsi1pk: `CUSTOMER#${customerId}`,
              gsi1sk: `BOOKING#${bookingId}`,
              customerId,
              providerId: slot.providerId,
              dateTime: slot.dateTime,
              status: "booked",
              duration: slot.duration ?? 30,
              createdAt: "2026-10-01T08:00:00Z",
            },
            ConditionExpression: "attribute_not_exists(pk)",
          },
        },
      ],
    }),
  );
}

// Cancels the booking and frees its slot. With `guarded` false, for the control, the slot is freed even if another
// booking has it.
export function cancel(client, slot, bookingId, { guarded = true } = {}) {
  const values = { ":available": "available" };
  if (guarded) Object.assign(values, { ":booked": "booked", ":bid": bookingId });
  return client.send(
    new TransactWriteCommand({
      TransactItems: [
        {
          Update: {
            TableName: table,
            Key: slotKey(slot),
            UpdateExpression: "SET #status = :available REMOVE bookingId",
            ...(guarded && { ConditionExpression: "#status = :booked AND bookingId = :bid" }),
            ExpressionAttributeNames: { "#status": "status" },
            ExpressionAttributeValues: values,
          },
        },
        {
          Update: {
            TableName: table,
            Key: bookingKey(bookingId),
            UpdateExpression: "SET #status = :cancelled",
            ExpressionAttributeNames: { "#status": "status" },
            ExpressionAttributeValues: { ":cancelled": "cancelled" },
          },
        },
      ],
    }),
  );
}

// Takes the slot out of sale if it is available; with `guarded` false, whatever its status.
export function block(client, slot, { guarded = true } = {}) {
  return client.send(
    new UpdateCommand({
      TableName: table,
      Key: slotKey(slot),
      UpdateExpression: "SET #status = :blocked",
      ...(guarded && { ConditionExpression: "#status = :available" }),
      ExpressionAttributeNames: { "#status": "status" },
      ExpressionAttributeValues: { ":blocked": "blocked", ...(guarded && { ":available": "available" }) },
    }),
  );
}

// Returns the violations of a slot and its attempted bookings: a slot has at most one live booking, which has status
// `booked`; the slot is booked exactly if there is one, and names it; a booking exists exactly if its transaction
// succeeded.
export async function slotViolations(client, slot, attempts) {
  const violations = [];
  const stored = await getSlot(client, slot);
  const bookings = await Promise.all(attempts.map(({ bookingId }) => getBooking(client, bookingId)));
  const live = bookings.filter((booking) => booking?.status === "booked");
  attempts.forEach(({ bookingId, succeeded }, number) => {
    if (succeeded && !bookings[number]) violations.push(`booking ${bookingId} succeeded and is not there`);
    if (!succeeded && bookings[number]) violations.push(`booking ${bookingId} failed and left an orphan`);
  });
  if (live.length > 1) violations.push(`${live.length} live bookings of one slot`);
  const holder = live[0]?.pk.slice("BOOKING#".length);
  if (stored.status === "booked" && (holder === undefined || stored.bookingId !== holder)) {
    violations.push(`the slot is held by ${stored.bookingId}, the live booking is ${holder}`);
  }
  if (stored.status !== "booked" && (live.length > 0 || stored.bookingId !== undefined)) {
    violations.push(`the slot is ${stored.status}, yet booked by ${holder ?? stored.bookingId}`);
  }
  return violations;
}
