// Scan: reads a whole table or index, in the order of its partition keys' hashes, a page at a time.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/expression_fields.h"
#include "engine/expressions/legacy_parameters.h"
#include "engine/operations/database_state.h"
#include "engine/operations/request_fields.h"
#include "engine/read/work_budget.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/values/attribute_value.h"
#include "engine/values/response_item.h"

namespace holdfast {

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
  uint64_t count = 0;
  uint64_t scanned_count = 0;
  std::optional<AttributeMap> last_evaluated_key;
  std::optional<ConsumedCapacity> consumed_capacity;
};

// `budget`: a bound on the work, or null; see engine/read/work_budget.h.
Result<ScanResponse> Scan(DatabaseState& database, const ScanRequest& request, WorkBudget* budget = nullptr);

}  // namespace holdfast
