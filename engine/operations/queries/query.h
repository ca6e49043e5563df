// Query: reads one partition of a table or an index, in sort-key order, a page at a time.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Query.html
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

// The key condition, which is required, is `key_condition_expression` or `key_conditions`; it has `=` on each attribute
// of the partition key. `limit` is a number of items before the filter, at least 1. `exclusive_start_key` is the
// `last_evaluated_key` of the previous page: the key attributes of the table and, if an index is read, of the index.
struct QueryRequest {
  std::optional<std::string> table_name;
  std::optional<std::string> index_name;
  EnumField<Select> select;
  std::optional<AttributeNames> attributes_to_get;
  std::optional<int32_t> limit;
  bool consistent_read = false;
  std::optional<LegacyConditions> key_conditions;
  std::optional<LegacyConditions> query_filter;
  EnumField<ConditionalOperator> conditional_operator;
  bool scan_index_forward = true;
  std::optional<AttributeMap> exclusive_start_key;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
  std::optional<std::string> projection_expression;
  std::optional<std::string> filter_expression;
  std::optional<std::string> key_condition_expression;
  ExpressionFields expression_fields;
};

struct QueryResponse {
  // Absent for Select COUNT.
  std::optional<std::vector<ResponseItem>> items;
  // The number of items after the filter, and before it.
  uint64_t count = 0;
  uint64_t scanned_count = 0;
  // Present if the page ended at `limit` or at 1 MiB (limits::kPageBytesMax, before the filter), even if nothing
  // follows.
  std::optional<AttributeMap> last_evaluated_key;
  std::optional<ConsumedCapacity> consumed_capacity;
};

// PlanQuery validates the request and fills in `plan`, without reading items. Query also reads the page; `budget` is a
// bound on its work, or null (engine/base/work_budget.h). Errors: ValidationException, also for an index that does not
// exist; ResourceNotFoundException; AccessDeniedException; of Query also kWorkBudgetExhausted and, with throughput
// limits, ProvisionedThroughputExceededException and ThrottlingException.
Status PlanQuery(const DatabaseState& database, const QueryRequest& request, PageReadPlan& plan);
Result<QueryResponse> Query(DatabaseState& database, const QueryRequest& request, WorkBudget* budget = nullptr);

}  // namespace holdfast
