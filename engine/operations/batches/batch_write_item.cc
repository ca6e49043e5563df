#include "engine/operations/batches/batch_write_item.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/base/limits.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/item_errors.h"
#include "engine/errors/request_errors.h"
#include "engine/errors/tables/throughput_errors.h"
#include "engine/indexes/index_key_rules.h"
#include "engine/operations/batches/batch_request.h"
#include "engine/operations/request_rules/member_rules.h"
#include "engine/operations/transactions/transaction_request.h"
#include "engine/write/collection_metrics.h"
#include "engine/write/write_capacity.h"
#include "engine/write/write_path.h"

namespace holdfast {
namespace {

constexpr ValidationLayer kLayer = validation_layers::kBatchWriteItem;

using Tables = BatchWriteItemRequest::Tables;

// `{Items=[2 requests], Others=[]}`: an imitation of the format in which the service prints RequestItems.
std::string FormatRequestItems(const Tables& tables) {
  std::string text = "{";
  for (const auto& [table_name, requests] : tables) {
    if (text.size() > 1) text += ", ";
    text += table_name + "=[";
    if (!requests.empty()) text += std::to_string(requests.size()) + " requests";
    text += ']';
  }
  return text += '}';
}

void ConstrainTables(const Tables& tables, errors::Constraints& constraints) {
  if (!HasBatchTableNames(tables)) constraints.FailBatchTableNames(FormatRequestItems(tables));
  const auto fits = [](const auto& entry) {
    return !entry.second.empty() && entry.second.size() <= limits::kBatchWriteRequestsMax;
  };
  if (!std::all_of(tables.begin(), tables.end(), fits)) constraints.FailBatchWriteCounts(FormatRequestItems(tables));
  for (const auto& [table_name, requests] : tables) {
    const std::string list = "requestItems." + table_name + ".member";
    for (size_t i = 0; i < requests.size(); ++i) {
      const WriteRequest& write = requests[i];
      constraints.EnterElement(list, i, "putRequest");
      if (write.put_request.has_value()) constraints.NotNull(write.put_request->item.has_value(), "item");
      constraints.EnterElement(list, i, "deleteRequest");
      if (write.delete_request.has_value()) constraints.NotNull(write.delete_request->key.has_value(), "key");
    }
  }
}

// An empty RequestItems is reported first. Next come ReturnConsumedCapacity, ReturnItemCollectionMetrics and a missing
// RequestItems; the contents of RequestItems are checked only if none of these is reported.
Status CheckConstraints(const BatchWriteItemRequest& request) {
  const bool present = request.request_items.has_value();
  if (present && request.request_items->empty()) return errors::RequestItemsMissing("BatchWriteItem");
  errors::Constraints constraints;
  constraints.Enum(request.return_consumed_capacity, "returnConsumedCapacity");
  constraints.Enum(request.return_item_collection_metrics, "returnItemCollectionMetrics");
  constraints.NotNull(present, "requestItems");
  if (constraints.ok()) ConstrainTables(*request.request_items, constraints);
  return constraints.Report();
}

// Checks each request by itself (one action, valid values, an item that is not too large), and then the number of
// requests. Returns the item of each put, and null for each delete.
Result<std::vector<Ref<Item>>> MakeItems(const Tables& tables) {
  std::vector<Ref<Item>> items;
  for (const auto& [table_name, requests] : tables) {
    for (const WriteRequest& write : requests) {
      if (write.put_request.has_value() == write.delete_request.has_value()) return errors::NotExactlyOneAction();
    }
  }
  for (const auto& [table_name, requests] : tables) {
    for (const WriteRequest& write : requests) {
      if (write.delete_request.has_value()) {
        HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, write.delete_request->key->problem()));
        items.push_back(nullptr);
        continue;
      }
      HOLDFAST_RETURN_IF_ERROR(CheckValue(kLayer, write.put_request->item->problem()));
      items.push_back(Item::Create(*write.put_request->item));
      if (items.back()->size_bytes() > limits::kItemBytesMax) return errors::ItemTooLarge();
    }
  }
  if (items.size() > limits::kBatchWriteRequestsMax) return errors::TooManyItems("BatchWriteItem");
  return items;
}

// `put`: the item that MakeItems returned for the request; null for a delete.
Result<WriteAction> PlanRequest(const std::shared_ptr<Table>& table, const WriteRequest& write, Ref<Item> put) {
  if (write.put_request.has_value()) {
    const AttributeMap& item = *write.put_request->item;
    HOLDFAST_ASSIGN_OR_RETURN(const TableKey key, KeyOfBatchItem(table->schema(), item));
    HOLDFAST_RETURN_IF_ERROR(CheckIndexRulesOfItem(*table, item));
    WriteAction action{WriteKind::kPut, table, key, table->items().HashOf(key.partition)};
    action.item = std::move(put);
    return action;
  }
  const AttributeMap& attributes = *write.delete_request->key;
  HOLDFAST_ASSIGN_OR_RETURN(const TableKey key, KeyOfLookup(table->schema(), attributes));
  WriteAction action{WriteKind::kDelete, table, key, table->items().HashOf(key.partition)};
  action.key_attributes = &attributes;
  return action;
}

