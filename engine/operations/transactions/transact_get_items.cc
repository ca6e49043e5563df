#include "engine/operations/transactions/transact_get_items.h"

#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/transaction_errors.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/operations/request_rules/item_projection.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/transactions/transaction_request.h"
#include "engine/read/item_reads.h"
#include "engine/tables/capacity_units.h"

namespace holdfast {
namespace {

constexpr ValidationLayer kLayer = validation_layers::kTransactGetItems;

Status CheckConstraints(const TransactGetItemsRequest& request) {
  errors::Constraints constraints;
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  const bool present = request.transact_items.has_value();
  ConstrainTransactItems(present, present ? request.transact_items->size() : 0, constraints);
  for (size_t i = 0; present && i < request.transact_items->size(); ++i) {
    const std::optional<TransactGetItem::Get>& get = (*request.transact_items)[i].get;
    constraints.EnterElement(kTransactItems, i, {});
    constraints.NotNull(get.has_value(), "get");
    if (!get.has_value()) continue;
    constraints.EnterElement(kTransactItems, i, "get");
    constraints.NotNull(get->key.has_value(), "key");
    ConstrainTableName(get->table_name, constraints);
  }
  return constraints.Report();
}

using Projections = std::vector<std::optional<ProjectionExpression>>;

Result<Projections> CompileGets(const std::vector<TransactGetItem>& gets) {
  Projections projections;
  projections.reserve(gets.size());
  for (const TransactGetItem& action : gets) {
    const TransactGetItem::Get& get = *action.get;
    const Member projection = {"ProjectionExpression", get.projection_expression.has_value()};
    HOLDFAST_RETURN_IF_ERROR(
        CheckPlaceholderMembers(kLayer, get.expression_attribute_names.has_value(), false, {projection}, {}));
    HOLDFAST_ASSIGN_OR_RETURN(std::optional<ProjectionExpression> compiled,
                              ParseProjection(kLayer, get.projection_expression, get.expression_attribute_names));
    projections.push_back(std::move(compiled));
    HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, get.key->problem()));
  }
  return projections;
}

// Which item each action reads. What is wrong with a key cancels the transaction, and the first offender is named.
Result<std::vector<ItemRead>> PlanReads(const DatabaseState& database, const std::vector<TransactGetItem>& gets,
                                        const Projections& projections) {
  std::vector<ItemRead> reads;
  reads.reserve(gets.size());
  for (const TransactGetItem& action : gets) {
    HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTable(database, *action.get->table_name));
    reads.push_back({std::move(table), {}});
  }
  std::vector<ItemName> names;
  names.reserve(gets.size());
  for (size_t i = 0; i < gets.size(); ++i) {
    const Table& table = *reads[i].table;
    const Result<TableKey> key = KeyOfLookup(table.schema(), *gets[i].get->key);
    if (!key.ok()) return errors::TransactionCanceledAt(i, gets.size(), key.error());
    if (projections[i].has_value()) {
      const Status paths = CheckNoPathUnderKeys(table, projections[i]->paths());
      if (!paths.ok()) return errors::TransactionCanceledAt(i, gets.size(), paths.error());
    }
    reads[i].key = *key;
    names.push_back({table.number(), *key});
  }
  HOLDFAST_RETURN_IF_ERROR(CheckDistinctItems(names));
  return reads;
}

Status CheckPayload(const std::vector<ItemRef>& items) {
  size_t size = 0;
  for (const ItemRef& item : items) size += item == nullptr ? 0 : item->size_bytes();
  if (size > limits::kTransactionBytesMax) return errors::TransactionTooLarge(size);
  return {};
}

std::vector<ConsumedCapacity> CapacityOf(const std::vector<ItemRead>& reads, const std::vector<ItemRef>& items,
                                         bool by_index) {
  std::vector<ConsumedCapacity> capacity;
  for (size_t i = 0; i < reads.size(); ++i) {
    ConsumedCapacity* entry = nullptr;
    for (ConsumedCapacity& other : capacity) {
      if (other.table_name == reads[i].table->name()) entry = &other;
    }
    if (entry == nullptr) {
      entry = &capacity.emplace_back();
      entry->table_name = reads[i].table->name();
      entry->kind = ConsumedCapacity::Kind::kRead;
      entry->by_index = by_index;
    }
    entry->table_units += 2 * ReadUnits(items[i] == nullptr ? 0 : items[i]->size_bytes());
  }
  SortByTableName(capacity);
  return capacity;
}

}  // namespace

Result<TransactGetItemsResponse> TransactGetItems(DatabaseState& database, const TransactGetItemsRequest& request,
                                                  WorkBudget* budget) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  HOLDFAST_ASSIGN_OR_RETURN(const Projections projections, CompileGets(*request.transact_items));
  HOLDFAST_ASSIGN_OR_RETURN(const std::vector<ItemRead> reads,
                            PlanReads(database, *request.transact_items, projections));
  const std::vector<ItemRef> items = ReadItemsTogether(reads);
  HOLDFAST_RETURN_IF_ERROR(CheckPayload(items));

  TransactGetItemsResponse response;
  response.responses.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    std::optional<ResponseItem>& response_item = response.responses.emplace_back();
    if (items[i] == nullptr) continue;
    if (!Spend(budget, StepsToProject(projections[i], items[i]->size_bytes()))) return errors::WorkBudgetExhausted();
    ResponseItem visible = ProjectItem(projections[i], items[i]);
    // A projection that finds nothing is returned like an absent item.
    if (!visible.view().empty()) response_item = std::move(visible);
  }
  const ReturnConsumedCapacity capacity = request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone);
  if (capacity != ReturnConsumedCapacity::kNone) {
    response.consumed_capacity = CapacityOf(reads, items, capacity == ReturnConsumedCapacity::kIndexes);
  }
  return response;
}

}  // namespace holdfast
