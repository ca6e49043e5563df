// TransactGetItems: reads 1 to 100 different items as they are at one moment.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/expressions/expression_fields.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/values/attribute_value.h"
#include "engine/values/response_item.h"

namespace holdfast {
struct DatabaseState;
struct ItemReadPlan;

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
  // In request order; absent where there is no such item, or where the projection finds nothing in it. The stored
  // items, before projection, have at most 4 MiB together (limits::kTransactionBytesMax).
  std::vector<std::optional<ResponseItem>> responses;
  // Absent unless requested. One entry for each table, ascending by name: for each item two read units for each 4 KB
  // (4,096 bytes), rounded up, and two for a missing item.
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;
};

// Validates the request and fills in `plan`, which must be empty, without reading items. The plan has views into
// `request`. Errors: ValidationException; ResourceNotFoundException; AccessDeniedException;
// TransactionCanceledException (with a reason for each action as detail) for a key or projection that does not fit its
// table.
Status PlanTransactGetItems(const DatabaseState& database, const TransactGetItemsRequest& request, ItemReadPlan& plan);
// `budget`: a bound on the work, or null; see engine/base/work_budget.h. Errors: those of PlanTransactGetItems;
// ValidationException, if the items are too large; TransactionCanceledException, if units are throttled;
// kWorkBudgetExhausted.
Result<TransactGetItemsResponse> TransactGetItems(DatabaseState& database, const TransactGetItemsRequest& request,
                                                  WorkBudget* budget = nullptr);

}  // namespace holdfast
