// Scenario 1 as a user of ElectroDB defines it: the same table and the same keys as appointments.js.

import { Entity, Service } from "electrodb";
import { table } from "./appointments.js";

const key = (field, template, composite) => ({ field, composite, template, casing: "none" });
const model = (entity) => ({ entity, version: "1", service: "appointments" });

const Provider = new Entity({
  model: model("provider"),
  attributes: {
    providerId: { type: "string", required: true },
    specialty: { type: "string", required: true },
    name: { type: "string", required: true },
    timezone: { type: "string", default: "UTC" },
  },
  indexes: {
    provider: {
      pk: key("pk", "PROVIDER#${providerId}", ["providerId"]),
      sk: key("sk", "#METADATA", []),
    },
    ofSpecialty: {
      index: "gsi1",
      pk: key("gsi1pk", "SPECIALTY#${specialty}", ["specialty"]),
      sk: key("gsi1sk", "PROVIDER#${providerId}", ["providerId"]),
    },
  },
});

const Slot = new Entity({
  model: model("slot"),
  attributes: {
    providerId: { type: "string", required: true },
    dateTime: { type: "string", required: true },
    status: { type: ["available", "booked", "blocked"], required: true, default: "available" },
    duration: { type: "number", default: 30 },
    bookingId: { type: "string" },
  },
  indexes: {
    slot: {
      pk: key("pk", "PROVIDER#${providerId}", ["providerId"]),
      sk: key("sk", "SLOT#${dateTime}", ["dateTime"]),
    },
  },
});

const Booking = new Entity({
  model: model("booking"),
  attributes: {
    bookingId: { type: "string", required: true },
    customerId: { type: "string", required: true },
    providerId: { type: "string", required: true },
    dateTime: { type: "string", required: true },
    status: { type: ["booked", "cancelled"], required: true, default: "booked" },
    duration: { type: "number", default: 30 },
    createdAt: { type: "string", default: () => "2026-10-01T08:00:00Z" },
  },
  indexes: {
    booking: {
      pk: key("pk", "BOOKING#${bookingId}", ["bookingId"]),
      sk: key("sk", "#METADATA", []),
    },
    ofCustomer: {
      index: "gsi1",
      pk: key("gsi1pk", "CUSTOMER#${customerId}", ["customerId"]),
      sk: key("gsi1sk", "BOOKING#${bookingId}", ["bookingId"]),
    },
  },
});

export const makeService = (client) =>
  new Service({ provider: Provider, slot: Slot, booking: Booking }, { client, table });

// Like book and cancel of appointments.js, but a cancelled transaction resolves, with `canceled: true`.
export function book(service, { providerId, dateTime }, { bookingId, customerId }) {
  return service.transaction
    .write(({ slot, booking }) => [
      slot
        .patch({ providerId, dateTime })
        .set({ status: "booked", bookingId })
        .where(({ status }, { eq }) => eq(status, "available"))
        .commit(),
      booking.create({ bookingId, customerId, providerId, dateTime }).commit(),
    ])
    .go();
}

export function cancel(service, { providerId, dateTime }, bookingId) {
  return service.transaction
    .write(({ slot, booking }) => [
      slot
        .patch({ providerId, dateTime })
        .set({ status: "available" })
        .remove(["bookingId"])
        .where(({ status, bookingId: holder }, { eq }) => `${eq(status, "booked")} AND ${eq(holder, bookingId)}`)
        .commit(),
      booking.patch({ bookingId }).set({ status: "cancelled" }).commit(),
    ])
    .go();
}
