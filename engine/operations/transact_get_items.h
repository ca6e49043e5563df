// TransactGetItems: up to 100 reads of one instant.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/expressions/expression_fields.h"
#include "engine/operations/database_state.h"
#include "engine/operations/request_fields.h"
#include "engine/read/work_budget.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/values/attribute_value.h"
#include "engine/values/response_item.h"

namespace holdfast {

struct TransactGetItem {
  struct Get {
    std::optional<std::string> table_name;
    std::optional<AttributeMap> key;
    std::optional<std::string> projection_expression;
    std::optional<ExpressionAttributeNames> expression_attribute_names;
  };
  std::optional<Get> get;
};

struct TransactGetItemsRequest {
  std::optional<std::vector<TransactGetItem>> transact_items;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
};

struct TransactGetItemsResponse {
  // In request order; absent where there is no such item.
  std::vector<std::optional<ResponseItem>> responses;
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;
};

// `budget`: a bound on the work, or null; see engine/read/work_budget.h.
Result<TransactGetItemsResponse> TransactGetItems(DatabaseState& database, const TransactGetItemsRequest& request,
                                                  WorkBudget* budget = nullptr);

}  // namespace holdfast
