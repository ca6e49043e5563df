#include "engine/operations/items/put_item.h"

#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/item_errors.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/operations/items/single_item_write.h"

namespace holdfast {
namespace {

constexpr ValidationLayer kLayer = validation_layers::kPutItem;

Status CheckConstraints(const PutItemRequest& request) {
  // The older layer also checks requests without an item.
  const bool older = !request.item.has_value() || NeedsOlderLayer(request, request.item);
  if (!older) {
    HOLDFAST_RETURN_IF_ERROR(CheckTableNameOfWriteAlone(request.table_name));
    HOLDFAST_RETURN_IF_ERROR(CheckConditionalOperatorAlone(kLayer, request.conditional_operator));
  }
  errors::Constraints constraints;
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  ConstrainTableName(request.table_name, constraints);
  constraints.NotNull(request.item.has_value(), "item");
  constraints.Enum(request.conditional_operator, "conditionalOperator");
  ConstrainExpected(request.expected, constraints);
  ConstrainReturnValues(request.return_values, older ? ReturnValuesForm::kOlder : ReturnValuesForm::kCurrent,
                        constraints);
  constraints.Enum(request.return_item_collection_metrics, "returnItemCollectionMetrics");
  constraints.Enum(request.return_values_on_condition_check_failure, "returnValuesOnConditionCheckFailure");
  return constraints.Report();
}

}  // namespace

Result<PutItemResponse> PutItem(DatabaseState& database, const PutItemRequest& request, WorkBudget* budget) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckConditionMembers(kLayer, request));
  HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, request.item->problem()));
  HOLDFAST_RETURN_IF_ERROR(CheckReturnValuesIsNoneOrAllOld(kLayer, request.return_values));
  Ref<Item> item = Item::Create(*request.item);
  if (item->size_bytes() > limits::kItemBytesMax) return errors::ItemTooLarge();

  HOLDFAST_ASSIGN_OR_RETURN(std::optional<ConditionExpression> condition, TranslateExpectedOfRequest(kLayer, request));
  Placeholders placeholders(request.expression_fields);
  HOLDFAST_RETURN_IF_ERROR(CheckPlaceholders(kLayer, placeholders));
  HOLDFAST_RETURN_IF_ERROR(
      ParseCondition(kLayer, request.condition_expression, &placeholders, database.options, &condition));
  HOLDFAST_RETURN_IF_ERROR(WithLayerPrefix(kLayer, placeholders.CheckAllUsed()));

  HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTable(database, *request.table_name));
  HOLDFAST_ASSIGN_OR_RETURN(const TableKey key, KeyOfItem(table->schema(), *request.item));
  HOLDFAST_RETURN_IF_ERROR(CheckIndexRulesOfItem(*table, *request.item));
  HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*table, condition));

  WriteAction action{WriteKind::kPut, table, key, table->items().HashOf(key.partition)};
  action.item = std::move(item);
  HOLDFAST_ASSIGN_OR_RETURN(const Effect effect,
                            ExecuteRequest(database, request, std::move(action), condition, budget));

  PutItemResponse response;
  if (request.return_values.is(ReturnValues::kAllOld) && effect.before != nullptr) response.attributes = effect.before;
  AddCapacityAndMetrics(request, *table, *request.item, effect, response);
  return response;
}

}  // namespace holdfast
