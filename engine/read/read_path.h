// The one read path: every read of items, by key or a page at a time, runs through `ExecuteRead` or `ExecuteReads`.
//
//   take references: lock a shard, find an item or a partition, unlock; for a transaction all shards at once
//     → count bytes and steps, filter, project
//
// A latch is held only while a reference to an item, a partition or a shard is taken. Everything after that, filters
// included, works on immutable data while writers go on. So an item is read as of one moment, and the items of a
// transactional plan, and a Query's partition, too; a Scan is so shard by shard: read-committed, as DynamoDB promises.
// What a read consumed follows from its plan and its result: engine/read/read_capacity.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/read/page.h"
#include "engine/read/read_plan.h"
#include "engine/read/work_budget.h"
#include "engine/values/response_item.h"

namespace holdfast {

struct FoundItem {
  // What the projection shows of it; nothing if there is no item.
  std::optional<ResponseItem> item;
  // Of the stored item; 0 if there is none.
  size_t size_bytes = 0;
};

FoundItem ExecuteRead(const ItemRead& read);

// In the order of the plan. Fewer if the next item would have made the stored items exceed 16 MiB
// (limits::kBatchGetResponseBytesMax): the remaining ones were not read. `budget`: a bound on the work, or null. Errors:
// WorkBudgetExhausted; TransactionTooLarge, if the items of a transactional plan have more than 4 MiB together.
Result<std::vector<FoundItem>> ExecuteReads(const ItemReadPlan& plan, WorkBudget* budget = nullptr);

// The page must not outlive its plan. Errors: WorkBudgetExhausted; NoSuchIndex, if the index was deleted meanwhile, so
// that its entries may have been incomplete.
Result<Page> ExecuteRead(const PageReadPlan& plan, WorkBudget* budget = nullptr);

// The segment that a partition key belongs to.
uint32_t SegmentOf(const PartitionMap& map, std::string_view partition_key, uint32_t total_segments);

}  // namespace holdfast
