// The access patterns of Slate and the steps of its saga, one case each.
#include <algorithm>
#include <string>
#include <vector>

#include "conformance/client/expiry.h"
#include "conformance/runner/eventually.h"
#include "conformance/systems/slate/slate.h"
#include "conformance/systems/slate/slot_reservations.h"

namespace holdfast::conformance::slate {
namespace {

using Codes = std::vector<std::string>;

Item SlotItemWith(const Slot& slot, const std::string& status, const std::string& hold) {
  Item item = OpenSlotItem(slot);
  item["status"] = S(status);
  if (!hold.empty()) item["holdId"] = S(hold);
  return item;
}

void VenuesByName(CaseRun& run) {
  SlotReservations reservations(&run.client(), run.Table(Table()));
  const Item arena = VenueItem({run.Key("3"), run.Key("Arena")});
  const Item barn = VenueItem({run.Key("1"), run.Key("Barn")});
  const Item cellar = VenueItem({run.Key("2"), run.Key("Cellar")});
  for (const Item& venue : {cellar, arena, barn}) reservations.Put(venue);
  const std::vector<Item> expected = {arena, barn, cellar};
  run.Expect(Eventually([&] {
               std::vector<Item> found = reservations.VenuesByName();
               // Other cases put venues into the same partition of the index.
               std::erase_if(found, [&expected](const Item& venue) {
                 return std::find(expected.begin(), expected.end(), venue) == expected.end();
               });
               return found == expected;
             }),
             "the index did not list the venues by name");
}

void SlotsInOrder(CaseRun& run) {
  SlotReservations reservations(&run.client(), run.Table(Table()));
  const std::string arena = run.Key("arena");
  const Item first = OpenSlotItem({arena, "2026-09-30T22:00"});
  const Item second = OpenSlotItem({arena, "2026-10-01T08:00"});
  const Item third = OpenSlotItem({arena, "2026-10-01T20:00"});
  reservations.Put(VenueItem({arena, arena}));
  for (const Item& slot : {third, first, second}) reservations.Put(slot);
  run.Expect(reservations.SlotsOf(arena) == std::vector<Item>{first, second, third},
             "expected the venue's three slots in the order of time, and not the venue");
}

void BookingsNewestFirst(CaseRun& run) {
  SlotReservations reservations(&run.client(), run.Table(Table()));
  const std::string zoe = run.Key("zoe");
  std::vector<Item> expected;
  for (int day = 1; day <= 3; ++day) {
    const std::string number = std::to_string(day);
    const Slot slot{run.Key("arena"), "2026-10-0" + number + "T20:00"};
    const Booking booking{run.Key("booking" + number), zoe, "2026-09-0" + number + "T12:00:00Z"};
    reservations.Put(OpenSlotItem(slot));
    run.ExpectOk(reservations.Book(slot, booking), "book");
    expected.insert(expected.begin(), ReferenceItem(slot, booking));
  }
  run.Expect(reservations.BookingReferencesOf(zoe) == expected, "expected the user's three bookings, the newest first");
}

void Book(CaseRun& run) {
  SlotReservations reservations(&run.client(), run.Table(Table()));
  const Slot slot{run.Key("arena"), "2026-10-01T20:00"};
  const Booking booking{run.Key("booking"), run.Key("zoe"), "2026-09-01T12:00:00Z"};
  const Booking other{run.Key("other"), run.Key("yan"), "2026-09-01T12:00:01Z"};
  reservations.Put(OpenSlotItem(slot));
  run.ExpectOk(reservations.Book(slot, booking), "book an open slot");
  run.ExpectItem(reservations.Get(SlotKey(slot)), SlotItemWith(slot, "BOOKED", ""), "the slot, booked");
  run.ExpectItem(reservations.Get(BookingKey(booking.id)), BookingItem(slot, booking), "the booking");
  run.ExpectItem(reservations.Get(ReferenceKey(booking)), ReferenceItem(slot, booking), "the user's reference");

  const Response taken = reservations.Book(slot, other);
  run.Expect(taken.CancellationCodes() == Codes{"ConditionalCheckFailed", "None", "None"},
             "book a slot that is taken: expected the first action's condition to fail, got " + taken.text());
  run.Expect(
      !reservations.Get(BookingKey(other.id)).has_value() && reservations.BookingReferencesOf(other.user).empty(),
      "a refused booking left something behind");
}

void HoldPayConfirm(CaseRun& run) {
  SlotReservations reservations(&run.client(), run.Table(Table()));
  const Slot slot{run.Key("arena"), "2026-10-01T20:00"};
  const Hold hold{run.Key("hold"), run.Key("zoe"), SecondsFromNow(kHoldSeconds)};
  const Booking booking{run.Key("booking"), hold.user, "2026-09-01T12:00:00Z"};
  reservations.Put(OpenSlotItem(slot));
  run.ExpectOk(reservations.PlaceHold(slot, hold), "place a hold");
  run.ExpectItem(reservations.Get(SlotKey(slot)), SlotItemWith(slot, "HELD", hold.id), "the slot, held");
  run.ExpectItem(reservations.Get(HoldKey(hold.id)), HoldItem(slot, hold), "the hold");
  const Response second = reservations.PlaceHold(slot, {run.Key("second"), run.Key("yan"), hold.expires_at});
  run.Expect(second.CancellationCodes() == Codes{"ConditionalCheckFailed", "None"},
             "hold a slot that is held: expected the first action's condition to fail, got " + second.text());

  run.ExpectOk(reservations.ConfirmBooking(slot, hold.id, booking), "confirm the booking");
  run.ExpectItem(reservations.Get(SlotKey(slot)), SlotItemWith(slot, "BOOKED", hold.id), "the slot, booked");
  run.Expect(!reservations.Get(HoldKey(hold.id)).has_value(), "the hold is there after its booking was confirmed");
  run.Expect(reservations.BookingReferencesOf(booking.user) == std::vector<Item>{ReferenceItem(slot, booking)},
             "the user's reference is not there after the booking was confirmed");
}

void PaymentFails(CaseRun& run) {
  SlotReservations reservations(&run.client(), run.Table(Table()));
  const Slot slot{run.Key("arena"), "2026-10-01T20:00"};
  const Hold hold{run.Key("hold"), run.Key("zoe"), SecondsFromNow(kHoldSeconds)};
  reservations.Put(OpenSlotItem(slot));
  run.ExpectOk(reservations.PlaceHold(slot, hold), "place a hold");
  run.ExpectOk(reservations.ReleaseHold(slot, hold.id), "release it");
  run.ExpectItem(reservations.Get(SlotKey(slot)), OpenSlotItem(slot), "the slot, open again");
  run.Expect(!reservations.Get(HoldKey(hold.id)).has_value(), "the hold is there after it was released");

  const Response twice = reservations.ReleaseHold(slot, hold.id);
  run.Expect(twice.CancellationCodes() == Codes{"ConditionalCheckFailed", "ConditionalCheckFailed"},
             "release it twice: expected both conditions to fail, got " + twice.text());
  const Response late =
      reservations.ConfirmBooking(slot, hold.id, {run.Key("booking"), hold.user, "2026-09-01T12:00:00Z"});
  run.Expect(late.CancellationCodes() == Codes{"ConditionalCheckFailed", "ConditionalCheckFailed", "None", "None"},
             "confirm it after all: expected the first two conditions to fail, got " + late.text());
}

}  // namespace

std::vector<CaseDescription> Cases() {
  return {
      {"venues-by-name", "The index lists all venues in the order of their names, without a Scan.", VenuesByName},
      {"slots-in-order", "The slots of a venue are one query, in the order of time.", SlotsInOrder},
      {"bookings-newest-first", "A user's bookings are one query, backwards.", BookingsNewestFirst},
      {"book", "Slot, booking and reference are written together or not at all.", Book},
      {"hold-pay-confirm", "An open slot is held, paid for and booked.", HoldPayConfirm},
      {"payment-fails", "A hold whose payment failed is released, and leads to no booking.", PaymentFails},
  };
}

}  // namespace holdfast::conformance::slate
