// A schedule: the sequence of steps of a run, each as a thread and the variant of its step. As text (Replay::schedule
// in session.h):
//
//   alice,bob*2,alice~1,bob:2!commit_then_drop,ttl!keep#GGPGPx
//
//   alice          the step of alice's pending request
//   bob*2          two steps, one after the other
//   bob:2          the step of the request in bob's second slot, if bob has several requests pending
//   alice~1        an eventually consistent read of alice that lags 1 version
//   bob!name       a step of bob in which the fault of this name fired (fault.h)
//   ttl!keep       the expired item is not deleted in this run
//   #…             one letter for each step: the operation (operation.h), x for a deletion by time to live
//
// A schedule names actors and choices but no keys, so ids that the actors generate may differ from run to run. With the
// letters a replay detects an actor that requests another operation than before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/race/steps/fault.h"

namespace holdfast::race {

// One of the alternatives in which a step can be executed.
struct Variant {
  enum class Kind : uint8_t { kPlain, kStale, kFault, kKeep };
  Kind kind = Kind::kPlain;
  // For kStale: how many versions the read lags, at least 1. Counts only versions that change the response
  // (StepExecutor::CountStale).
  uint32_t versions = 0;
  // For kFault.
  FaultAction fault = FaultAction::kCommitThenDrop;

  static Variant Stale(uint32_t versions) { return {Kind::kStale, versions, {}}; }
  static Variant Fault(FaultAction action) { return {Kind::kFault, 0, action}; }
  static Variant Keep() { return {Kind::kKeep, 0, {}}; }
  bool plain() const { return kind == Kind::kPlain; }

  friend auto operator<=>(const Variant&, const Variant&) = default;
};

struct ScheduledStep {
  // The ThreadName: `alice`, or `alice:2`.
  std::string thread;
  Variant variant = {};
  // The letter of the operation; the null character if the schedule has no letters.
  char operation = 0;

  friend bool operator==(const ScheduledStep&, const ScheduledStep&) = default;
};
using Schedule = std::vector<ScheduledStep>;

// Whether the name has 1 to 64 characters of A–Z, a–z, 0–9, `_`, `-` and `.`.
bool IsActorName(std::string_view name);
// The actor that deletes expired items. It belongs to the lab, so no actor of a test may have this name.
inline constexpr std::string_view kTimeToLiveActor = "ttl";
// `slot` numbers the pending requests of one actor, from 0.
std::string ThreadName(std::string_view actor, size_t slot);
// The actor's part of a ThreadName: `alice` of `alice:2`.
std::string_view ActorOfThread(std::string_view thread);

std::string FormatSchedule(const Schedule& schedule);
// An error describes the invalid part of the text.
Result<Schedule, std::string> ParseSchedule(std::string_view text);

}  // namespace holdfast::race
