// Scan: reads a whole table or index, in the order of its partition keys' hashes, a page at a time.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/expressions/expression_fields.h"
#include "engine/expressions/legacy_parameters.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/values/attribute_value.h"
#include "engine/values/response_item.h"

namespace holdfast {
struct DatabaseState;
struct PageReadPlan;

// `limit` is a number of items before the filter, at least 1. `total_segments` (1 to 1,000,000) and `segment` (from 0)
// are given together or not at all. `exclusive_start_key` is the `last_evaluated_key` of the same segment's previous
// page: the key attributes of the table and, if an index is read, of the index.
struct ScanRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> index_name;
  EnumField<Select> select;
  std::optional<AttributeNames> attributes_to_get;
  std::optional<int32_t> limit;
  bool consistent_read = false;
  std::optional<LegacyConditions> scan_filter;
  EnumField<ConditionalOperator> conditional_operator;
  std::optional<AttributeMap> exclusive_start_key;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<int32_t> total_segments;
  std::optional<int32_t> segment;
  std::optional<std::string> projection_expression;
  std::optional<std::string> filter_expression;
  ExpressionFields expression_fields;
};

struct ScanResponse {
  // Absent for Select COUNT.
  std::optional<std::vector<ResponseItem>> items;
  // The number of items after the filter, and before it.
  uint64_t count = 0;
  uint64_t scanned_count = 0;
  // Present if the page ended at `limit` or at 1 MiB (limits::kPageBytesMax, before the filter, items fetched from
  // the table included), even if nothing follows.
  std::optional<AttributeMap> last_evaluated_key;
  std::optional<ConsumedCapacity> consumed_capacity;
};

// PlanScan validates the request and fills in `plan`, without reading items. Scan also reads the page; `budget` is a
// bound on its work, or null (engine/base/work_budget.h). Errors: ValidationException, also for an index that does not
// exist; ResourceNotFoundException; AccessDeniedException; of Scan also kWorkBudgetExhausted and, with throughput
// limits, ProvisionedThroughputExceededException and ThrottlingException.
Status PlanScan(const DatabaseState& database, const ScanRequest& request, PageReadPlan& plan);
Result<ScanResponse> Scan(DatabaseState& database, const ScanRequest& request, WorkBudget* budget = nullptr);

}  // namespace holdfast
