// The only write path: every write of every operation runs through `ExecuteWrite`, for one item, or
// `ExecuteWrites`, for a transaction.
//
//   for each table with point-in-time recovery that was not written in this second yet: add a version to its history
//     → lock the table shards of the plan, in canonical order
//     → compute every action's effect (condition, new item; may fail)
//     → derive the index effects, take the units from the throughput limits, lock the index shards of the effects
//     → lock the stream lanes, install everything under the next commit number, record it, send it to the replicas in
//       other Regions (cannot fail)
//   unlock
//
// An evaluation with latches held reads at most about 1 MB, in some tenths of a millisecond. A plan that takes longer
// (a hundred conditions of 4 KB, full of contains(), read 9 GB in items of 400 KB) is first evaluated without latches,
// on the items as they were at one instant; then the latches are taken, and the effects whose versions are still stored
// are used. Those of items that were written meanwhile are computed again, without latches if that takes long. If this
// happens four times, the fifth evaluation holds the latches. A single write then holds one latch for as long as a
// condition of 4 KB takes on one item, some 20 ms at most. A transaction that would read more than 16 MB is cancelled
// instead, with the reason TransactionConflict for each action whose item was written.
//
// The operations on one item are linearizable. A plan is serializable: no other write falls between its reads and its
// writes, and a read as of one moment (engine/read/read_path.h) sees all or none of the plan's writes to what it reads.
#pragma once

#include <cstddef>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "engine/base/clock.h"
#include "engine/base/limits.h"
#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/tables/throughput_limits.h"
#include "engine/write/commit_numbers.h"
#include "engine/write/effects.h"
#include "engine/write/write_plan.h"

namespace holdfast {

// Why a plan was not executed: for each action its error, if it has one. Nothing was written.
struct WriteRefusal {
  absl::InlinedVector<std::optional<Error>, 1> errors;
};

// Executes a plan, as a transaction. Returns the installed effects, in the order of the plan's actions. All conditions
// are evaluated, so the refusal may have several failed conditions; but the first error that is neither a failed
// condition nor a DuplicateItem is reported alone, as AWS does.
// If other writers change its items faster than it can be evaluated, the refusal has TransactionConflicts (see above).
// `collection_bytes_max`: the largest size of the items of one partition key, in a table with local indexes.
// `memory_bytes_max`: while stored data takes more memory than this (engine/base/stored_bytes.h), puts and updates are
// refused, and deletions are not; 0: there is no limit.
// `budget`: a bound on the work of evaluating the plan, of changing index entries and replicas, and of returning stored
// items; or null. If the plan could exceed the budget, it is not executed, and its first action has the error
// WorkBudgetExhausted.
// `throughput`: the limits from which the units of the plan are taken, those of a false condition included. If a limit
// is used up, the plan is refused, with an error for each action that needs units of it. Null: there are no limits.
// If memory runs out, throws std::bad_alloc and has changed nothing (engine/base/memory_reserve.h).
Result<Effects, WriteRefusal> ExecuteWrites(const WritePlan& plan, CommitNumbers& commits, const Clock& clock,
                                            size_t collection_bytes_max = limits::kItemCollectionBytesMax,
                                            size_t memory_bytes_max = 0, ThroughputLimits* throughput = nullptr,
                                            WorkBudget* budget = nullptr);

// Executes a plan of one action, which is no transaction. Returns its effect, with a null `action`, or its error.
Result<Effect> ExecuteWrite(WriteAction action, CommitNumbers& commits, const Clock& clock,
                            size_t collection_bytes_max = limits::kItemCollectionBytesMax, size_t memory_bytes_max = 0,
                            ThroughputLimits* throughput = nullptr, WorkBudget* budget = nullptr);

// Spends what executing the action on its stored item could cost now; false if the budget does not cover that. For a
// request that executes several plans, and cannot be run again once one of them was executed.
bool SpendOnWrite(const WriteAction& action, WorkBudget& budget);

}  // namespace holdfast
