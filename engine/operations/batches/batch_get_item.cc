#include "engine/operations/batches/batch_get_item.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/request_errors.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/operations/batches/batch_request.h"
#include "engine/operations/request_rules/item_projection.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/read/item_reads.h"
#include "engine/tables/capacity_units.h"

namespace holdfast {
namespace {

constexpr ValidationLayer kLayer = validation_layers::kBatchGetItem;
using Tables = BatchGetItemRequest::Tables;

void ConstrainTables(const BatchGetItemRequest& request, errors::Constraints& constraints) {
  constraints.NotNull(request.request_items.has_value(), "requestItems");
  if (!request.request_items.has_value()) return;
  const Tables& tables = *request.request_items;
  constraints.LengthAtLeastWithoutValue(tables.size(), 1, "RequestItems");
  if (!HasBatchTableNames(tables)) constraints.FailBatchTableNames(request.request_items_text);
  for (const auto& [table_name, reads] : tables) {
    constraints.NotNull(reads.keys.has_value(), "requestItems." + table_name + ".member.keys");
    if (!reads.keys.has_value()) continue;
    const std::string path = "RequestItems." + table_name + ".member.Keys";
    constraints.LengthAtLeastWithoutValue(reads.keys->size(), 1, path);
    constraints.LengthAtMostWithoutValue(reads.keys->size(), limits::kBatchGetKeysMax, path);
    ConstrainAttributesToGet(reads.attributes_to_get, "requestItems." + table_name + ".member.attributesToGet",
                             constraints);
  }
}

// ReturnConsumedCapacity is named last, other than by BatchWriteItem.
Status CheckConstraints(const BatchGetItemRequest& request) {
  errors::Constraints constraints;
  ConstrainTables(request, constraints);
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  return constraints.Report();
}

// Expressions and AttributesToGet cannot be mixed, not even across tables.
Status CheckMembers(const Tables& tables) {
  bool any_expression = false;
  bool any_legacy = false;
  for (const auto& [table_name, reads] : tables) {
    any_expression |= reads.projection_expression.has_value();
    any_legacy |= reads.attributes_to_get.has_value();
  }
  HOLDFAST_RETURN_IF_ERROR(
      CheckExpressionMembers(kLayer, {{"ProjectionExpression", any_expression}}, {{"AttributesToGet", any_legacy}}));
  for (const auto& [table_name, reads] : tables) HOLDFAST_RETURN_IF_ERROR(CheckProjectionMembers(kLayer, reads));
  return {};
}

Status CheckKeys(const Tables& tables) {
  size_t count = 0;
  for (const auto& [table_name, reads] : tables) {
    count += reads.keys->size();
    for (const AttributeMap& key : *reads.keys) HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, key.problem()));
    std::vector<std::string_view> packed;
    for (const AttributeMap& key : *reads.keys) packed.push_back(key.view().packed());
    std::sort(packed.begin(), packed.end());
    if (std::adjacent_find(packed.begin(), packed.end()) != packed.end()) return errors::DuplicateKeysInBatch();
  }
  if (count > limits::kBatchGetKeysMax) return errors::TooManyItems("BatchGetItem");
  return {};
}

// One table of the request, ready to be read.
struct TableReads {
  std::shared_ptr<Table> table;
  std::optional<ProjectionExpression> projection;
  std::vector<TableKey> keys;
};

Result<std::vector<TableReads>> PlanReads(const DatabaseState& database, const Tables& tables) {
  std::vector<TableReads> plans;
  for (const auto& [table_name, reads] : tables) {
    HOLDFAST_RETURN_IF_ERROR(CheckAttributesToGet(reads.attributes_to_get));
    HOLDFAST_ASSIGN_OR_RETURN(plans.emplace_back().projection, ParseProjection(kLayer, reads));
  }
  HOLDFAST_RETURN_IF_ERROR(CheckKeys(tables));
  for (size_t i = 0; i < tables.size(); ++i) {
    HOLDFAST_ASSIGN_OR_RETURN(plans[i].table, FindTable(database, tables[i].first));
  }
  for (size_t i = 0; i < tables.size(); ++i) {
    for (const AttributeMap& attributes : *tables[i].second.keys) {
      HOLDFAST_ASSIGN_OR_RETURN(const TableKey key, KeyOfLookup(plans[i].table->schema(), attributes));
      plans[i].keys.push_back(key);
    }
    if (plans[i].projection.has_value()) {
      HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*plans[i].table, plans[i].projection->paths()));
    }
  }
  return plans;
}

}  // namespace

Result<BatchGetItemResponse> BatchGetItem(DatabaseState& database, const BatchGetItemRequest& request,
                                          WorkBudget* budget) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  const Tables& tables = *request.request_items;
  HOLDFAST_RETURN_IF_ERROR(CheckMembers(tables));
  HOLDFAST_ASSIGN_OR_RETURN(const std::vector<TableReads> plans, PlanReads(database, tables));

  BatchGetItemResponse response;
  std::vector<ConsumedCapacity> capacity;
  size_t response_bytes = 0;
  bool full = false;
  for (size_t i = 0; i < plans.size(); ++i) {
    const TableReads& plan = plans[i];
    auto& found = response.responses.emplace_back(plan.table->name(), std::vector<ResponseItem>()).second;
    std::vector<AttributeMap> unprocessed;
    double units = 0;
    for (size_t k = 0; k < plan.keys.size(); ++k) {
      const ItemRef item = full ? nullptr : ReadItem(*plan.table, plan.keys[k]);
      const size_t size = item == nullptr ? 0 : item->size_bytes();
      full = full || response_bytes + size > limits::kBatchGetResponseBytesMax;
      if (full) {
        unprocessed.push_back((*tables[i].second.keys)[k]);
        continue;
      }
      if (!Spend(budget, StepsToProject(plan.projection, size))) return errors::WorkBudgetExhausted();
      response_bytes += size;
      units += ReadUnits(size);
      if (item != nullptr) found.push_back(ProjectItem(plan.projection, item));
    }
    if (!unprocessed.empty()) {
      KeysAndAttributes rest = tables[i].second;
      rest.keys = std::move(unprocessed);
      response.unprocessed_keys.emplace_back(tables[i].first, std::move(rest));
    }
    ConsumedCapacity& entry = capacity.emplace_back();
    entry.table_name = plan.table->name();
    entry.by_index = request.return_consumed_capacity.is(ReturnConsumedCapacity::kIndexes);
    entry.table_units = units * (tables[i].second.consistent_read.value_or(false) ? 1.0 : 0.5);
  }
  if (request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone) != ReturnConsumedCapacity::kNone) {
    response.consumed_capacity = std::move(capacity);
  }
  return response;
}

}  // namespace holdfast
