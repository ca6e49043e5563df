// The access patterns of the appointments, one case each.
#include <string>
#include <vector>

#include "conformance/runner/eventually.h"
#include "conformance/systems/appointments/appointment_store.h"
#include "conformance/systems/appointments/appointments.h"

namespace holdfast::conformance::appointments {
namespace {

using Codes = std::vector<std::string>;

void ProviderById(CaseRun& run) {
  AppointmentStore store(&run.client(), run.Table(Table()));
  const Provider ada{run.Key("ada"), "cardiology"};
  store.PutProvider(ada);
  run.ExpectItem(store.GetProvider(ada.id), ProviderItem(ada), "the provider, by id");
  run.Expect(!store.GetProvider(run.Key("nobody")).has_value(), "a provider who was never put was found");
}

void ProvidersOfSpecialty(CaseRun& run) {
  AppointmentStore store(&run.client(), run.Table(Table()));
  const std::string cardiology = run.Key("cardiology");
  const Provider ada{run.Key("ada"), cardiology};
  const Provider ben{run.Key("ben"), run.Key("dermatology")};
  const Provider cem{run.Key("cem"), cardiology};
  for (const Provider& provider : {cem, ben, ada}) store.PutProvider(provider);
  const std::vector<Item> expected = {ProviderItem(ada), ProviderItem(cem)};
  run.Expect(Eventually([&] { return store.ProvidersOf(cardiology) == expected; }),
             "the specialty's two providers were not found in the index, in order and without the third");
}

void AvailableSlotsOfDay(CaseRun& run) {
  AppointmentStore store(&run.client(), run.Table(Table()));
  const std::string ada = run.Key("ada");
  const auto slot = [&ada](const std::string& time, const std::string& status) {
    return SlotItem({ada, time}, status);
  };
  const std::vector<Item> available = {slot("2026-10-01T00:00", "available"), slot("2026-10-01T09:00", "available"),
                                       slot("2026-10-01T23:30", "available")};
  std::vector<Item> all = available;
  all.push_back(slot("2026-10-01T09:30", "blocked"));
  all.push_back(slot("2026-09-30T23:30", "available"));
  all.push_back(slot("2026-10-02T00:00", "available"));
  store.PutProvider({ada, "cardiology"});
  store.PutSlots(all);
  const Response page = store.AvailableSlots(ada, "2026-10-01");
  run.Expect(page.items() == available, "expected the day's three available slots in order, got " + page.text());
  const rapidjson::Value* const scanned = Member(page.json(), "ScannedCount");
  run.Expect(scanned != nullptr && scanned->IsInt() && scanned->GetInt() == 4,
             "the filter comes after the keys: four slots of that day were looked at, got " + page.text());
}

void SlotsAhead(CaseRun& run) {
  AppointmentStore store(&run.client(), run.Table(Table()));
  const std::string ada = run.Key("ada");
  std::vector<Item> slots;
  for (int hour = 8; hour < 18; ++hour) {
    for (const char* const minute : {"00", "15", "30", "45"}) {
      const std::string time = "2026-10-01T" + std::string(hour < 10 ? "0" : "") + std::to_string(hour) + ":" + minute;
      slots.push_back(SlotItem({ada, time}, "available"));
    }
  }
  store.PutSlots(slots);
  run.Expect(store.AvailableSlots(ada, "2026-10-01").items() == slots,
             "not all slots that were written ahead are there");
}

void BookSlot(CaseRun& run) {
  AppointmentStore store(&run.client(), run.Table(Table()));
  const Slot nine{run.Key("ada"), "2026-10-01T09:00"};
  const Slot ten{run.Key("ada"), "2026-10-01T10:00"};
  const Booking booking{run.Key("booking"), run.Key("zoe")};
  const Booking other{run.Key("other"), run.Key("yan")};
  store.PutSlots({SlotItem(nine, "available"), SlotItem(ten, "available")});
  run.ExpectOk(store.Book(nine, booking), "book an available slot");
  Item booked = SlotItem(nine, "booked");
  booked["bookingId"] = S(booking.id);
  run.ExpectItem(store.GetSlot(nine), booked, "the slot, booked");
  run.ExpectItem(store.GetBooking(booking.id), BookingItem(nine, booking), "the booking");

  const Response taken = store.Book(nine, other);
  run.ExpectError(taken, "TransactionCanceledException",
                  "Transaction cancelled, please refer cancellation reasons for specific reasons "
                  "[ConditionalCheckFailed, None]",
                  "book a slot that is taken");
  run.Expect(taken.CancellationCodes() == Codes{"ConditionalCheckFailed", "None"}, "the reasons were " + taken.text());
  run.Expect(!store.GetBooking(other.id).has_value(), "the refused booking was put");
  run.ExpectItem(store.GetSlot(nine), booked, "the slot after a refused booking");

  const Response again = store.Book(ten, booking);
  run.Expect(
      again.CancellationCodes() == Codes{"None", "ConditionalCheckFailed"},
      "book another slot with an id that is in use: expected the second action's condition, got " + again.text());
  run.ExpectItem(store.GetSlot(ten), SlotItem(ten, "available"), "the slot whose booking was refused");
}

void BookingById(CaseRun& run) {
  AppointmentStore store(&run.client(), run.Table(Table()));
  const Slot nine{run.Key("ada"), "2026-10-01T09:00"};
  const Booking booking{run.Key("booking"), run.Key("zoe")};
  store.PutSlots({SlotItem(nine, "available")});
  run.Expect(!store.GetBooking(booking.id).has_value(), "a booking was found before it was made");
  run.ExpectOk(store.Book(nine, booking), "book");
  run.ExpectItem(store.GetBooking(booking.id), BookingItem(nine, booking), "the booking, by id");
}

void BookingsOfCustomer(CaseRun& run) {
  AppointmentStore store(&run.client(), run.Table(Table()));
  const std::string zoe = run.Key("zoe");
  const Slot nine{run.Key("ada"), "2026-10-01T09:00"};
  const Slot ten{run.Key("ada"), "2026-10-01T10:00"};
  const Booking first{run.Key("01"), zoe};
  const Booking second{run.Key("02"), zoe};
  store.PutSlots({SlotItem(nine, "available"), SlotItem(ten, "available")});
  run.ExpectOk(store.Book(ten, second), "book ten o'clock");
  run.ExpectOk(store.Book(nine, first), "book nine o'clock");
  std::vector<Item> expected = {BookingItem(nine, first), BookingItem(ten, second)};
  run.Expect(Eventually([&] { return store.BookingsOf(zoe) == expected; }),
             "the customer's two bookings were not found in the index, in order");
  run.ExpectOk(store.Cancel(nine, first.id), "cancel one");
  expected.front()["status"] = S("cancelled");
  run.Expect(Eventually([&] { return store.BookingsOf(zoe) == expected; }),
             "the index did not follow the booking that was cancelled");
}

void CancelBooking(CaseRun& run) {
  AppointmentStore store(&run.client(), run.Table(Table()));
  const Slot nine{run.Key("ada"), "2026-10-01T09:00"};
  const Booking booking{run.Key("booking"), run.Key("zoe")};
  store.PutSlots({SlotItem(nine, "available")});
  run.ExpectOk(store.Book(nine, booking), "book");

  const Response with_other_id = store.Cancel(nine, run.Key("other"));
  run.Expect(with_other_id.CancellationCodes() == Codes{"ConditionalCheckFailed", "None"},
             "cancel with another's booking: expected the slot's condition to fail, got " + with_other_id.text());
  run.Expect(!store.GetBooking(run.Key("other")).has_value(), "a refused cancellation left a booking behind");

  run.ExpectOk(store.Cancel(nine, booking.id), "cancel");
  run.ExpectItem(store.GetSlot(nine), SlotItem(nine, "available"), "the slot, without its booking's id");
  Item cancelled = BookingItem(nine, booking);
  cancelled["status"] = S("cancelled");
  run.ExpectItem(store.GetBooking(booking.id), cancelled, "the booking, cancelled");

  const Response twice = store.Cancel(nine, booking.id);
  run.Expect(twice.CancellationCodes() == Codes{"ConditionalCheckFailed", "None"},
             "cancel twice: expected the slot's condition to fail, got " + twice.text());
}

// Expects a ValidationException whose message contains `text`. What precedes this text has changed over the years and
// is not checked.
void ExpectRefusal(CaseRun& run, const Response& response, const std::string& text, const std::string& what) {
  const bool as_expected = response.Is("ValidationException") && response.message().find(text) != std::string::npos;
  run.Expect(as_expected, what + ": expected a ValidationException that says \"" + text + "\", got " + response.text());
}

void ReservedWord(CaseRun& run) {
  const std::string table = run.Table(Table());
  Client& client = run.client();
  const Slot nine{run.Key("ada"), "2026-10-01T09:00"};
  AppointmentStore(&client, table).PutSlots({SlotItem(nine, "available")});
  const Item values = {{":s", S("booked")}};
  const std::string reserved = "Attribute name is a reserved keyword; reserved keyword: status";

  UpdateItemRequest update{.table = table, .key = SlotKey(nine), .update = "SET status = :s", .values = values};
  ExpectRefusal(run, client.UpdateItem(update), "Invalid UpdateExpression: " + reserved, "update the bare name");
  const Response deleted =
      client.DeleteItem({.table = table, .key = SlotKey(nine), .condition = "status = :s", .values = values});
  ExpectRefusal(run, deleted, "Invalid ConditionExpression: " + reserved, "ask for the bare name");
  const Response queried = client.Query({.table = table,
                                         .key_condition = "pk = :p",
                                         .filter = "status = :s",
                                         .values = {{":p", S("PROVIDER#" + nine.provider)}, {":s", S("booked")}}});
  ExpectRefusal(run, queried, "Invalid FilterExpression: " + reserved, "filter by the bare name");
  ExpectRefusal(run, client.TransactWriteItems({.actions = {update}}), "Invalid UpdateExpression: " + reserved,
                "update the bare name in a transaction");
  run.ExpectItem(AppointmentStore(&client, table).GetSlot(nine), SlotItem(nine, "available"),
                 "the slot after the refusals");
}

}  // namespace

std::vector<CaseDescription> Cases() {
  return {
      {"provider-by-id", "A provider is found by id.", ProviderById},
      {"providers-of-a-specialty", "The index finds the providers of a specialty, in order.", ProvidersOfSpecialty},
      {"available-slots-of-a-day", "A range of keys and a filter give the available slots of a day.",
       AvailableSlotsOfDay},
      {"slots-ahead", "Forty slots are written ahead, in batches.", SlotsAhead},
      {"book-a-slot", "A slot and its booking are written together; a refused booking names the action that failed.",
       BookSlot},
      {"booking-by-id", "A booking is found by id.", BookingById},
      {"bookings-of-a-customer", "The index finds the bookings of a customer and follows them.", BookingsOfCustomer},
      {"cancel", "A booking is cancelled by whoever holds the slot, once.", CancelBooking},
      {"reserved-word", "The bare name `status` is refused wherever an expression may stand.", ReservedWord},
  };
}

}  // namespace holdfast::conformance::appointments
