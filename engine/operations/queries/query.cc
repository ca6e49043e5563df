#include "engine/operations/queries/query.h"

#include "engine/errors/request_errors.h"
#include "engine/expressions/key_condition_expression.h"
#include "engine/expressions/legacy_translation.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/operations/items/single_item_write.h"
#include "engine/operations/queries/page_request.h"
#include "engine/operations/queries/query_plan.h"
#include "engine/operations/request_rules/item_projection.h"
#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {
namespace {

constexpr ValidationLayer kLayer = validation_layers::kQuery;

// Whether a value of the request is nested so deeply that DynamoDB's older validation layer checks the request.
bool UsesOlderLayer(const QueryRequest& request) {
  return (request.exclusive_start_key.has_value() && NeedsOlderLayer(request.exclusive_start_key->problem())) ||
         NeedsOlderLayer(request.query_filter) || NeedsOlderLayer(request.key_conditions) ||
         NeedsOlderLayer(request.expression_fields.values);
}

Status CheckConstraints(const QueryRequest& request) {
  const bool older = UsesOlderLayer(request);
  if (!older) {
    // DynamoDB's current layer reports an invalid TableName, ConditionalOperator or ReturnConsumedCapacity alone,
    // before the constraints below. [open] For ReturnConsumedCapacity this was captured only beside other invalid
    // enums.
    HOLDFAST_RETURN_IF_ERROR(CheckTableNameAlone(request.table_name));
    HOLDFAST_RETURN_IF_ERROR(CheckConditionalOperatorAlone(kLayer, request.conditional_operator));
    errors::Constraints alone;
    alone.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
    HOLDFAST_RETURN_IF_ERROR(alone.Report());
  }
  errors::Constraints constraints;
  constraints.Enum(request.select, "select");
  ConstrainIndexName(request.index_name, constraints);
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  ConstrainLegacyConditions(request.query_filter, "queryFilter", constraints);
  ConstrainTableName(request.table_name, constraints);
  constraints.Enum(request.conditional_operator, "conditionalOperator");
  ConstrainAttributesToGet(request.attributes_to_get, "attributesToGet", constraints);
  if (request.limit.has_value() && older) constraints.AtLeast(*request.limit, 1, "limit");
  if (request.limit.has_value() && !older) constraints.AtLeastWithoutValue(*request.limit, 1, "Limit");
  ConstrainLegacyConditions(request.key_conditions, "keyConditions", constraints);
  return constraints.Report();
}

Status CheckMembers(const QueryRequest& request) {
  const bool has_key_expression = request.key_condition_expression.has_value();
  const Member projection = {"ProjectionExpression", request.projection_expression.has_value()};
  const Member filter = {"FilterExpression", request.filter_expression.has_value()};
  const Member key_condition = {"KeyConditionExpression", has_key_expression};
  // KeyConditions can be combined with a FilterExpression or ProjectionExpression, not with a KeyConditionExpression.
  HOLDFAST_RETURN_IF_ERROR(
      CheckExpressionMembers(kLayer, {projection, filter, key_condition},
                             {{"AttributesToGet", request.attributes_to_get.has_value()},
                              {"QueryFilter", request.query_filter.has_value()},
                              {"ConditionalOperator", request.conditional_operator.present()},
                              {"KeyConditions", request.key_conditions.has_value() && has_key_expression}}));
  return CheckPlaceholderMembers(kLayer, request.expression_fields.names.has_value(),
                                 request.expression_fields.values.has_value(), {projection, filter, key_condition},
                                 {filter, key_condition});
}

// KeyConditionExpression or KeyConditions.
struct KeyCondition {
  std::optional<KeyConditionExpression> expression;
  std::vector<KeyClause> legacy_clauses;

