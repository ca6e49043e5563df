#include "engine/operations/items/delete_item.h"

#include <utility>

#include "engine/indexes/index_key_rules.h"
#include "engine/operations/items/single_item_write.h"

namespace holdfast {
namespace {

constexpr ValidationLayer kLayer = validation_layers::kDeleteItem;
constexpr ValidationLayer kOlderLayer = {Wording::kOlder, /*adds_prefix=*/false};

Status CheckConstraints(const DeleteItemRequest& request) {
  // The older layer also checks requests without a key.
  const bool older = !request.key.has_value() || NeedsOlderLayer(request, request.key);
  if (!older) {
    HOLDFAST_RETURN_IF_ERROR(CheckTableNameOfWriteAlone(request.table_name));
    HOLDFAST_RETURN_IF_ERROR(CheckConditionalOperatorAlone(kLayer, request.conditional_operator));
  }
  errors::Constraints constraints;
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  ConstrainTableName(request.table_name, constraints);
  ConstrainReturnValues(request.return_values, older ? ReturnValuesForm::kOlder : ReturnValuesForm::kCurrent,
                        constraints);
  constraints.Enum(request.return_item_collection_metrics, "returnItemCollectionMetrics");
  constraints.NotNull(request.key.has_value(), "key");
  constraints.Enum(request.conditional_operator, "conditionalOperator");
  ConstrainExpected(request.expected, constraints);
  constraints.Enum(request.return_values_on_condition_check_failure, "returnValuesOnConditionCheckFailure");
  return constraints.Report();
}

}  // namespace

Result<DeleteItemResponse> DeleteItem(DatabaseState& database, const DeleteItemRequest& request, WorkBudget* budget) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckConditionMembers(kLayer, request));
  // The older layer checks ReturnValues before attribute values. Its error does not have the prefix
  // `1 validation error detected: `.
  if (NeedsOlderLayer(request, request.key)) {
    HOLDFAST_RETURN_IF_ERROR(CheckReturnValuesIsNoneOrAllOld(kOlderLayer, request.return_values));
  }
  HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, request.key->problem()));
  HOLDFAST_RETURN_IF_ERROR(CheckReturnValuesIsNoneOrAllOld(kLayer, request.return_values));

  HOLDFAST_ASSIGN_OR_RETURN(std::optional<ConditionExpression> condition, TranslateExpectedOfRequest(kLayer, request));
  Placeholders placeholders(request.expression_fields);
  HOLDFAST_RETURN_IF_ERROR(CheckPlaceholders(kLayer, placeholders));
  HOLDFAST_RETURN_IF_ERROR(
      ParseCondition(kLayer, request.condition_expression, &placeholders, database.options, &condition));
  HOLDFAST_RETURN_IF_ERROR(WithLayerPrefix(kLayer, placeholders.CheckAllUsed()));

  HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTable(database, *request.table_name));
  HOLDFAST_ASSIGN_OR_RETURN(const TableKey key, KeyOfLookup(table->schema(), *request.key));
  HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*table, condition));

  WriteAction action{WriteKind::kDelete, table, key, table->items().HashOf(key.partition)};
  HOLDFAST_ASSIGN_OR_RETURN(const Effect effect,
                            ExecuteRequest(database, request, std::move(action), condition, budget));

  DeleteItemResponse response;
  if (request.return_values.is(ReturnValues::kAllOld) && effect.before != nullptr) response.attributes = effect.before;
  AddCapacityAndMetrics(request, *table, *request.key, effect, response);
  return response;
}

}  // namespace holdfast
