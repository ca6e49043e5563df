#include "engine/operations/transactions/transact_get_items.h"

#include <utility>

#include "engine/errors/transaction_errors.h"
#include "engine/operations/request_rules/item_projection.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/transactions/transaction_request.h"
#include "engine/read/read_capacity.h"
#include "engine/read/read_path.h"
#include "engine/read/read_throttling.h"

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

Status CompileGets(const std::vector<TransactGetItem>& gets, ItemReadPlan& plan) {
  for (const TransactGetItem& action : gets) {
    const TransactGetItem::Get& get = *action.get;
    HOLDFAST_ASSIGN_OR_RETURN(plan.reads.emplace_back().projection,
                              ParseProjection(kLayer, get.projection_expression, get.expression_attribute_names));
    HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, get.key->problem()));
  }
  return {};
}

}  // namespace

// A key or projection that does not fit its table cancels the transaction. Only the first such action gets its error as
// the reason; the reasons of all others are None.
Status PlanTransactGetItems(const DatabaseState& database, const TransactGetItemsRequest& request, ItemReadPlan& plan) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  const std::vector<TransactGetItem>& gets = *request.transact_items;
  plan.transactional = true;
  plan.reads.reserve(gets.size());
  HOLDFAST_RETURN_IF_ERROR(CompileGets(gets, plan));
  for (size_t i = 0; i < gets.size(); ++i) {
    HOLDFAST_ASSIGN_OR_RETURN(plan.reads[i].table, FindTable(database, *gets[i].get->table_name));
  }
  std::vector<ItemName> names;
  names.reserve(gets.size());
  for (size_t i = 0; i < gets.size(); ++i) {
    ItemRead& read = plan.reads[i];
    const Result<TableKey> key = KeyOfLookup(read.table->schema(), *gets[i].get->key);
    if (!key.ok()) return errors::TransactionCanceledAt(i, gets.size(), key.error());
    const Status paths = CheckNoPathUnderKeys(*read.table, read.projection);
    if (!paths.ok()) return errors::TransactionCanceledAt(i, gets.size(), paths.error());
    read.key = *key;
    names.push_back({read.table->number(), *key});
  }
  return CheckDistinctItems(names);
}

Result<TransactGetItemsResponse> TransactGetItems(DatabaseState& database, const TransactGetItemsRequest& request,
                                                  WorkBudget* budget) {
  ItemReadPlan plan;
  HOLDFAST_RETURN_IF_ERROR(PlanTransactGetItems(database, request, plan));
  HOLDFAST_ASSIGN_OR_RETURN(std::vector<FoundItem> found, ExecuteReads(plan, budget));
  HOLDFAST_RETURN_IF_ERROR(ChargeUnitsOfTransaction(database.throughput.get(), plan, found));

  TransactGetItemsResponse response;
  response.responses.reserve(found.size());
  for (auto& [item, size_bytes] : found) {
    std::optional<ResponseItem>& response_item = response.responses.emplace_back();
    // A projection that finds nothing is returned like an absent item.
    if (item.has_value() && !item->view().empty()) response_item = std::move(item);
  }
  const ReturnConsumedCapacity capacity = request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone);
  if (capacity != ReturnConsumedCapacity::kNone) {
    response.consumed_capacity = CapacityOf(plan, found, capacity == ReturnConsumedCapacity::kIndexes);
    SortByTableName(*response.consumed_capacity);
    for (const TransactGetItem& item : *request.transact_items) {
      NameAsRequested(item.get->table_name, *response.consumed_capacity);
    }
  }
  return response;
}

}  // namespace holdfast
