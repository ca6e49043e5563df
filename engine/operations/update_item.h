// UpdateItem: edits an item in place, or creates it.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_UpdateItem.html
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
#include "engine/tables/consumed_capacity.h"
#include "engine/values/attribute_value.h"
#include "engine/values/response_item.h"

namespace holdfast {

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
  std::optional<ResponseItem> attributes;
  std::optional<ConsumedCapacity> consumed_capacity;
  std::optional<ItemCollectionMetrics> item_collection_metrics;
};

Result<UpdateItemResponse> UpdateItem(DatabaseState& database, const UpdateItemRequest& request);

}  // namespace holdfast
