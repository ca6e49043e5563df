// A hold expires while its customer pays. The customer confirms the booking while the client kService triggers the
// deletion of the hold by time to live and, as the consumer of the stream, opens the slot again. Other customers place
// holds on it meanwhile.
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "conformance/client/expiry.h"
#include "conformance/runner/attempts.h"
#include "conformance/runner/eventually.h"
#include "conformance/systems/attempt_outcome.h"
#include "conformance/systems/slate/reopener.h"
#include "conformance/systems/slate/slate.h"
#include "conformance/systems/slate/slot_check.h"
#include "conformance/systems/slate/slot_reservations.h"
#include "conformance/systems/slate/stream_checkpoints.h"

namespace holdfast::conformance::slate {
namespace {

constexpr size_t kLatePayer = 0;
constexpr size_t kService = 1;
// The number of times that each customer tries to place a hold after the slot was opened again.
constexpr int kHoldTries = 4;
// The maximum time that clients wait for the consumer.
constexpr std::chrono::seconds kWaitMax{5};
constexpr int64_t kPauseMicroseconds = 400;  // at most

void Pause(Client& client) {
  std::this_thread::sleep_for(std::chrono::microseconds(client.RandomBelow(kPauseMicroseconds)));
}

class LatePayerAndOthers : public Race {
 public:
  explicit LatePayerAndOthers(StreamCheckpoints* checkpoints) : checkpoints_(*checkpoints) {}

  void SetUp(Round& round) override {
    table_ = round.Table(Table());
    slot_ = {round.Key("venue"), "2026-10-01T20:00"};
    stream_ = round.tables().StreamArn(table_);
    begin_ = checkpoints_.ReadToEnd(round.observer(), stream_);
    customers_ = MakeCustomers(round);
    Customer& late = customers_[kLatePayer];
    late.hold.expires_at = SecondsFromNow(-kOverdueSeconds);
    SlotReservations reservations(&round.observer(), table_);
    reservations.Put(OpenSlotItem(slot_));
    Require(reservations.PlaceHold(slot_, late.hold));
    late.hold_outcome = AttemptOutcome::kDone;
    begun_ = std::chrono::steady_clock::now();
  }

  void RunClient(Round& round, Client& client) override {
    const auto number = static_cast<size_t>(client.number());
    if (number == kService) {
      ExpireAndReopen(client);
    } else if (number == kLatePayer) {
      // In half of the rounds the payment ends only after the slot was opened again.
      if (client.RandomBelow(2) == 0) WaitUntilReopened(client);
      Confirm(round, client, customers_[number]);
    } else if (number < customers_.size()) {
      HoldAndPay(round, client, customers_[number]);
    }
  }

  void Check(Round& round) override {
    SweepExpired(round.observer());
    const std::vector<std::string> about = {TextOf(SlotKey(slot_), "pk")};
    const std::string late = customers_[kLatePayer].hold.id;
    Reopener reopener(&round.observer(), table_, stream_, begin_);
    SlotReservations reservations(&round.observer(), table_);
    const bool handled = Eventually([&] {
      reopener.HandleNew();
      const Item slot = reservations.Get(SlotKey(slot_)).value_or(Item());
      return TextOf(slot, "status") != "HELD" || TextOf(slot, "holdId") != late;
    });
    if (!handled)
      round.ReportViolation("the slot leaked: hold " + late + " expired, and the stream does not tell", about);
    CheckSlot(round, table_, slot_, customers_);
    round.CountEvent(customers_[kLatePayer].booking_outcome == AttemptOutcome::kDone ? "payments in time"
                                                                                     : "payments that came too late");
  }

 private:
  bool HasTimedOut() const { return std::chrono::steady_clock::now() > begun_ + kWaitMax; }

  void ExpireAndReopen(Client& client) {
    Pause(client);
    SweepExpired(client);
    Reopener reopener(&client, table_, stream_, begin_);
    while (!reopened_ && !confirmed_ && !HasTimedOut()) {
      if (reopener.HandleNew() > 0) reopened_ = true;
    }
  }

  void WaitUntilReopened(Client& client) {
    while (!reopened_ && !HasTimedOut()) Pause(client);
    Pause(client);
  }

  void HoldAndPay(Round& round, Client& client, Customer& customer) {
    SlotReservations reservations(&client, table_);
    for (int tries = 0;
         tries < kHoldTries && !MayHaveHappened(customer.hold_outcome) && !confirmed_ && !HasTimedOut();) {
      if (reopened_) ++tries;
      Pause(client);
      customer.hold_outcome =
          AttemptOutcomeOf(RetryWhileConflicted(client, [&] { return reservations.PlaceHold(slot_, customer.hold); }));
    }
    if (customer.hold_outcome != AttemptOutcome::kDone) return;
    Pause(client);
    const bool paid = client.RandomBelow(3) != 0;
    if (paid) {
      Confirm(round, client, customer);
    } else {
      AttemptOutcomeOf(RetryWhileConflicted(client, [&] { return reservations.ReleaseHold(slot_, customer.hold.id); }));
    }
  }

  void Confirm(Round& round, Client& client, Customer& customer) {
    SlotReservations reservations(&client, table_, round.guarded());
    // Other clients may write the slot and delete the hold, but only this client writes its booking.
    customer.booking_outcome = Contend(round, client,
                                       {AllowedReason::kConditionOrConflict, AllowedReason::kConditionOrConflict,
                                        AllowedReason::kNone, AllowedReason::kNone},
                                       "BOOKING#" + customer.booking.id, [&] {
                                         return reservations.ConfirmBooking(slot_, customer.hold.id, customer.booking);
                                       });
    if (customer.booking_outcome == AttemptOutcome::kDone) confirmed_ = true;
  }

  StreamCheckpoints& checkpoints_;
  std::string table_;
  Slot slot_;
  std::string stream_;
  StreamReader::Positions begin_;
  std::chrono::steady_clock::time_point begun_;
  std::vector<Customer> customers_;  // by client; that of kService is not used
  std::atomic<bool> reopened_ = false;
  std::atomic<bool> confirmed_ = false;
};

}  // namespace

RaceDescription LatePayment() {
  return DescribeFollower<LatePayerAndOthers>(
      "late-payment",
      "A payment that comes back after its hold expired confirms nothing: the slot is booked once at most, and the "
      "consumer of the stream opens it again.",
      "A payment is confirmed without asking whether the slot is still held for it.");
}

}  // namespace holdfast::conformance::slate
