#include "engine/operations/queries/scan.h"

#include "engine/base/limits.h"
#include "engine/errors/item_errors.h"
#include "engine/errors/request_errors.h"
#include "engine/expressions/legacy_translation.h"
#include "engine/indexes/index_entry.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/operations/items/single_item_write.h"
#include "engine/operations/queries/page_request.h"
#include "engine/operations/request_rules/item_projection.h"
#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {
namespace {

constexpr ValidationLayer kLayer = validation_layers::kScan;

Status CheckConstraints(const ScanRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckTableNameAlone(request.table_name));
  errors::Constraints constraints;
  constraints.Enum(request.select, "select");
  ConstrainIndexName(request.index_name, constraints);
  if (request.total_segments.has_value()) {
    constraints.AtLeast(*request.total_segments, 1, "totalSegments");
    constraints.AtMost(*request.total_segments, limits::kTotalSegmentsMax, "totalSegments");
  }
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  ConstrainTableName(request.table_name, constraints);
  constraints.Enum(request.conditional_operator, "conditionalOperator");
  ConstrainLegacyConditions(request.scan_filter, "scanFilter", constraints);
  if (request.segment.has_value()) {
    constraints.AtLeast(*request.segment, 0, "segment");
    constraints.AtMost(*request.segment, limits::kTotalSegmentsMax - 1, "segment");
  }
  if (request.limit.has_value()) constraints.AtLeast(*request.limit, 1, "limit");
  ConstrainAttributesToGet(request.attributes_to_get, "attributesToGet", constraints);
  return constraints.Report();
}

Status CheckMembers(const ScanRequest& request) {
  const Member projection = {"ProjectionExpression", request.projection_expression.has_value()};
  const Member filter = {"FilterExpression", request.filter_expression.has_value()};
  HOLDFAST_RETURN_IF_ERROR(CheckExpressionMembers(kLayer, {projection, filter},
                                                  {{"AttributesToGet", request.attributes_to_get.has_value()},
                                                   {"ScanFilter", request.scan_filter.has_value()},
                                                   {"ConditionalOperator", request.conditional_operator.present()}}));
  return CheckPlaceholderMembers(kLayer, request.expression_fields.names.has_value(),
                                 request.expression_fields.values.has_value(), {projection, filter}, {filter});
}

Status CheckSegments(const ScanRequest& request) {
  if (!request.segment.has_value() && !request.total_segments.has_value()) return {};
  if (!request.total_segments.has_value()) return errors::TotalSegmentsMissing();
  if (!request.segment.has_value()) return errors::SegmentMissing();
  if (*request.segment >= *request.total_segments) {
    return errors::SegmentNotLessThanTotal(*request.segment, *request.total_segments);
  }
  return {};
}

// Checks and compiles the parts of the request that need no table.
Status Compile(const ScanRequest& request, const EngineOptions& options, PageReadPlan& plan) {
  HOLDFAST_RETURN_IF_ERROR(CheckAttributesToGet(request.attributes_to_get));
  HOLDFAST_RETURN_IF_ERROR(TranslateFilter(kLayer, request.scan_filter, request.conditional_operator, plan));
  HOLDFAST_RETURN_IF_ERROR(CheckStartKeyValues(kLayer, request.exclusive_start_key));
  HOLDFAST_RETURN_IF_ERROR(CheckSegments(request));
  Placeholders placeholders(request.expression_fields);
  HOLDFAST_RETURN_IF_ERROR(CheckPlaceholders(kLayer, placeholders));
  return ParseFilterAndProjection(kLayer, request, options, placeholders, plan);
}

Status CheckStartKeySize(const ReadTarget& target, AttributeMapView start_key) {
  if (start_key.size() == StartKeySize(target)) return {};
  if (target.index() != nullptr) return errors::InvalidStartKey();
  return errors::StartKeyDoesNotMatchSchema();
}

Status CheckStartKeyOnIndex(const ReadTarget& target, AttributeMapView start_key) {
  if (target.index() == nullptr) return {};
  for (const std::vector<KeyAttribute>* attributes : {&target.key().hash, &target.key().range}) {
    for (const KeyAttribute& attribute : *attributes) {
      const std::optional<ValueView> value = start_key.Find(attribute.name);
      if (!value.has_value()) return errors::InvalidStartKey();
      if (value->type() != ToValueType(attribute.type)) return errors::KeyDoesNotMatchSchema();
    }
  }
  return {};
}

}  // namespace

Status PlanScan(const DatabaseState& database, const ScanRequest& request, PageReadPlan& plan) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckMembers(request));
  HOLDFAST_RETURN_IF_ERROR(Compile(request, database.options, plan));
  const SelectMembers select(request);
  HOLDFAST_RETURN_IF_ERROR(CheckSelect(select, /*adds_prefix=*/false));

  HOLDFAST_ASSIGN_OR_RETURN(plan.target, FindReadTarget(database, request));
  const ReadTarget& target = plan.target;
  SegmentRange& read = plan.entries.emplace<SegmentRange>();
  read.segment = static_cast<uint32_t>(request.segment.value_or(0));
  read.total_segments = static_cast<uint32_t>(request.total_segments.value_or(1));
  if (request.exclusive_start_key.has_value()) {
    const AttributeMapView start_key = *request.exclusive_start_key;
    HOLDFAST_RETURN_IF_ERROR(CheckStartKeySize(target, start_key));
    HOLDFAST_RETURN_IF_ERROR(CheckStartKeyOnIndex(target, start_key));
    // With a starting key, the service checks Select before the key attributes of the table.
    HOLDFAST_RETURN_IF_ERROR(CheckSelectOnIndex(target, select));
    HOLDFAST_RETURN_IF_ERROR(CheckStartKeyOnTable(target.table->schema(), start_key));
    HOLDFAST_ASSIGN_OR_RETURN(read.start_after, PositionOf(target, start_key));
    if (SegmentOf(target.map(), read.start_after->partition_key, read.total_segments) != read.segment) {
      return errors::StartKeyInOtherSegment(*request.total_segments, *request.segment);
    }
  }
  HOLDFAST_RETURN_IF_ERROR(CheckSelectOnIndex(target, select));
  HOLDFAST_RETURN_IF_ERROR(CheckProjectedByIndex(plan));
  HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*target.table, plan.projection));
  HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*target.table, plan.filter));
  CompletePlan(request, select, plan);
  return {};
}

Result<ScanResponse> Scan(DatabaseState& database, const ScanRequest& request, WorkBudget* budget) {
  PageReadPlan plan;
  HOLDFAST_RETURN_IF_ERROR(PlanScan(database, request, plan));
  return ReadPage<ScanResponse>(database, request, plan, budget);
}

}  // namespace holdfast