Result<std::vector<WriteAction>> PlanBatch(const DatabaseState& database, const Tables& tables,
                                           std::vector<Ref<Item>> items) {
  std::vector<std::shared_ptr<Table>> found;
  for (const auto& [table_name, requests] : tables) {
    HOLDFAST_ASSIGN_OR_RETURN(std::shared_ptr<Table> table, FindTable(database, table_name));
    found.push_back(std::move(table));
  }
  std::vector<WriteAction> actions;
  actions.reserve(items.size());
  for (size_t i = 0; i < tables.size(); ++i) {
    for (const WriteRequest& write : tables[i].second) {
      HOLDFAST_ASSIGN_OR_RETURN(WriteAction action, PlanRequest(found[i], write, std::move(items[actions.size()])));
      actions.push_back(std::move(action));
    }
  }
  return actions;
}

// Returns the writes at the given positions (ascending), which are counted through all tables in request order.
Tables SelectWrites(const Tables& tables, const std::vector<size_t>& positions) {
  Tables selected;
  size_t position = 0;
  auto next = positions.begin();
  for (const auto& [table_name, requests] : tables) {
    std::vector<WriteRequest> of_table;
    for (const WriteRequest& write : requests) {
      if (next == positions.end() || position++ != *next) continue;
      of_table.push_back(write);
      ++next;
    }
    if (!of_table.empty()) selected.emplace_back(table_name, std::move(of_table));
  }
  return selected;
}

}  // namespace

Result<BatchWriteItemResponse> BatchWriteItem(DatabaseState& database, const BatchWriteItemRequest& request,
                                              WorkBudget* budget) {
  HOLDFAST_RETURN_IF_ERROR(CheckConstraints(request));
  HOLDFAST_ASSIGN_OR_RETURN(std::vector<Ref<Item>> items, MakeItems(*request.request_items));
  HOLDFAST_ASSIGN_OR_RETURN(std::vector<WriteAction> actions,
                            PlanBatch(database, *request.request_items, std::move(items)));
  if (!CheckDistinctAccesses(actions).ok()) return errors::DuplicateKeysInBatch();
  // The budget is checked before the first write: after that write the request could not be executed again.
  const auto exceeds_budget = [budget](const WriteAction& action) { return !SpendOnWrite(action, *budget); };
  if (budget != nullptr && std::any_of(actions.begin(), actions.end(), exceeds_budget)) {
    return errors::WorkBudgetExhausted();
  }

  // The writes are executed separately: a batch is no transaction.
  const ReturnConsumedCapacity capacity = request.return_consumed_capacity.value_or(ReturnConsumedCapacity::kNone);
  const bool wants_metrics = request.return_item_collection_metrics.is(ReturnItemCollectionMetrics::kSize);
  WriteCapacityCounter tally(WriteCapacityCounter::Mode::kPlain);
  CollectionMetricsByTable metrics;
  std::vector<size_t> throttled;
  for (size_t i = 0; i < actions.size(); ++i) {
    WriteAction& action = actions[i];
    action.measures_collection = wants_metrics;
    const Result<Effect> written =
        ExecuteWrite(action, database.commits, *database.clock, database.options.item_collection_bytes_max,
                     database.options.max_memory_bytes, database.throughput.get());
    if (!written.ok()) {
      if (!errors::IsThroughputExceeded(written.error())) return written.error();
      throttled.push_back(i);
      if (throttled.size() == actions.size()) return written.error();
      continue;
    }
    const Effect& effect = *written;
    if (capacity != ReturnConsumedCapacity::kNone) tally.Add(*action.table, effect);
    if (wants_metrics) {
      AddCollectionMetrics(*action.table,
                           action.item != nullptr ? action.item->attributes() : action.key_attributes->view(), effect,
                           metrics);
    }
  }
  BatchWriteItemResponse response;
  if (!throttled.empty()) response.unprocessed_items = SelectWrites(*request.request_items, throttled);
  if (capacity != ReturnConsumedCapacity::kNone) {
    response.consumed_capacity = std::move(tally).Take(capacity == ReturnConsumedCapacity::kIndexes);
    for (const auto& [table_name, writes] : *request.request_items) {
      NameAsRequested(table_name, *response.consumed_capacity);
    }
  }
  if (!metrics.empty()) response.item_collection_metrics = std::move(metrics);
  return response;
}

}  // namespace holdfast
