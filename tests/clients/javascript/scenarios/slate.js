// Scenario 3, Slate: live booking of venues. A slot is held for fifteen minutes while the customer pays; a hold that is
// not paid for expires by its time to live, and a consumer of the stream puts the slot back on sale.
//
//   OPEN ──placeHold──► HELD ──confirmBooking──► BOOKED
//     ▲                  │
//     └── releaseHold ───┤  payment failed
//     └── reopenSlot ────┘  the hold expired

import { GetCommand, PutCommand, QueryCommand, TransactWriteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { definition as appointments } from "./appointments.js";

export const table = "Slate";
export const holdSeconds = 15 * 60;

export const definition = {
  ...appointments,
  TableName: table,
  StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" },
};
export const timeToLive = { TableName: table, TimeToLiveSpecification: { Enabled: true, AttributeName: "expiresAt" } };

export const slotKey = ({ venueId, startsAt }) => ({ pk: `VENUE#${venueId}`, sk: `SLOT#${startsAt}` });
export const holdKey = (holdId) => ({ pk: `HOLD#${holdId}`, sk: "META" });
export const bookingKey = (bookingId) => ({ pk: `BOOKING#${bookingId}`, sk: "META" });

export async function getItem(client, key) {
  return (await client.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }))).Item;
}

async function query(client, request) {
  return (await client.send(new QueryCommand({ TableName: table, ...request }))).Items;
}

export function putVenue(client, { venueId, name }) {
  const Item = { pk: `VENUE#${venueId}`, sk: "META", gsi1pk: "VENUE", gsi1sk: name, venueId, name };
  return client.send(new PutCommand({ TableName: table, Item }));
}

export function putSlot(client, slot) {
  return client.send(new PutCommand({ TableName: table, Item: { ...slotKey(slot), ...slot, status: "OPEN" } }));
}

export const venuesByName = (client) =>
  query(client, {
    IndexName: "gsi1",
    KeyConditionExpression: "gsi1pk = :venue",
    ExpressionAttributeValues: { ":venue": "VENUE" },
  });

export const slotsOf = (client, venueId) =>
  query(client, {
    KeyConditionExpression: "pk = :venue AND begins_with(sk, :slot)",
    ExpressionAttributeValues: { ":venue": `VENUE#${venueId}`, ":slot": "SLOT#" },
  });

export const bookingsOf = (client, userId, { consistent = false } = {}) =>
  query(client, {
    ConsistentRead: consistent,
    KeyConditionExpression: "pk = :user AND begins_with(sk, :booking)",
    ExpressionAttributeValues: { ":user": `USER#${userId}`, ":booking": "BOOKING#" },
    ScanIndexForward: false,
  });

