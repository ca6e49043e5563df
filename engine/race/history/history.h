// What happened in a run: every operation with its actor, request, footprint, steps and outcome, and the versions it
// read and wrote. And the check of it, against the order of the commits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/race/steps/footprint.h"
#include "engine/race/steps/schedule.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::race {

enum class Outcome {
  kOk,
  // An error that changed nothing.
  kFail,
  // The actor was not told, or told that it is not known: it may have happened.
  kUnknown,
};
std::string_view NameOf(Outcome outcome);

// One execution of a step.
struct HistoryStep {
  // Its place in the run, from 0.
  size_t position = 0;
  // `prepare`, `commit`, `read`, `write`, `expire`, `call`, or `none` if it was not executed.
  std::string what;
  Variant variant;
  Footprint footprint;
  // For the witness: `PutItem room7 availableQty 0 (v4, unconditional)`, and a remark on it: `lost update`.
  std::string text;
  std::string remark;
};

struct HistoryEntry {
  // Empty: a request without an actor, which was executed at once.
  std::string actor;
  std::string operation;
  std::string table;
  std::string index;
  // The invocation that the attempts of one call share, and how many of them there were: repetitions by the client, and
  // deliveries of a request that arrived twice.
  std::string invocation;
  uint32_t attempts = 1;
  std::string response_text;
  Outcome outcome = Outcome::kOk;
  // Sent with the outcome kFail: DynamoDB's name of the exception.
  std::string error;
  std::vector<HistoryStep> steps;
  // How many commits there were when it arrived, and when its outcome was sent. Until then an operation of which the
  // outcome is unknown may take effect.
  uint64_t begin_commit = 0;
  uint64_t end_commit = 0;
  // Whether what it read must be the latest, and all of one moment.
  bool consistent = true;
  bool atomic = false;
  std::vector<ItemVersion> reads;
  std::vector<ItemVersion> writes;
};

struct History {
  uint64_t run = 0;
  std::string schedule;
  // In the order in which they arrived.
  std::vector<HistoryEntry> entries;
};
// What end_commit is while the outcome is unknown.
inline constexpr uint64_t kNeverEnded = UINT64_MAX;

// The first contradiction: an operation for which there is no moment between its begin and its end at which all it read
// was current. Eventually consistent reads need not be current. Writes are taken to be in the order of their commits,
// and that order is checked to be one: no commit number twice for an item, each replacing the version before it. So a
// history without a contradiction is linearizable for each item, and serializable for transactions.
std::optional<std::string> Contradiction(const History& history);

// One line for each operation, all of it: equal texts mean equal histories.
std::string FormatHistory(const History& history);

}  // namespace holdfast::race
