#include "engine/operations/items/update_item.h"

#include <utility>

#include "engine/expressions/projection_expression.h"
#include "engine/expressions/update_expression.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/operations/items/single_item_write.h"
#include "engine/operations/items/update_rules.h"

namespace holdfast {
namespace {

constexpr ValidationLayer kLayer = validation_layers::kUpdateItem;

// DynamoDB's older validation layer checks requests without a Key and those with deeply nested values, and lists up to
// ten violations. The current layer checks all other requests, and reports only the first violation: it looks at the
// table name, ConditionalOperator, ReturnValues and then the other members.
Status CheckConstraints(const UpdateItemRequest& request) {
  const bool older =
      !request.key.has_value() || NeedsOlderLayer(request, request.key) || NeedsOlderLayer(request.attribute_updates);
  if (!older) {
    HOLDFAST_RETURN_IF_ERROR(CheckTableNameOfWriteAlone(request.table_name));
    HOLDFAST_RETURN_IF_ERROR(CheckConditionalOperatorAlone(kLayer, request.conditional_operator));
  }
  errors::Constraints constraints(older ? errors::Constraints::kListedMax : 1);
  if (!older) ConstrainReturnValues(request.return_values, ReturnValuesForm::kCurrent, constraints);
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  ConstrainTableName(request.table_name, constraints);
  if (older) constraints.Enum(request.conditional_operator, "conditionalOperator");
  constraints.Enum(request.return_item_collection_metrics, "returnItemCollectionMetrics");
  if (older) ConstrainReturnValues(request.return_values, ReturnValuesForm::kOlder, constraints);
  constraints.NotNull(request.key.has_value(), "key");
  ConstrainExpected(request.expected, constraints);
  if (request.attribute_updates.has_value()) {
    for (const auto& [attribute, update] : *request.attribute_updates) {
      constraints.Enum(update.action, "attributeUpdates." + attribute + ".member.action");
    }
  }
  constraints.Enum(request.return_values_on_condition_check_failure, "returnValuesOnConditionCheckFailure");
  return constraints.Report();
}

Status CheckMembers(const UpdateItemRequest& request) {
  const Member update = {"UpdateExpression", request.update_expression.has_value()};
  const Member condition = {"ConditionExpression", request.condition_expression.has_value()};
  HOLDFAST_RETURN_IF_ERROR(CheckExpressionMembers(
      kLayer, {update, condition},
      {{"AttributeUpdates", request.attribute_updates.has_value()}, {"Expected", request.expected.has_value()}}));
  return CheckPlaceholderMembers(kLayer, request.expression_fields.names.has_value(),
                                 request.expression_fields.values.has_value(), {update, condition},
                                 {update, condition});
}

// The attributes that the request's ReturnValues selects.
std::optional<ResponseItem> ReturnedAttributes(const UpdateItemRequest& request, const Effect& effect,
                                               const std::optional<UpdateExpression>& update) {
  const auto whole = [](const ItemRef& item) -> std::optional<ResponseItem> {
    if (item == nullptr) return std::nullopt;
    return item;
  };
  const auto updated_paths = [&](const ItemRef& item) -> std::optional<ResponseItem> {
    if (item == nullptr || !update.has_value()) return std::nullopt;
    AttributeMap attributes = ProjectPaths(item->attributes(), update->targets());
    if (attributes.empty()) return std::nullopt;
    return attributes;
  };
  switch (request.return_values.value_or(ReturnValues::kNone)) {
    case ReturnValues::kNone:
      return std::nullopt;
    case ReturnValues::kAllOld:
      return whole(effect.before);
    case ReturnValues::kAllNew:
      return whole(effect.after);
    case ReturnValues::kUpdatedOld:
      return updated_paths(effect.before);
    case ReturnValues::kUpdatedNew:
      return updated_paths(effect.after);
  }
  return std::nullopt;
}

}  // namespace

Result<UpdateItemResponse> UpdateItem(DatabaseState& database, const UpdateItemRequest& request, WorkBudget* budget) {
  // The checks that need no table.
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckMembers(request));
  HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, request.key->problem()));
  HOLDFAST_RETURN_IF_ERROR(CheckUpdateValues(kLayer, request.attribute_updates));
  std::optional<UpdateExpression> update;
  if (request.attribute_updates.has_value()) {
    HOLDFAST_ASSIGN_OR_RETURN(
        update, WithLayerPrefix(kLayer, TranslateAttributeUpdates(*request.attribute_updates, kLayer.wording)));
  }
  HOLDFAST_ASSIGN_OR_RETURN(std::optional<ConditionExpression> condition, TranslateExpectedOfRequest(kLayer, request));
  Placeholders placeholders(request.expression_fields);
  HOLDFAST_RETURN_IF_ERROR(CheckPlaceholders(kLayer, placeholders));
  if (request.update_expression.has_value()) {
    HOLDFAST_ASSIGN_OR_RETURN(
        update, WithLayerPrefix(kLayer, UpdateExpression::Parse(*request.update_expression, &placeholders)));
  }
  HOLDFAST_RETURN_IF_ERROR(
      ParseCondition(kLayer, request.condition_expression, &placeholders, database.options, &condition));
  HOLDFAST_RETURN_IF_ERROR(WithLayerPrefix(kLayer, placeholders.CheckAllUsed()));

  // The checks that need the table, but no item.
  HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTable(database, *request.table_name));
  HOLDFAST_ASSIGN_OR_RETURN(const TableKey key, KeyOfLookup(table->schema(), *request.key));
  if (update.has_value()) HOLDFAST_RETURN_IF_ERROR(CheckUpdateTargets(*table, *update));
  HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*table, condition));

  WriteAction action{WriteKind::kUpdate, table, key, table->items().HashOf(key.partition)};
  action.key_attributes = &*request.key;
  action.update = update.has_value() ? &*update : nullptr;
  action.limits_update_expression_size = true;
  HOLDFAST_ASSIGN_OR_RETURN(const Effect effect,
                            ExecuteRequest(database, request, std::move(action), condition, budget));

  UpdateItemResponse response;
  response.attributes = ReturnedAttributes(request, effect, update);
  AddCapacityAndMetrics(request, *table, *request.key, effect, response);
  return response;
}

}  // namespace holdfast
