#include "engine/operations/queries/scan.h"

#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/general_errors.h"
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

struct CompiledScan {
  std::optional<ConditionExpression> filter;
  std::optional<ProjectionExpression> projection;
};

Result<CompiledScan> Compile(const ScanRequest& request, const EngineOptions& options) {
  CompiledScan compiled;
  HOLDFAST_RETURN_IF_ERROR(CheckAttributesToGet(request.attributes_to_get));
  HOLDFAST_RETURN_IF_ERROR(CheckAttributeNames(request.scan_filter));
  if (request.scan_filter.has_value() || request.conditional_operator.present()) {
    static const LegacyConditions kNoConditions;
    HOLDFAST_ASSIGN_OR_RETURN(
        compiled.filter,
        WithEnvelope(kLayer, TranslateFilter(request.scan_filter.has_value() ? *request.scan_filter : kNoConditions,
                                             request.conditional_operator, kLayer.wording)));
  }
  HOLDFAST_RETURN_IF_ERROR(CheckStartKeyValues(kLayer, request.exclusive_start_key));
  HOLDFAST_RETURN_IF_ERROR(CheckSegments(request));
  Placeholders placeholders(request.expression_fields);
  HOLDFAST_RETURN_IF_ERROR(CheckPlaceholders(kLayer, placeholders));
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
  if (request.attributes_to_get.has_value()) {
    compiled.projection = ProjectionExpression::FromAttributeNames(*request.attributes_to_get);
  }
  return compiled;
}

bool HasType(std::optional<ValueView> value, const KeyAttribute& attribute) {
  return value.has_value() && value->type() == ToValueType(attribute.type);
}

std::vector<const KeyAttribute*> Attributes(const KeySchema& key) {
  std::vector<const KeyAttribute*> attributes;
  for (const KeyAttribute& attribute : key.hash) attributes.push_back(&attribute);
  for (const KeyAttribute& attribute : key.range) attributes.push_back(&attribute);
  return attributes;
}

Status CheckStartKeySize(const ReadTarget& target, AttributeMapView start_key) {
  if (start_key.size() == target.start_key_size()) return {};
  if (target.index() != nullptr) return errors::InvalidStartKey();
  return errors::StartKeyDoesNotMatchSchema();
}

Status CheckStartKeyOnIndex(const ReadTarget& target, AttributeMapView start_key) {
  if (target.index() == nullptr) return {};
  for (const KeyAttribute* attribute : Attributes(target.key())) {
    const std::optional<ValueView> value = start_key.Find(attribute->name);
    if (!value.has_value()) return errors::InvalidStartKey();
    if (!HasType(value, *attribute)) return errors::KeyDoesNotMatchSchema();
  }
  return {};
}

Status CheckStartKeyOnTable(const ReadTarget& target, AttributeMapView start_key) {
  for (const KeyAttribute* attribute : Attributes(target.table->schema().key)) {
    if (!HasType(start_key.Find(attribute->name), *attribute)) {
      return errors::StartKeyDoesNotMatchSchema();
    }
  }
  return {};
}

Result<ScanPosition> PositionOf(const ReadTarget& target, AttributeMapView start_key) {
  const TableSchema& table = target.table->schema();
  if (target.global_index != nullptr) {
    std::optional<GlobalEntryKey> entry =
        GlobalEntryKeyOf(table, *target.index(), target.global_index->entries.hash(), start_key);
    if (!entry.has_value()) return errors::InvalidStartKey();
    return ScanPosition{std::move(entry->partition), std::move(entry->sort)};
  }
  const TableKey key = KeyOfStored(table, start_key);
  if (!target.local_order.has_value()) return ScanPosition{std::string(key.partition), std::string(key.sort)};
  std::optional<std::string> entry = LocalEntryKeyOf(table, *target.index(), start_key);
  if (!entry.has_value()) return errors::InvalidStartKey();
  return ScanPosition{std::string(key.partition), std::move(*entry)};
}

}  // namespace

Result<ScanResponse> Scan(DatabaseState& database, const ScanRequest& request, WorkBudget* budget) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  HOLDFAST_RETURN_IF_ERROR(CheckMembers(request));
  HOLDFAST_ASSIGN_OR_RETURN(const CompiledScan compiled, Compile(request, database.options));
  const SelectMembers select = {request.select.value_or(Select::kAllAttributes), request.select.present(),
                                request.projection_expression.has_value(), request.attributes_to_get.has_value(),
                                request.index_name.has_value()};
  HOLDFAST_RETURN_IF_ERROR(CheckSelect(select, false));

  HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTable(database, *request.table_name));
  HOLDFAST_ASSIGN_OR_RETURN(const ReadTarget target,
                            FindReadTarget(std::move(table), request.index_name, request.consistent_read));
  SegmentRead read;
  read.source = target.source();
  read.segment = static_cast<uint32_t>(request.segment.value_or(0));
  read.total_segments = static_cast<uint32_t>(request.total_segments.value_or(1));
  if (request.exclusive_start_key.has_value()) {
    const AttributeMapView start_key = *request.exclusive_start_key;
    HOLDFAST_RETURN_IF_ERROR(CheckStartKeySize(target, start_key));
    HOLDFAST_RETURN_IF_ERROR(CheckStartKeyOnIndex(target, start_key));
    HOLDFAST_RETURN_IF_ERROR(CheckSelectOnIndex(target, select));
    HOLDFAST_RETURN_IF_ERROR(CheckStartKeyOnTable(target, start_key));
    HOLDFAST_ASSIGN_OR_RETURN(read.start_after, PositionOf(target, start_key));
    if (SegmentOf(*read.source.map, read.start_after->partition_key, read.total_segments) != read.segment) {
      return errors::StartKeyInOtherSegment(*request.total_segments, *request.segment);
    }
  }
  HOLDFAST_RETURN_IF_ERROR(CheckSelectOnIndex(target, select));
  HOLDFAST_RETURN_IF_ERROR(CheckProjectedByIndex(target, compiled.projection));
  if (compiled.projection.has_value()) {
    HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*target.table, compiled.projection->paths()));
  }
  if (compiled.filter.has_value()) {
    HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*target.table, compiled.filter->paths()));
  }

  Page page(PageOptionsOf(target, select, compiled.filter, compiled.projection, request.limit), budget);
  ReadSegment(read, page);
  if (page.over_budget()) return errors::WorkBudgetExhausted();
  HOLDFAST_RETURN_IF_ERROR(CheckIndexNotDropped(target));

  ScanResponse response;
  FillPageResponse(target, select, page, response);
  response.consumed_capacity = PageCapacity(target, page, request.consistent_read, request.return_consumed_capacity);
  return response;
}

}  // namespace holdfast
