// The history of a run: every operation with its actor, steps and outcome, and the versions that it read and wrote.
// Contradiction checks a history against the order of the commits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/race/steps/footprint.h"
#include "engine/race/steps/schedule.h"
#include "engine/race/steps/step_executor.h"

namespace holdfast::race {

enum class Outcome {
  kOk,
  // The last reply was an error. That attempt changed nothing, except that a BatchWriteItem may have executed some of
  // its writes. An earlier attempt, whose reply was lost, and the second delivery of a duplicated request may have been
  // executed.
  kFail,
  // There was no reply yet, or it was lost or late, or was InternalServerError: the operation may have been executed.
  kUnknown,
};
std::string_view NameOf(Outcome outcome);

// How much a run's history keeps of requests without an actor: so many requests, and so many versions that they have
// read and written, all together. A request that would exceed either number has no entry: it is counted
// (History::left_out), and the tables that it wrote are named (History::tables_left_out). The requests of actors are
// bounded by SessionOptions::steps_max and history_bytes_max.
inline constexpr size_t kRequestsWithoutActorMax = 10'000;
inline constexpr size_t kVersionsWithoutActorMax = 100'000;
// So much is kept of the text of a response (HistoryEntry::response_text).
inline constexpr size_t kResponseTextBytesMax = 4'096;

// A version of an item that an operation read or wrote: an ItemVersion without the content, so that a history does not
// keep items alive.
struct HistoryVersion {
  HistoryVersion() = default;
  HistoryVersion(const ItemVersion& other)
      : item(other.item),
        version(other.version),
        replaced(other.replaced),
        present(other.content != nullptr),
        key_text(other.key_text) {}

  // As in ItemVersion.
  ItemName item;
  uint64_t version = 0;
  std::optional<uint64_t> replaced;
  // For a write: whether the item exists after it.
  bool present = false;
  std::string key_text;
};

// One step of the run.
struct HistoryStep {
  // The number of the step in the run, from 0. A request without an actor is not a step of the schedule: it has the
  // number of the next step.
  size_t position = 0;
  // `prepare`, `commit`, `read`, `write`, `expire`, `call` (an OpaqueRequest, or any request without an actor), or
  // `none` if it executed nothing: the reply is that of a fault or of a conflict (intents.h), or an expired item was
  // kept.
  std::string what;
  Variant variant;
  Footprint footprint;
  // For the witness: `PutItem room7 availableQty 0 (v4, unconditional)`, and a remark such as `lost update`.
  std::string text;
  std::string remark;
};

// The bytes of memory that these take in a history, about.
size_t BytesOf(const HistoryVersion& version);
size_t BytesOf(const HistoryStep& step);

struct HistoryEntry {
  // Empty for a request without an actor, which is executed at once.
  std::string actor;
  std::string operation;
  // The first of the request's tables; empty if it names none.
  std::string table;
  std::string index;
  // The invocation id that the attempts of one call share, and the number of attempts: the first, the client's retries,
  // and the second deliveries of duplicated requests.
  std::string invocation;
  uint32_t attempts = 1;
  // The outcome (DescribeOutcome), if the last reply to the client was one; empty if that reply was lost, late,
  // throttled or an InternalServerError. If it has more than kResponseTextBytesMax bytes, only as many are kept,
  // followed by the length of the whole.
  std::string response_text;
  Outcome outcome = Outcome::kOk;
  // With the outcome kFail: DynamoDB's name of the exception, or `ServiceUnavailable` if the request did not reach the
  // store.
  std::string error;
  std::vector<HistoryStep> steps;
  // The last commit numbers at the arrival of the request and at its outcome. The operation takes effect between them.
  // end_commit is kNeverEnded while the outcome is unknown, for an operation that a fault throttled, and if the outcome
  // came while another delivery of the request was still pending, which may be executed later: a duplicate, or an
  // attempt that its client had abandoned.
  uint64_t begin_commit = 0;
  uint64_t end_commit = 0;
  // Whether its reads are consistent, and whether all of them must see the state of one moment.
  bool consistent = true;
  bool atomic = false;
  std::vector<HistoryVersion> reads;
  std::vector<HistoryVersion> writes;
  // The tables that it created or deleted.
  std::vector<std::string> changed_tables = {};
};

struct History {
  uint64_t run = 0;
  std::string schedule;
  // In the order of arrival.
  std::vector<HistoryEntry> entries;
  // How many requests without an actor have no entry, because with them the history would have had more than it keeps,
  // and the tables that these requests wrote, created or deleted.
  uint64_t left_out = 0;
  std::set<std::string> tables_left_out = {};
};
// See HistoryEntry::end_commit.
inline constexpr uint64_t kNeverEnded = UINT64_MAX;

// Describes the first contradiction in the history, or returns nothing. Two rules are checked. Each item's writes form
// a chain in the order of their commit numbers: no number occurs twice, and each write after the first replaces the
// version before it, if it is known what it replaced. Each consistent read saw a version that was current at some
// moment between the begin and the end of its operation; in a transaction with a single attempt, all versions were
// current at one such moment. The items of a table that was created or deleted during the run are not checked, nor
// those of History::tables_left_out, and neither is what statements of PartiQL have read, which is not in the history.
// The function does not check that a write's commit lies within its operation, nor that what a transaction read was
// still current when it wrote: the engine executes a write, and likewise all reads and writes of a transaction, in one
// step.
std::optional<std::string> Contradiction(const History& history);

// The history as text, for comparisons: the operations with their outcomes, steps, reads and writes, but without
// footprints.
std::string FormatHistory(const History& history);

}  // namespace holdfast::race
