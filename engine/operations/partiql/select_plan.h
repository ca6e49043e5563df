// The plan of a SELECT: a read of one item, or a page of a scan or over up to 50 ranges of partitions.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/partiql/statement.h"
#include "engine/read/read_plan.h"
#include "engine/read/work_budget.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/values/response_item.h"

namespace holdfast {

struct PagedSelect {
  // What all reads have in common; `page.entries` is not set.
  PageReadPlan page;
  std::vector<std::variant<PartitionRange, SegmentRange>> reads;
};

// An ItemRead if WHERE is exactly the key of one item of the table. Keys and values are views of the statement and the
// parameters.
using SelectPlan = std::variant<ItemRead, PagedSelect>;

// Errors in DynamoDB's order: the table, the index, what the index cannot do, then conditions on keys and ORDER BY.
Status PlanSelect(const DatabaseState& database, const partiql::BoundStatement& statement, bool consistent_read,
                  SelectPlan& plan);

// Where a page begins.
struct SelectStart {
  size_t read = 0;
  std::optional<ScanPosition> after;
};

struct SelectedPage {
  std::vector<ResponseItem> items;
  // If the page ended early: in which read, and its last entry.
  size_t last_read = 0;
  ItemRef last_item;
  // Unless ReturnConsumedCapacity is NONE.
  std::optional<ConsumedCapacity> capacity;
};

// `throughput`: as of TakeUnits. Errors: those of ExecuteRead and TakeUnits.
Result<SelectedPage> ExecuteSelect(PagedSelect& select, SelectStart start, std::optional<size_t> limit,
                                   ReturnConsumedCapacity return_capacity, ThroughputLimits* throughput,
                                   WorkBudget* budget);

}  // namespace holdfast
