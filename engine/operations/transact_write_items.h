// TransactWriteItems: up to 100 conditional writes, all or none.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
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
#include "engine/tables/consumed_capacity.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

struct TransactWriteItem {
  // What the four kinds of action share.
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
  // Exactly one is to be present.
  std::optional<ConditionCheck> condition_check;
  std::optional<Put> put;
  std::optional<Delete> delete_item;
  std::optional<Update> update;
};

struct TransactWriteItemsRequest {
  std::optional<std::vector<TransactWriteItem>> transact_items;
  std::optional<std::string> client_request_token;
  EnumField<ReturnConsumedCapacity> return_consumed_capacity;
  EnumField<ReturnItemCollectionMetrics> return_item_collection_metrics;
};

struct TransactWriteItemsResponse {
  std::optional<std::vector<ConsumedCapacity>> consumed_capacity;
  // Table name to one entry for each item collection written; only tables with a local index.
  std::optional<std::vector<std::pair<std::string, std::vector<ItemCollectionMetrics>>>> item_collection_metrics;
};

Result<TransactWriteItemsResponse> TransactWriteItems(DatabaseState& database,
                                                      const TransactWriteItemsRequest& request);

}  // namespace holdfast
