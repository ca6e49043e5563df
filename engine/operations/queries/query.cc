#include "engine/operations/queries/query.h"

#include <utility>

#include "engine/errors/expression_errors.h"
#include "engine/errors/general_errors.h"
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

Status CheckConstraints(const QueryRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckTableNameAlone(request.table_name));
  HOLDFAST_RETURN_IF_ERROR(CheckConditionalOperatorAlone(kLayer, request.conditional_operator));
  errors::Constraints constraints;
  constraints.Enum(request.select, "select");
  ConstrainIndexName(request.index_name, constraints);
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  ConstrainLegacyConditions(request.query_filter, "queryFilter", constraints);
  ConstrainTableName(request.table_name, constraints);
  ConstrainAttributesToGet(request.attributes_to_get, "attributesToGet", constraints);
  if (request.limit.has_value()) constraints.AtLeastWithoutValue(*request.limit, 1, "Limit");
  ConstrainLegacyConditions(request.key_conditions, "keyConditions", constraints);
  return constraints.Report();
}

Status CheckMembers(const QueryRequest& request) {
  const bool has_key_expression = request.key_condition_expression.has_value();
  const Member projection = {"ProjectionExpression", request.projection_expression.has_value()};
  const Member filter = {"FilterExpression", request.filter_expression.has_value()};
  const Member key_condition = {"KeyConditionExpression", has_key_expression};
  // KeyConditions may go with a FilterExpression or ProjectionExpression.
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

// Everything about the request that needs no table.
struct CompiledQuery {
  std::optional<KeyConditionExpression> key_expression;
  std::vector<KeyClause> legacy_clauses;
  std::optional<ConditionExpression> filter;
  std::optional<ProjectionExpression> projection;

  const std::vector<KeyClause>& clauses() const {
    return key_expression.has_value() ? key_expression->clauses() : legacy_clauses;
  }
};

Status CompileExpressions(const QueryRequest& request, const EngineOptions& options, CompiledQuery& compiled) {
  Placeholders placeholders(request.expression_fields);
  HOLDFAST_RETURN_IF_ERROR(CheckPlaceholders(kLayer, placeholders));
  Status key_structure;
  if (request.key_condition_expression.has_value()) {
    HOLDFAST_ASSIGN_OR_RETURN(compiled.key_expression,
                              WithEnvelope(kLayer, KeyConditionExpression::Parse(*request.key_condition_expression,
                                                                                 &placeholders, &key_structure)));
  }
  if (request.filter_expression.has_value()) {
    HOLDFAST_ASSIGN_OR_RETURN(
        compiled.filter, WithEnvelope(kLayer, ConditionExpression::Parse(
                                                  ExpressionKind::kFilter, *request.filter_expression, &placeholders,
                                                  {.allow_arithmetic = options.allow_arithmetic_conditions})));
  }
  if (request.projection_expression.has_value()) {
    HOLDFAST_ASSIGN_OR_RETURN(
        compiled.projection,
        WithEnvelope(kLayer, ProjectionExpression::Parse(*request.projection_expression, &placeholders)));
  }
  HOLDFAST_RETURN_IF_ERROR(placeholders.CheckAllUsed());
  return key_structure;
}

Result<CompiledQuery> Compile(const QueryRequest& request, const EngineOptions& options) {
  CompiledQuery compiled;
  HOLDFAST_RETURN_IF_ERROR(CheckAttributeNames(request.query_filter));
  if (request.query_filter.has_value() || request.conditional_operator.present()) {
    static const LegacyConditions kNoConditions;
    HOLDFAST_ASSIGN_OR_RETURN(
        compiled.filter,
        WithEnvelope(kLayer, TranslateFilter(request.query_filter.has_value() ? *request.query_filter : kNoConditions,
                                             request.conditional_operator, kLayer.wording)));
  }
  HOLDFAST_RETURN_IF_ERROR(CheckAttributesToGet(request.attributes_to_get));
  HOLDFAST_RETURN_IF_ERROR(CheckStartKeyValues(kLayer, request.exclusive_start_key));
  if (!request.key_conditions.has_value() && !request.key_condition_expression.has_value()) {
    return errors::NoKeyCondition();
  }
  HOLDFAST_RETURN_IF_ERROR(CompileExpressions(request, options, compiled));
  if (request.key_conditions.has_value()) {
    HOLDFAST_ASSIGN_OR_RETURN(compiled.legacy_clauses,
                              WithEnvelope(kLayer, TranslateKeyConditions(*request.key_conditions, kLayer.wording)));
  }
  if (request.attributes_to_get.has_value()) {
    compiled.projection = ProjectionExpression::FromAttributeNames(*request.attributes_to_get);
  }
  return compiled;
}

SelectMembers SelectMembersOf(const QueryRequest& request) {
  return {request.select.value_or(Select::kAllAttributes), request.select.present(),
          request.projection_expression.has_value(), request.attributes_to_get.has_value(),
          request.index_name.has_value()};
}

// Key attributes are for the key condition, not for the filter.
Status CheckFilter(const QueryRequest& request, const ReadTarget& target,
                   const std::optional<ConditionExpression>& filter) {
  if (!filter.has_value()) return {};
  for (const DocumentPath& path : filter->paths()) {
    if (target.key().Find(path.attribute()) == nullptr) continue;
    return errors::FilterOnKeyAttribute(request.query_filter.has_value() ? "QueryFilter" : "Filter Expression",
                                        path.attribute());
  }
  return {};
}

}  // namespace

Result<QueryResponse> Query(DatabaseState& database, const QueryRequest& request, WorkBudget* budget) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckMembers(request));
  HOLDFAST_ASSIGN_OR_RETURN(const CompiledQuery compiled, Compile(request, database.options));
  const SelectMembers select = SelectMembersOf(request);
  HOLDFAST_RETURN_IF_ERROR(CheckSelect(select, true));

  HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTable(database, *request.table_name));
  HOLDFAST_ASSIGN_OR_RETURN(const ReadTarget target,
                            FindReadTarget(std::move(table), request.index_name, request.consistent_read));
  HOLDFAST_ASSIGN_OR_RETURN(const PartitionRead read, PlanQuery(target, compiled.clauses(), request.scan_index_forward,
                                                                request.exclusive_start_key));
  if (compiled.projection.has_value()) {
    HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*target.table, compiled.projection->paths()));
  }
  HOLDFAST_RETURN_IF_ERROR(CheckFilter(request, target, compiled.filter));
  HOLDFAST_RETURN_IF_ERROR(CheckSelectOnIndex(target, select));
  HOLDFAST_RETURN_IF_ERROR(CheckProjectedByIndex(target, compiled.projection));
  if (compiled.filter.has_value()) {
    HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*target.table, compiled.filter->paths()));
  }

  Page page(PageOptionsOf(target, select, compiled.filter, compiled.projection, request.limit), budget);
  ReadPartition(read, page);
  if (page.over_budget()) return errors::WorkBudgetExhausted();
  HOLDFAST_RETURN_IF_ERROR(CheckIndexNotDropped(target));

  QueryResponse response;
  FillPageResponse(target, select, page, response);
  response.consumed_capacity = PageCapacity(target, page, request.consistent_read, request.return_consumed_capacity);
  return response;
}

}  // namespace holdfast
