// A schedule: which thread's step was next at each point of a run, and how it went. As text it is what `replay` takes:
//
//   alice,bob*2,alice~1,bob:2!commit_then_drop,ttl!keep#GGPGPx
//
//   alice          the step of alice's pending request
//   bob*2          two steps, one after the other
//   bob:2          of bob's second request, where bob has several at once
//   ~1             an eventually consistent read that saw the state 1 version back
//   !name          a fault that fired (fault.h), or `!keep`: the expired item is not deleted in this run
//   #…             one letter for each step: the operation (operation.h), x for a deletion by time to live
//
// It names actors and choices and no keys, so ids that the actors make up may differ from run to run. The letters
// notice an actor that asks for another operation than before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/race/steps/fault.h"

namespace holdfast::race {

// How a step goes, where there is more than one way.
struct Variant {
  enum class Kind : uint8_t { kPlain, kStale, kFault, kKeep };
  Kind kind = Kind::kPlain;
  // kStale: by how many versions, at least 1.
  uint32_t versions = 0;
  // kFault.
  FaultAction fault = FaultAction::kCommitThenDrop;

  static Variant Stale(uint32_t versions) { return {Kind::kStale, versions, {}}; }
  static Variant Fault(FaultAction action) { return {Kind::kFault, 0, action}; }
  static Variant Keep() { return {Kind::kKeep, 0, {}}; }
  bool plain() const { return kind == Kind::kPlain; }

  friend auto operator<=>(const Variant&, const Variant&) = default;
};

struct ScheduledStep {
  // `alice`, or `alice:2`: ThreadName.
  std::string thread;
  Variant variant = {};
  // 0: not known.
  char operation = 0;

  friend bool operator==(const ScheduledStep&, const ScheduledStep&) = default;
};
using Schedule = std::vector<ScheduledStep>;

// Names of actors: 1 to 64 characters of A–Z, a–z, 0–9, `_`, `-` and `.`; `ttl` is the lab's own.
bool IsActorName(std::string_view name);
inline constexpr std::string_view kTimeToLiveActor = "ttl";
// `slot` is from 0, for the first of the actor's requests that are pending together.
std::string ThreadName(std::string_view actor, size_t slot);
// `alice` of `alice:2`.
std::string_view ActorOfThread(std::string_view thread);

std::string FormatSchedule(const Schedule& schedule);
// An error says which part of the text is wrong.
Result<Schedule, std::string> ParseSchedule(std::string_view text);

}  // namespace holdfast::race
