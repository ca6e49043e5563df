// TransactWriteItems: 1 to 100 conditional writes to different items, all or none.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/expressions/expression_fields.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/values/attribute_value.h"

namespace holdfast {
struct DatabaseState;

struct TransactWriteItem {
  // The members that the four kinds of action share.
  struct Action {
    std::optional<std::string> table_name;
    std::optional<std::string> condition_expression;
    ExpressionFields expression_fields;
    EnumField<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;
  };
  struct Put : Action {
    std::optional<AttributeMap> item;
  };
  struct Update : Action {
    std::optional<AttributeMap> key;
    std::optional<std::string> update_expression;
  };
  struct Delete : Action {
    std::optional<AttributeMap> key;
  };
  struct ConditionCheck : Action {
    std::optional<AttributeMap> key;
  };
  // Exactly one of these members must be present.
  std::optional<ConditionCheck> condition_check;
  std::optional<Put> put;
  std::optional<Delete> delete_item;
  std::optional<Update> update;
};

// The items, keys and expression values have at most 4 MiB together (limits::kTransactionBytesMax). An Update needs an
// update expression, a ConditionCheck a condition expression.
struct TransactWriteItemsRequest {
  std::optional<std::vector<TransactWriteItem>> transact_items;
  // 1 to 36 characters. A repetition of the request within ten minutes after its success changes nothing.
  std::optional<std::string> client_request_token;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
  EnumField<ReturnItemCollectionMetrics> return_item_collection_metrics;
};

struct TransactWriteItemsResponse {
  // One entry for each table, ascending by name: two write units for each KB (1,024 bytes) of an item, rounded up, at
  // least two, and those of the indexes. For a repeated request, which is not executed again: read units.
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;
  // The name of each table with a local index, and one entry for each item collection written.
  std::optional<std::vector<std::pair<std::string, std::vector<ItemCollectionMetrics>>>> item_collection_metrics;
};

// Errors: ValidationException; ResourceNotFoundException; AccessDeniedException; TransactionCanceledException (with a
// reason for each action as detail); with a token that was used before, IdempotentParameterMismatchException if that
// request was different, TransactionInProgressException if it is still being executed; kWorkBudgetExhausted, if
// evaluating conditions and updates exceeds `budget`.
Result<TransactWriteItemsResponse> TransactWriteItems(DatabaseState& database, const TransactWriteItemsRequest& request,
                                                      WorkBudget* budget = nullptr);

}  // namespace holdfast
