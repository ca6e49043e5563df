// The only read path: every read of items, by key or a page at a time, runs through `ExecuteRead` or `ExecuteReads`.
//
//   take references: lock a shard, find an item or a partition, unlock; for a transaction lock the shards of all its
//       items at once
//     → count bytes and steps, filter, project
//
// A latch is held only while a reference to an item, a partition or a shard is taken. Everything after that, filters
// included, works on immutable data while writers go on. So a single item, all items of a transactional plan, and the
// partition of a Query are each read as of one moment. A Scan reads each shard as of one moment: it is read-committed,
// as DynamoDB promises. engine/read/read_capacity.h computes consumed capacity from a plan and its result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/read/page.h"
#include "engine/read/read_plan.h"
#include "engine/values/response_item.h"

namespace holdfast {

struct FoundItem {
  // The item or the projected part of it; nothing if there is no item.
  std::optional<ResponseItem> item;
  // The size of the stored item; 0 if there is none.
  size_t size_bytes = 0;
};

// `budget`: a bound on the work, or null. Error: WorkBudgetExhausted.
Result<FoundItem> ExecuteRead(const ItemRead& read, WorkBudget* budget = nullptr);

// Returns the items in the order of the plan. Returns fewer than the plan has if the next item would have made the
// total size of the stored items, before projection, exceed 16 MiB (limits::kBatchGetResponseBytesMax). Errors:
// WorkBudgetExhausted; TransactionTooLarge, if the items of a transactional plan have more than 4 MiB together.
Result<std::vector<FoundItem>> ExecuteReads(const ItemReadPlan& plan, WorkBudget* budget = nullptr);

// The page must not outlive its plan. Errors: WorkBudgetExhausted; NoSuchIndex, if the index was deleted during the
// read, which then may have seen incomplete entries.
Result<Page> ExecuteRead(const PageReadPlan& plan, WorkBudget* budget = nullptr);

// The segment that a partition key belongs to.
uint32_t SegmentOf(const PartitionMap& map, std::string_view partition_key, uint32_t total_segments);

}  // namespace holdfast
