#include "engine/operations/batches/batch_get_item.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/request_errors.h"
#include "engine/operations/batches/batch_request.h"
#include "engine/operations/request_rules/item_projection.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/read/read_capacity.h"
#include "engine/read/read_path.h"
#include "engine/read/read_throttling.h"

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

// The error lists ReturnConsumedCapacity last; BatchWriteItem lists it first.
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
    std::vector<std::pair<std::string_view, std::string_view>> as_sent;
    for (size_t i = 0; i < reads.keys->size(); ++i) {
      const std::string_view numbers = i < reads.number_texts.size() ? reads.number_texts[i] : std::string_view();
      as_sent.emplace_back((*reads.keys)[i].view().packed(), numbers);
    }
    std::sort(as_sent.begin(), as_sent.end());
    if (std::adjacent_find(as_sent.begin(), as_sent.end()) != as_sent.end()) return errors::DuplicateKeysInBatch();
  }
  if (count > limits::kBatchGetKeysMax) return errors::TooManyItems("BatchGetItem");
  return {};
}

}  // namespace

Status PlanBatchGetItem(const DatabaseState& database, const BatchGetItemRequest& request, ItemReadPlan& plan) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  const Tables& tables = *request.request_items;
  HOLDFAST_RETURN_IF_ERROR(CheckMembers(tables));
  // One element for each table. Below, it is copied with each requested key of that table.
  std::vector<ItemRead> reads;
  for (const auto& [table_name, requested] : tables) {
    HOLDFAST_RETURN_IF_ERROR(CheckAttributesToGet(requested.attributes_to_get));
    ItemRead& read = reads.emplace_back();
    read.consistent_read = requested.consistent_read.value_or(false);
    HOLDFAST_ASSIGN_OR_RETURN(read.projection, ParseProjection(kLayer, requested));
  }
  HOLDFAST_RETURN_IF_ERROR(CheckKeys(tables));
  for (size_t i = 0; i < tables.size(); ++i) {
    HOLDFAST_ASSIGN_OR_RETURN(reads[i].table, FindTable(database, tables[i].first));
  }
  for (size_t i = 0; i < tables.size(); ++i) {
    const std::vector<AttributeMap>& keys = *tables[i].second.keys;
    const size_t first = plan.reads.size();
    plan.reads.reserve(first + keys.size());
    // Only the first read of a table owns a reference, so that threads do not contend for the table's reference count
    // with every key.
    std::shared_ptr<Table> table = std::move(reads[i].table);
    reads[i].table = std::shared_ptr<Table>(std::shared_ptr<Table>(), table.get());
    for (const AttributeMap& key : keys) {
      HOLDFAST_ASSIGN_OR_RETURN(reads[i].key, KeyOfLookup(table->schema(), key));
      plan.reads.push_back(reads[i]);
    }
    HOLDFAST_RETURN_IF_ERROR(CheckNoPathUnderKeys(*table, reads[i].projection));
    plan.reads[first].table = std::move(table);
  }
  return {};
}

Result<BatchGetItemResponse> BatchGetItem(DatabaseState& database, const BatchGetItemRequest& request,
                                          WorkBudget* budget) {
  ItemReadPlan plan;
  HOLDFAST_RETURN_IF_ERROR(PlanBatchGetItem(database, request, plan));
  HOLDFAST_ASSIGN_OR_RETURN(std::vector<FoundItem> found, ExecuteReads(plan, budget));

  const bool by_index = request.return_consumed_capacity.is(ReturnConsumedCapacity::kIndexes);
  BatchGetItemResponse response;
  // One entry for each of `response.responses`.
  std::vector<ConsumedCapacity> capacity;
  size_t number = 0;
  size_t keys_throttled = 0;
  std::optional<Error> throttling_error;
  for (const auto& [table_name, requested] : *request.request_items) {
    const Table& table = *plan.reads[number].table;
    // A table that is named twice, by its name and by its ARN, has one entry.
    const auto named = std::find_if(response.responses.begin(), response.responses.end(),
                                    [&](const auto& entry) { return entry.first == table.name(); });
    const size_t entry = static_cast<size_t>(named - response.responses.begin());
    if (named == response.responses.end()) {
      response.responses.emplace_back(table.name(), std::vector<ResponseItem>());
      capacity.push_back(CapacityOf(table, 0, by_index));
    }
    NameAsRequested(table_name, capacity[entry]);
    std::vector<ResponseItem>& items = response.responses[entry].second;
    std::vector<AttributeMap> unprocessed;
    for (const AttributeMap& key : *requested.keys) {
      const size_t i = number++;
      if (i >= found.size()) {
        unprocessed.push_back(key);
        continue;
      }
      Status charged = ChargeUnits(database.throughput.get(), plan.reads[i], found[i]);
      if (!charged.ok()) {
        ++keys_throttled;
        throttling_error = std::move(charged).error();
        unprocessed.push_back(key);
        continue;
      }
      capacity[entry].table_units += ReadUnitsOf(plan.reads[i], found[i]);
      if (found[i].item.has_value()) items.push_back(*std::move(found[i].item));
    }
    if (unprocessed.empty()) continue;
    KeysAndAttributes rest = requested;
    rest.keys = std::move(unprocessed);
    rest.number_texts.clear();
    response.unprocessed_keys.emplace_back(table_name, std::move(rest));
  }
  // Throttled keys are returned as unprocessed; if all keys that were read are throttled, the request fails.
  if (throttling_error.has_value() && keys_throttled == found.size()) return *std::move(throttling_error);
  if (request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone) != ReturnConsumedCapacity::kNone) {
    response.consumed_capacity = std::move(capacity);
  }
  return response;
}

}  // namespace holdfast
