// The parts that PutItem, UpdateItem and DeleteItem share: checks of the members about conditions and returned data,
// the execution, and parts of the response. Query, Scan and TransactWriteItems use some of these checks, too.
#pragma once

#include <optional>
#include <string_view>

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/errors/constraints.h"
#include "engine/expressions/condition_expression.h"
#include "engine/expressions/legacy_translation.h"
#include "engine/expressions/placeholders.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/operations/request_rules/validation_layer.h"
#include "engine/write/collection_metrics.h"
#include "engine/write/write_capacity.h"
#include "engine/write/write_path.h"

namespace holdfast {

// Reports an invalid ConditionalOperator as the current layer does: without other problems, and with the value set
// [ALL, OR], although the operators are AND and OR.
Status CheckConditionalOperatorAlone(ValidationLayer layer, const EnumField<ConditionalOperator>& conditional_operator);

void ConstrainExpected(const std::optional<Expected>& expected, errors::Constraints& constraints);
void ConstrainLegacyConditions(const std::optional<LegacyConditions>& conditions, std::string_view member,
                               errors::Constraints& constraints);

// How a report of constraints describes an invalid ReturnValues: the older layer quotes the value, the current one has
// a text without the value.
enum class ReturnValuesForm { kOlder, kCurrent };
void ConstrainReturnValues(const EnumField<ReturnValues>& return_values, ReturnValuesForm form,
                           errors::Constraints& constraints);

// Checks that ReturnValues is NONE or ALL_OLD, as PutItem and DeleteItem require.
Status CheckReturnValuesIsNoneOrAllOld(ValidationLayer layer, const EnumField<ReturnValues>& return_values);

// Whether a value is nested so deeply that DynamoDB's older validation layer checks the request.
bool NeedsOlderLayer(const ValueProblem* problem);
bool NeedsOlderLayer(const std::optional<Expected>& expected);
bool NeedsOlderLayer(const std::optional<AttributeUpdates>& updates);
bool NeedsOlderLayer(const std::optional<LegacyConditions>& conditions);
bool NeedsOlderLayer(const std::optional<ExpressionAttributeValues>& values);
// For all values of a request except AttributeUpdates: `attributes` is the item or the key.
template <typename Request>
bool NeedsOlderLayer(const Request& request, const std::optional<AttributeMap>& attributes) {
  return (attributes.has_value() && NeedsOlderLayer(attributes->problem())) || NeedsOlderLayer(request.expected) ||
         NeedsOlderLayer(request.expression_fields.values);
}

// Checks which members of PutItem and DeleteItem may be combined.
template <typename Request>
Status CheckConditionMembers(ValidationLayer layer, const Request& request) {
  const Member condition = {"ConditionExpression", request.condition_expression.has_value()};
  HOLDFAST_RETURN_IF_ERROR(CheckExpressionMembers(layer, {condition}, {{"Expected", request.expected.has_value()}}));
  return CheckPlaceholderMembers(layer, request.expression_fields.names.has_value(),
                                 request.expression_fields.values.has_value(), {condition}, {condition});
}

// Check the names and values in Expected and AttributeUpdates.
Status CheckExpectedValues(ValidationLayer layer, const std::optional<Expected>& expected);
Status CheckUpdateValues(ValidationLayer layer, const std::optional<AttributeUpdates>& updates);

// The condition of a request that `expected` and `conditional_operator` state; nothing if the request has neither.
template <typename Request>
Result<std::optional<ConditionExpression>> TranslateExpectedOfRequest(ValidationLayer layer, const Request& request) {
  static const Expected kNoConditions;
  if (!request.expected.has_value() && !request.conditional_operator.present()) return {std::nullopt};
  HOLDFAST_RETURN_IF_ERROR(CheckExpectedValues(layer, request.expected));
  return WithLayerPrefix(layer, TranslateExpected(request.expected.has_value() ? *request.expected : kNoConditions,
                                                  request.conditional_operator, layer.wording));
}

// Parses `text`, if there is one, into `condition`. `kind` is kCondition or kFilter.
Status ParseCondition(ValidationLayer layer, const std::optional<std::string>& text, Placeholders* placeholders,
                      const EngineOptions& options, std::optional<ConditionExpression>* condition,
                      ExpressionKind kind = ExpressionKind::kCondition);

// Sets the members of `action` that all three operations have in common, and executes it.
template <typename Request>
Result<Effect> ExecuteRequest(DatabaseState& database, const Request& request, WriteAction action,
                              const std::optional<ConditionExpression>& condition, WorkBudget* budget) {
  action.condition = condition.has_value() ? &*condition : nullptr;
  action.returns_item = request.return_values.value_or(ReturnValues::kNone) != ReturnValues::kNone;
  action.return_item_on_condition_failure =
      request.return_values_on_condition_check_failure.is(ReturnValuesOnConditionCheckFailure::kAllOld);
  action.measures_collection = request.return_item_collection_metrics.is(ReturnItemCollectionMetrics::kSize);
  return ExecuteWrite(std::move(action), database.commits, *database.clock, database.options.item_collection_bytes_max,
                      database.options.max_memory_bytes, database.throughput.get(), budget);
}

// Adds ConsumedCapacity and ItemCollectionMetrics to the response, if the request asks for them. `key`: the written
// item or its Key.
template <typename Request, typename Response>
void AddCapacityAndMetrics(const Request& request, const Table& table, AttributeMapView key, const Effect& effect,
                           Response& response) {
  const ReturnConsumedCapacity capacity = request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone);
  if (capacity != ReturnConsumedCapacity::kNone) {
    WriteCapacityCounter tally(WriteCapacityCounter::Mode::kPlain);
    tally.Add(table, effect);
    response.consumed_capacity = std::move(tally).Take(capacity == ReturnConsumedCapacity::kIndexes).front();
    NameAsRequested(request.table_name, *response.consumed_capacity);
  }
  if (request.return_item_collection_metrics.is(ReturnItemCollectionMetrics::kSize)) {
    response.item_collection_metrics = CollectionMetrics(table, key, effect);
  }
}

}  // namespace holdfast
