// The plan of a SELECT: a read of one item, or a page of a scan or of up to 50 ranges within partitions.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/database/database_state.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/partiql/statement.h"
#include "engine/read/read_plan.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/values/response_item.h"

namespace holdfast {

struct PagedSelect {
  // What all reads have in common. For each read, ExecuteSelect sets `entries`, and lowers `limit` and `bytes_max` by
  // what the reads before it have used.
  PageReadPlan page;
  std::vector<std::variant<PartitionRange, SegmentRange>> reads;
};

// An ItemRead if FROM names no index, WHERE is exactly the key of one item, and there is no ORDER BY. Its key, and the
// values in the filter of a PagedSelect, are views of the statement and the parameters.
using SelectPlan = std::variant<ItemRead, PagedSelect>;

// Errors in DynamoDB's order: the table, the index, requests that the index cannot serve, conditions on keys, ORDER BY,
// paths into key attributes, then filters on attributes that the index lacks.
Status PlanSelect(const DatabaseState& database, const partiql::BoundStatement& statement, bool consistent_read,
                  SelectPlan& plan);

// The errors of a SELECT that BatchExecuteStatement reports before it refuses a SELECT whose WHERE is not exactly the
// key of one item: keys of several attributes, too many reads. [open] Other errors about the keys in WHERE precede that
// refusal here, too; errors about the index do not.
Status CheckSelectOfBatch(std::shared_ptr<Table> table, const partiql::BoundStatement& statement);

// Where a page begins: in the read with the index `read`, after the entry at `after`.
struct SelectStart {
  size_t read = 0;
  std::optional<ScanPosition> after;
};

struct SelectedPage {
  std::vector<ResponseItem> items;
  // If the page ended early: the index of the read in which it ended, and the last item that this read evaluated.
  // Otherwise `last_item` is null.
  size_t last_read = 0;
  ItemRef last_item;
  // Absent if ReturnConsumedCapacity is NONE.
  std::optional<ConsumedCapacity> capacity;
};

// Consumes the reads of `select`, so a plan can be executed only once. `limit`: the largest number of evaluated
// entries; nothing: no limit. `throughput`: as for ChargeUnits. `budget`: null: no bound. Errors: those of ExecuteRead
// and ChargeUnits.
Result<SelectedPage> ExecuteSelect(PagedSelect& select, SelectStart start, std::optional<size_t> limit,
                                   ReturnConsumedCapacity return_capacity, ThroughputLimits* throughput,
                                   WorkBudget* budget);

}  // namespace holdfast
