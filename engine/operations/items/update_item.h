// UpdateItem: changes attributes of an item, or creates the item.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html
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

// `key` has the table's key attributes and no others; the update may not change them. The update is `update_expression`
// or `attribute_updates`, not both; with neither, an item that does not exist is created with its key alone. The
// condition is `condition_expression`, or `expected` with `conditional_operator`. The legacy members cannot be mixed
// with expressions. The updated item has at most 409,600 bytes (limits::kItemBytesMax).
struct UpdateItemRequest {
  std::optional<std::string> table_name;
  std::optional<AttributeMap> key;
  std::optional<std::string> update_expression;
  std::optional<std::string> condition_expression;
  ExpressionFields expression_fields;
  std::optional<Expected> expected;
  EnumField<ConditionalOperator> conditional_operator;
  EnumField<ReturnValues> return_values;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
  EnumField<ReturnItemCollectionMetrics> return_item_collection_metrics;
  EnumField<ReturnValuesOnConditionCheckFailure> return_values_on_condition_check_failure;
  std::optional<AttributeUpdates> attribute_updates;
};

struct UpdateItemResponse {
  // As ReturnValues selects: the item before (ALL_OLD) or after (ALL_NEW) the update, or only the parts of it that the
  // update names (UPDATED_OLD, UPDATED_NEW). Absent if there are none.
  std::optional<ResponseItem> attributes;
  // Write units: the size of the old or the new item, whichever is larger, in KB (1,024 bytes) rounded up; and those of
  // the indexes.
  std::optional<ConsumedCapacity> consumed_capacity;
  std::optional<ItemCollectionMetrics> item_collection_metrics;
};

// Errors: ValidationException, also if the update cannot be applied to the stored item; ResourceNotFoundException;
// AccessDeniedException; ConditionalCheckFailedException (with the stored item as detail if
// `return_values_on_condition_check_failure` is ALL_OLD); ItemCollectionSizeLimitExceededException;
// kWorkBudgetExhausted, if the condition, the update, the index entries and the returned item cost more than `budget`;
// with throughput limits, ProvisionedThroughputExceededException and ThrottlingException.
Result<UpdateItemResponse> UpdateItem(DatabaseState& database, const UpdateItemRequest& request,
                                      WorkBudget* budget = nullptr);

}  // namespace holdfast
