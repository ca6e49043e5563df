// The one write path: every write of every operation, one item or a hundred, runs through `ExecuteWrites`.
//
//   lock the table shards of the plan, in canonical order
//     → compute every action's effect (condition, new item; may fail)
//     → derive the index effects, lock the index shards they touch
//     → lock the stream lanes, install everything under the next commit number, record it (cannot fail)
//   unlock
//
// The work with latches held is bounded: an evaluation reads about 1 MB, in some tenths of a millisecond. A plan that
// takes longer (a hundred actions with contains() of 4 KB each on items of 400 KB look at 9 GB) is evaluated ahead,
// without latches, on the items as they were at one instant; under the latches it is then checked whether they still
// are the stored ones. If they were written each time, the fifth evaluation holds the latches.
//
// So one item is linearizable and a plan is serializable: no reader sees part of it, and no other write falls between
// its reads and its writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "engine/base/clock.h"
#include "engine/base/limits.h"
#include "engine/base/result.h"
#include "engine/write/commit_numbers.h"
#include "engine/write/effects.h"
#include "engine/write/write_plan.h"

namespace holdfast {

// Why a plan was not carried out: for each action, its error or nothing. Nothing at all was written.
struct WriteRefusal {
  absl::InlinedVector<std::optional<Error>, 1> errors;
};

// The effects, in the order of the plan's actions, as they were installed.
// All conditions are evaluated, so several actions may have failed theirs; an error that is not a failed condition
// is reported alone, the first there is (as AWS does). `collection_bytes_max`: what one partition key of a table with
// local indexes may hold.
// `memory_bytes_max`: while stored data takes more (engine/base/stored_bytes.h), actions that leave an item are refused
// and deletions are not; 0: there is no limit.
// If memory runs out, throws std::bad_alloc and has changed nothing (engine/base/memory_reserve.h).
Result<Effects, WriteRefusal> ExecuteWrites(const WritePlan& plan, CommitNumbers& commits, const Clock& clock,
                                            size_t collection_bytes_max = limits::kItemCollectionBytesMax,
                                            size_t memory_bytes_max = 0);

// For a plan of one action: its effect or its error.
Result<Effect> ExecuteWrite(WriteAction action, CommitNumbers& commits, const Clock& clock,
                            size_t collection_bytes_max = limits::kItemCollectionBytesMax, size_t memory_bytes_max = 0);

}  // namespace holdfast