  const std::vector<KeyClause>& clauses() const {
    return expression.has_value() ? expression->clauses() : legacy_clauses;
  }
};

Status CompileExpressions(const QueryRequest& request, const EngineOptions& options, KeyCondition& key,
                          PageReadPlan& plan) {
  Placeholders placeholders(request.expression_fields);
  HOLDFAST_RETURN_IF_ERROR(CheckPlaceholders(kLayer, placeholders));
  // An error of the key condition's structure. DynamoDB reports it after the errors of the request's other expressions.
  Status structure_error;
  if (request.key_condition_expression.has_value()) {
    HOLDFAST_ASSIGN_OR_RETURN(key.expression,
                              WithLayerPrefix(kLayer, KeyConditionExpression::Parse(*request.key_condition_expression,
                                                                                    &placeholders, &structure_error)));
  }
  HOLDFAST_RETURN_IF_ERROR(ParseFilterAndProjection(kLayer, request, options, placeholders, plan));
  return structure_error;
}

// Checks and compiles the parts of the request that need no table.
Result<KeyCondition> Compile(const QueryRequest& request, const EngineOptions& options, PageReadPlan& plan) {
  KeyCondition key;
  HOLDFAST_RETURN_IF_ERROR(TranslateFilter(kLayer, request.query_filter, request.conditional_operator, plan));
  HOLDFAST_RETURN_IF_ERROR(CheckAttributesToGet(request.attributes_to_get));
  HOLDFAST_RETURN_IF_ERROR(CheckStartKeyValues(kLayer, request.exclusive_start_key));
  if (!request.key_conditions.has_value() && !request.key_condition_expression.has_value()) {
    return errors::NoKeyCondition();
  }
  HOLDFAST_RETURN_IF_ERROR(CompileExpressions(request, options, key, plan));
  if (request.key_conditions.has_value()) {
    HOLDFAST_ASSIGN_OR_RETURN(key.legacy_clauses,
                              WithLayerPrefix(kLayer, TranslateKeyConditions(*request.key_conditions, kLayer.wording)));
  }
  return key;
}

// A filter must not use key attributes of the index that is read or, if no index is read, of the table.
Status CheckFilter(const QueryRequest& request, const PageReadPlan& plan) {
  if (!plan.filter.has_value()) return {};
  for (const DocumentPath& path : plan.filter->paths()) {
    if (plan.target.key().Find(path.attribute()) == nullptr) continue;
    return errors::FilterOnKeyAttribute(request.query_filter.has_value() ? "QueryFilter" : "Filter Expression",
                                        path.attribute());
  }
  return {};
}

}  // namespace

Status PlanQuery(const DatabaseState& database, const QueryRequest& request, PageReadPlan& plan) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckMembers(request));
  HOLDFAST_ASSIGN_OR_RETURN(const KeyCondition key, Compile(request, database.options, plan));
  const SelectMembers select(request);
  HOLDFAST_RETURN_IF_ERROR(CheckSelect(select, /*adds_prefix=*/true));

  HOLDFAST_ASSIGN_OR_RETURN(plan.target, FindReadTarget(database, request));
  HOLDFAST_ASSIGN_OR_RETURN(
      plan.entries, RangeOfQuery(plan.target, key.clauses(), request.scan_index_forward, request.exclusive_start_key));
  HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*plan.target.table, plan.projection));
  HOLDFAST_RETURN_IF_ERROR(CheckFilter(request, plan));
  HOLDFAST_RETURN_IF_ERROR(CheckSelectOnIndex(plan.target, select));
  HOLDFAST_RETURN_IF_ERROR(CheckProjectedByIndex(plan));
  HOLDFAST_RETURN_IF_ERROR(CheckFilterProjectedByIndex(plan));
  HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*plan.target.table, plan.filter));
  CompletePlan(request, select, plan);
  return {};
}

Result<QueryResponse> Query(DatabaseState& database, const QueryRequest& request, WorkBudget* budget) {
  PageReadPlan plan;
  HOLDFAST_RETURN_IF_ERROR(PlanQuery(database, request, plan));
  return ReadPage<QueryResponse>(database, request, plan, budget);
}

}  // namespace holdfast
