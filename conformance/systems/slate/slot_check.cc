#include "conformance/systems/slate/slot_check.h"

#include <algorithm>

#include "conformance/client/expiry.h"
#include "conformance/runner/read_in_transaction.h"

namespace holdfast::conformance::slate {
namespace {

// One transaction reads the slot, and the hold and the booking of each customer.
constexpr int kCustomersMax = (kReadInTransactionMax - 1) / 2;

struct Stored {
  Item slot;
  std::vector<Item> holds;     // by customer
  std::vector<Item> bookings;  // by customer
};

Stored ReadStored(Client& client, const std::string& table, const Slot& slot, const std::vector<Customer>& customers) {
  std::vector<Item> keys = {SlotKey(slot)};
  for (const Customer& customer : customers) keys.push_back(HoldKey(customer.hold.id));
  for (const Customer& customer : customers) keys.push_back(BookingKey(customer.booking.id));
  const std::vector<Item> items = ReadInTransaction(client, table, keys);
  const auto bookings = items.end() - static_cast<std::ptrdiff_t>(customers.size());
  return {items.front(), {items.begin() + 1, bookings}, {bookings, items.end()}};
}

void CheckResponses(Round& round, const std::string& table, const std::vector<Customer>& customers,
                    const Stored& stored) {
  std::vector<Item> keys;
  for (const Customer& customer : customers) keys.push_back(ReferenceKey(customer.booking));
  const std::vector<Item> references = ReadInTransaction(round.observer(), table, keys);
  for (size_t i = 0; i < customers.size(); ++i) {
    const Booking& booking = customers[i].booking;
    const std::vector<std::string> about = {"BOOKING#" + booking.id, "USER#" + booking.user};
    const std::string wrong_booking = Contradiction(customers[i].booking_outcome, !stored.bookings[i].empty());
    if (!wrong_booking.empty()) round.ReportViolation("booking " + booking.id + " " + wrong_booking, about);
    const std::string wrong_reference = Contradiction(customers[i].booking_outcome, !references[i].empty());
    if (!wrong_reference.empty())
      round.ReportViolation("the reference to " + booking.id + " " + wrong_reference, about);
  }
}

}  // namespace

std::vector<Customer> MakeCustomers(const Round& round) {
  std::vector<Customer> customers;
  for (int i = 0; i < std::min(round.clients(), kCustomersMax); ++i) {
    const std::string number = std::to_string(i);
    const std::string user = round.Key("user" + number);
    customers.push_back({{round.Key("hold" + number), user, SecondsFromNow(kHoldSeconds)},
                         {round.Key("booking" + number), user, "2026-09-01T08:00:00Z"}});
  }
  return customers;
}

void CheckSlot(Round& round, const std::string& table, const Slot& slot, const std::vector<Customer>& customers) {
  const Stored stored = ReadStored(round.observer(), table, slot, customers);
  const std::vector<std::string> about = {TextOf(SlotKey(slot), "pk")};
  const std::string status = TextOf(stored.slot, "status");
  const std::string holder = TextOf(stored.slot, "holdId");
  int bookings = 0;
  bool holder_has_hold = false;
  bool holder_has_booking = false;
  for (size_t i = 0; i < customers.size(); ++i) {
    const std::string& hold = customers[i].hold.id;
    const bool booked = !stored.bookings[i].empty();
    if (booked) ++bookings;
    holder_has_booking |= booked && hold == holder;
    if (stored.holds[i].empty()) continue;
    holder_has_hold |= hold == holder;
    if (status != "HELD" || hold != holder)
      round.ReportViolation("hold " + hold + " is there and holds nothing", about);
  }
  if (bookings > 1) round.ReportViolation("the slot was booked " + std::to_string(bookings) + " times", about);
  if (status == "BOOKED" && !holder_has_booking) {
    round.ReportViolation("the slot is booked, and hold '" + holder + "', which it names, led to no booking", about);
  }
  if (status != "BOOKED" && bookings > 0) round.ReportViolation("a booking was made, and the slot is " + status, about);
  if (status == "HELD" && !holder_has_hold) {
    round.ReportViolation("the slot leaked: it is held by " + holder + ", which is gone", about);
  }
  if (status == "OPEN" && !holder.empty()) round.ReportViolation("the slot is open, and names hold " + holder, about);
  CheckResponses(round, table, customers, stored);
}

}  // namespace holdfast::conformance::slate
