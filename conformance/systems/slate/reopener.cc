#include "conformance/systems/slate/reopener.h"

#include "conformance/runner/attempts.h"
#include "conformance/systems/attempt_outcome.h"

namespace holdfast::conformance::slate {
namespace {

// A request of unknown outcome is sent again: its condition lets only one of the tries change the slot.
constexpr int kReopenTriesMax = 5;

}  // namespace

bool IsExpiredHold(const StreamRecord& record) {
  return record.event_name == "REMOVE" && record.by_time_to_live && TextOf(record.keys, "pk").starts_with("HOLD#");
}

int Reopener::HandleNew() {
  int reopened = 0;
  for (const StreamRecord& record : reader_.Read()) {
    if (IsExpiredHold(record) && Reopen(record.old_image)) ++reopened;
  }
  return reopened;
}

bool Reopener::Reopen(const Item& hold) {
  bool maybe_opened_before = false;
  for (int i = 0; i < kReopenTriesMax; ++i) {
    const AttemptOutcome outcome = AttemptOutcomeOf(
        RetryWhileConflicted(client_, [&] { return reservations_.ReopenSlot(SlotOf(hold), TextOf(hold, "holdId")); }));
    if (outcome == AttemptOutcome::kDone || outcome == AttemptOutcome::kRefused)
      return outcome == AttemptOutcome::kDone || maybe_opened_before;
    maybe_opened_before |= outcome == AttemptOutcome::kUnknown;
  }
  throw SetupFailed("the consumer could not reopen the slot of hold " + TextOf(hold, "holdId"));
}

}  // namespace holdfast::conformance::slate
