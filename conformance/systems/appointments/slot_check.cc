#include "conformance/systems/appointments/slot_check.h"

#include <algorithm>

#include "conformance/runner/read_in_transaction.h"

namespace holdfast::conformance::appointments {
namespace {

// In the same transaction, CheckSlot also reads the slot and, in some races, a booking from before the race.
constexpr int kAttemptsMax = kReadInTransactionMax - 2;

}  // namespace

std::vector<BookingAttempt> MakeBookingAttempts(const Round& round) {
  std::vector<BookingAttempt> attempts;
  for (int i = 0; i < std::min(round.clients(), kAttemptsMax); ++i) {
    const std::string number = std::to_string(i);
    attempts.push_back({{round.Key("booking" + number), round.Key("customer" + number)}, AttemptOutcome::kNotTried});
  }
  return attempts;
}

void CheckSlot(Round& round, const std::string& table, const Slot& slot, const std::vector<BookingAttempt>& attempts) {
  std::vector<Item> keys = {SlotKey(slot)};
  for (const BookingAttempt& attempt : attempts) keys.push_back(BookingKey(attempt.booking.id));
  const std::vector<Item> items = ReadInTransaction(round.observer(), table, keys);

  const std::string slot_sk = TextOf(keys.front(), "sk");
  const std::string slot_pk = TextOf(keys.front(), "pk");
  const std::string status = TextOf(items.front(), "status");
  const std::string holder = TextOf(items.front(), "bookingId");
  std::vector<std::string> live;
  for (size_t i = 0; i < attempts.size(); ++i) {
    const Item& booking = items[i + 1];
    const std::string& id = attempts[i].booking.id;
    const std::string wrong = Contradiction(attempts[i].outcome, !booking.empty());
    if (!wrong.empty()) round.ReportViolation("booking " + id + " " + wrong, {slot_pk, "BOOKING#" + id});
    if (TextOf(booking, "status") == "booked") live.push_back(id);
  }
  if (live.size() > 1) {
    round.ReportViolation(std::to_string(live.size()) + " bookings of the slot at " + slot_sk + " are not cancelled",
                          {slot_pk});
  }
  if (items.front().empty()) {
    round.ReportViolation("the slot at " + slot_sk + " is gone", {slot_pk});
    return;
  }
  if (status == "booked" && std::find(live.begin(), live.end(), holder) == live.end()) {
    const std::string by = holder.empty() ? "no booking" : holder + ", which is no live booking";
    round.ReportViolation("the slot is booked by " + by, {slot_pk});
  }
  if (status != "booked" && !live.empty()) {
    round.ReportViolation("the slot is " + status + ", and booking " + live.front() + " still lives", {slot_pk});
  }
  if (status != "booked" && !holder.empty()) {
    round.ReportViolation("the slot is " + status + ", and still names booking " + holder, {slot_pk});
  }
}

}  // namespace holdfast::conformance::appointments
