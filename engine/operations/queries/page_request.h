// The parts that Query and Scan share: the index that is read, the filter, the returned attributes, the starting key,
// and the response of one page. PartiQL's SELECT uses some of them, too.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/database/database_state.h"
#include "engine/errors/request_errors.h"
#include "engine/expressions/legacy_parameters.h"
#include "engine/expressions/placeholders.h"
#include "engine/operations/items/single_item_write.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/operations/request_rules/validation_layer.h"
#include "engine/read/read_capacity.h"
#include "engine/read/read_path.h"
#include "engine/read/read_throttling.h"
#include "engine/tables/table.h"
#include "engine/values/attribute_value.h"

namespace holdfast {

Result<ReadTarget> FindReadTarget(std::shared_ptr<Table> table, const std::optional<std::string>& index_name,
                                  bool consistent_read);
template <typename Request>
Result<ReadTarget> FindReadTarget(const DatabaseState& database, const Request& request) {
  HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTable(database, *request.table_name));
  return FindReadTarget(std::move(table), request.index_name, request.consistent_read);
}

struct SelectMembers {
  template <typename Request>
  explicit SelectMembers(const Request& request)
      : select(request.select.value_or(Select::kAllAttributes)),
        select_given(request.select.present()),
        has_projection_expression(request.projection_expression.has_value()),
        has_attributes_to_get(request.attributes_to_get.has_value()),
        has_index(request.index_name.has_value()) {}

  Select select;
  bool select_given;
  bool has_projection_expression;
  bool has_attributes_to_get;
  bool has_index;
};
// Checks the rules about Select that need no table. `adds_prefix`: whether the error for SPECIFIC_ATTRIBUTES without a
// projection begins with `1 validation error detected: `, as for Query but not for Scan.
Status CheckSelect(const SelectMembers& members, bool adds_prefix);

// Adds the path's attribute to `missing`, once, if the index of `target` does not project it. NotProjected returns the
// missing attributes of several paths.
void AddIfNotProjected(const ReadTarget& target, const DocumentPath& path, errors::Names& missing);
errors::Names NotProjected(const ReadTarget& target, const std::vector<DocumentPath>& paths);

// Check the rules that need the table: a global index must project the requested attributes (ALL_ATTRIBUTES, or those
// of a projection).
Status CheckSelectOnIndex(const ReadTarget& target, const SelectMembers& members);
Status CheckProjectedByIndex(const PageReadPlan& plan);
// Checks the rule of Query, not of Scan, that an index must project the attributes that the filter names. [open] That
// this holds also for local indexes whose items are fetched from the table is PartiQL's rule.
Status CheckFilterProjectedByIndex(const PageReadPlan& plan);

// Set the filter and the projection of `plan`: TranslateFilter from QueryFilter or ScanFilter, ParseFilterAndProjection
// from FilterExpression and from ProjectionExpression or AttributesToGet.
Status TranslateFilter(ValidationLayer layer, const std::optional<LegacyConditions>& conditions,
                       const EnumField<ConditionalOperator>& conditional_operator, PageReadPlan& plan);
template <typename Request>
Status ParseFilterAndProjection(ValidationLayer layer, const Request& request, const EngineOptions& options,
                                Placeholders& placeholders, PageReadPlan& plan) {
  HOLDFAST_RETURN_IF_ERROR(
      ParseCondition(layer, request.filter_expression, &placeholders, options, &plan.filter, ExpressionKind::kFilter));
  if (request.projection_expression.has_value()) {
    HOLDFAST_ASSIGN_OR_RETURN(
        plan.projection,
        WithLayerPrefix(layer, ProjectionExpression::Parse(*request.projection_expression, &placeholders)));
  }
  if (request.attributes_to_get.has_value()) {
    plan.projection = ProjectionExpression::FromAttributeNames(*request.attributes_to_get);
  }
  return placeholders.CheckAllUsed();
}

// Whether the request asks for attributes that the local index does not project, so that items are fetched from the
// table. [open] It is not known whether AWS would also fetch items for the filter of a Scan; its documentation mentions
// only the attributes that are requested. So if only the filter names such attributes, it treats them as absent.
bool FetchesFromTable(const PageReadPlan& plan, const SelectMembers& members);
// The last step of planning: sets the members of `plan` that the rest of the request determines.
template <typename Request>
void CompletePlan(const Request& request, const SelectMembers& members, PageReadPlan& plan) {
  plan.fetch_from_table = FetchesFromTable(plan, members);
  if (request.limit.has_value()) plan.limit = static_cast<size_t>(*request.limit);
  plan.count_only = members.select == Select::kCount;
  plan.consistent_read = request.consistent_read;
}

// Checks the values of an ExclusiveStartKey. Some errors begin with `The provided starting key is invalid: `.
Status CheckStartKeyValues(ValidationLayer layer, const std::optional<AttributeMap>& start_key);
// Checks the attributes of the table's key in a starting key: presence and type, then length. [open] How the service
// reports a length was not captured: here as in a Key, after the words that begin the other errors.
Status CheckStartKeyOnTable(const TableSchema& table, AttributeMapView start_key);
// The number of attributes of a starting key: those of the index's key and of the table's.
size_t StartKeySize(const ReadTarget& target);
// The position of the entry with the key attributes in `key`, which is a starting key or an item. Error: the index
// cannot have an entry with these attributes.
Result<ScanPosition> PositionOf(const ReadTarget& target, AttributeMapView key);
// LastEvaluatedKey: the index's and the table's key attributes of `item`.
AttributeMap LastEvaluatedKey(const ReadTarget& target, AttributeMapView item);

// Reads the page that the plan of a Query or Scan asks for.
template <typename Response, typename Request>
Result<Response> ReadPage(const DatabaseState& database, const Request& request, const PageReadPlan& plan,
                          WorkBudget* budget) {
  HOLDFAST_ASSIGN_OR_RETURN(Page page, ExecuteRead(plan, budget));
  HOLDFAST_RETURN_IF_ERROR(ChargeUnits(database.throughput.get(), plan, page));
  Response response;
  response.count = page.count();
  response.scanned_count = page.scanned_count();
  if (!plan.count_only) response.items = std::move(page.items());
  if (page.full()) response.last_evaluated_key = LastEvaluatedKey(plan.target, page.last_item()->attributes());
  const ReturnConsumedCapacity capacity = request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone);
  if (capacity != ReturnConsumedCapacity::kNone) {
    response.consumed_capacity = CapacityOf(plan, page, capacity == ReturnConsumedCapacity::kIndexes);
    NameAsRequested(request.table_name, *response.consumed_capacity);
  }
  return response;
}

}  // namespace holdfast
