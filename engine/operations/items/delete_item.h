// DeleteItem: deletes an item by its key.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DeleteItem.html
#pragma once

#include <optional>
#include <string>

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

// `key` has the table's key attributes and no others. The condition is `condition_expression`, or `expected` with
// `conditional_operator`, not both. `return_values` may be NONE or ALL_OLD.
struct DeleteItemRequest {
  std::optional<std::string> table_name;
  std::optional<AttributeMap> key;
  std::optional<std::string> condition_expression;
  ExpressionFields expression_fields;
  std::optional<Expected> expected;
  EnumField<ConditionalOperator> conditional_operator;
  EnumField<ReturnValues> return_values;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
  EnumField<ReturnItemCollectionMetrics> return_item_collection_metrics;
  EnumField<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;
};

struct DeleteItemResponse {
  // The deleted item, if ReturnValues is ALL_OLD and there was one.
  std::optional<ResponseItem> attributes;
  // Write units: the size of the deleted item in KB (1,024 bytes) rounded up, at least one; and those of the indexes.
  std::optional<ConsumedCapacity> consumed_capacity;
  std::optional<ItemCollectionMetrics> item_collection_metrics;
};

// If the item does not exist, the deletion succeeds, unless the condition is false. Errors: ValidationException,
// ResourceNotFoundException, AccessDeniedException, ConditionalCheckFailedException (with the stored item as detail if
// `return_values_on_condition_check_failure` is ALL_OLD); kWorkBudgetExhausted, if the condition, the index entries and
// the returned item cost more than `budget`; with throughput limits, ProvisionedThroughputExceededException and
// ThrottlingException.
Result<DeleteItemResponse> DeleteItem(DatabaseState& database, const DeleteItemRequest& request,
                                      WorkBudget* budget = nullptr);

}  // namespace holdfast