// An update of the slot's status to `to`. It also sets the slot's hold to `newHoldId`, if given, or removes it, if
// `removeHold`. Unless `guarded` is false, its condition is that the slot has the status `from` and, if given, the hold
// `holdId`.
function slotUpdate(slot, to, { from, holdId, newHoldId, removeHold, guarded = true }) {
  const names = { "#status": "status" };
  const values = { ":to": to };
  let update = "SET #status = :to";
  if (newHoldId) {
    update += ", holdId = :hold";
    values[":hold"] = newHoldId;
  }
  if (removeHold) update += " REMOVE holdId";
  let condition;
  if (guarded) {
    condition = "#status = :from";
    values[":from"] = from;
    if (holdId) {
      condition += " AND holdId = :held";
      values[":held"] = holdId;
    }
  }
  return {
    TableName: table,
    Key: slotKey(slot),
    UpdateExpression: update,
    ConditionExpression: condition,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}

const transact = (client, TransactItems) => client.send(new TransactWriteCommand({ TransactItems }));
const absent = "attribute_not_exists(pk)";
const present = "attribute_exists(pk)";

export function placeHold(client, slot, { holdId, userId, now }) {
  const hold = { ...holdKey(holdId), ...slot, holdId, userId, expiresAt: now + holdSeconds };
  return transact(client, [
    { Update: slotUpdate(slot, "HELD", { from: "OPEN", newHoldId: holdId }) },
    { Put: { TableName: table, Item: hold, ConditionExpression: absent } },
  ]);
}

export function renewHold(client, holdId, now) {
  return client.send(
    new UpdateCommand({
      TableName: table,
      Key: holdKey(holdId),
      UpdateExpression: "SET expiresAt = :until",
      ConditionExpression: present,
      ExpressionAttributeValues: { ":until": now + holdSeconds },
    }),
  );
}

// Books the slot after a successful payment. With `guarded` false, for the control, it is booked even if the customer
// no longer has the hold.
export function confirmBooking(client, slot, { holdId, bookingId, userId, createdAt }, { guarded = true } = {}) {
  const booking = { ...slot, bookingId, userId, holdId, createdAt };
  const reference = { pk: `USER#${userId}`, sk: `BOOKING#${createdAt}#${bookingId}` };
  return transact(client, [
    { Update: slotUpdate(slot, "BOOKED", { from: "HELD", holdId, guarded }) },
    { Delete: { TableName: table, Key: holdKey(holdId), ...(guarded && { ConditionExpression: present }) } },
    { Put: { TableName: table, Item: { ...bookingKey(bookingId), ...booking }, ConditionExpression: absent } },
    { Put: { TableName: table, Item: { ...reference, ...booking } } },
  ]);
}

// Releases the hold after a failed payment.
export function releaseHold(client, slot, holdId) {
  return transact(client, [
    { Update: slotUpdate(slot, "OPEN", { from: "HELD", holdId, removeHold: true }) },
    { Delete: { TableName: table, Key: holdKey(holdId), ConditionExpression: present } },
  ]);
}

// Called with each record of the stream. If time to live deleted a hold, frees its slot, unless the slot was freed or
// booked meanwhile. Returns whether it freed the slot.
export async function reopenSlot(client, { eventName, userIdentity, dynamodb }) {
  const byDynamoDb = userIdentity?.Type === "Service" && userIdentity.PrincipalId === "dynamodb.amazonaws.com";
  if (eventName !== "REMOVE" || !byDynamoDb || !dynamodb.Keys.pk.S.startsWith("HOLD#")) return false;
  const hold = unmarshall(dynamodb.OldImage);
  try {
    const update = slotUpdate(hold, "OPEN", { from: "HELD", holdId: hold.holdId, removeHold: true });
    await client.send(new UpdateCommand(update));
    return true;
  } catch (error) {
    if (error.name !== "ConditionalCheckFailedException") throw error;
    return false;
  }
}

// Reads the status changes of slots from the stream's records, and checks that each comes once and in order.
export class Watcher {
  // All statuses of each slot, in order, by the slot's key.
  histories = new Map();
  violations = [];

  take({ dynamodb }) {
    const { pk, sk } = unmarshall(dynamodb.Keys);
    if (!sk.startsWith("SLOT#")) return;
    const key = `${pk} ${sk}`;
    const history = this.histories.get(key) ?? [];
    const before = dynamodb.OldImage && unmarshall(dynamodb.OldImage).status;
    const after = dynamodb.NewImage && unmarshall(dynamodb.NewImage).status;
    if (before !== history.at(-1)) this.violations.push(`${key}: ${before} → ${after} follows ${history.at(-1)}`);
    history.push(after);
    this.histories.set(key, history);
  }

  historyOf(slot) {
    const { pk, sk } = slotKey(slot);
    return this.histories.get(`${pk} ${sk}`) ?? [];
  }
}

// The violations of a slot and of the `attempts` {bookingId, userId, succeeded} to book it, after all requests have
// ended: more than one booking, or a slot, hold, booking or reference to a booking that disagrees with the others.
export async function slotViolations(client, slot, attempts) {
  const violations = [];
  const stored = await getItem(client, slotKey(slot));
  const live = [];
  for (const { bookingId, userId, succeeded } of attempts) {
    const booking = await getItem(client, bookingKey(bookingId));
    const bookings = await bookingsOf(client, userId, { consistent: true });
    const references = bookings.filter((reference) => reference.bookingId === bookingId);
    if (booking) live.push(booking);
    if (!!booking !== succeeded || references.length !== (succeeded ? 1 : 0)) {
      violations.push(`booking ${bookingId}: succeeded ${succeeded}, stored ${!!booking}, ${references.length} references`);
    }
  }
  if (live.length > 1) violations.push(`${live.length} bookings of one slot`);
  if ((stored.status === "BOOKED") !== (live.length === 1)) {
    violations.push(`the slot is ${stored.status} and has ${live.length} bookings`);
  }
  if (live.length === 1 && stored.holdId !== live[0].holdId) violations.push(`the slot was held by ${stored.holdId}`);
  if (stored.status === "HELD" && !(await getItem(client, holdKey(stored.holdId)))) {
    violations.push(`the slot is held by ${stored.holdId}, which is gone: it leaked`);
  }
  if (stored.status === "OPEN" && stored.holdId) violations.push(`the slot is open, yet held by ${stored.holdId}`);
  return violations;
}
