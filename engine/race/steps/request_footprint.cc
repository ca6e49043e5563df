#include "engine/race/steps/request_footprint.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "engine/expressions/key_condition_expression.h"
#include "engine/expressions/placeholders.h"
#include "engine/expressions/syntax/syntax_tree.h"
#include "engine/expressions/update_expression.h"
#include "engine/indexes/index_entry.h"
#include "engine/operations/queries/page_request.h"
#include "engine/operations/queries/query_plan.h"
#include "engine/race/steps/absl_view.h"
#include "engine/race/steps/operation_text.h"
#include "engine/schema/key_rules.h"
#include "engine/tables/table_name.h"

namespace holdfast::race {
namespace {

bool IsValue(const SyntaxTree& tree, uint32_t node) { return tree[node].kind == NodeKind::kValue; }

// Whether the operand of a SET of `target` is the stored value, alone or with a value of the request added, subtracted,
// appended or as its default.
bool KeepsStored(const UpdateExpression& update, uint32_t node, const DocumentPath& target) {
  const SyntaxTree& tree = update.tree();
  const uint32_t first = tree.first(node);
  switch (tree[node].kind) {
    case NodeKind::kPath:
      return update.read_paths()[tree[node].leaf] == target;
    case NodeKind::kIfNotExists:
    case NodeKind::kMinus:
      return KeepsStored(update, first, target) && IsValue(tree, tree.next(first));
    case NodeKind::kPlus:
    case NodeKind::kListAppend:
      return (KeepsStored(update, first, target) && IsValue(tree, tree.next(first))) ||
             (IsValue(tree, first) && KeepsStored(update, tree.next(first), target));
    default:
      return false;
  }
}

// Whether the update overwrites no other update, because it only adds to what is stored or removes members of sets:
// with ADD, DELETE, or a SET such as `n = n + :one` or `l = list_append(if_not_exists(l, :empty), :new)`.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithItems.html#WorkingWithItems.AtomicCounters
bool KeepsOtherUpdates(const std::optional<std::string>& expression, const ExpressionFields& fields) {
  if (!expression.has_value()) return false;
  Placeholders placeholders(fields);
  if (placeholders.first_value_problem() != nullptr) return false;
  const Result<UpdateExpression> update = UpdateExpression::Parse(*expression, &placeholders);
  if (!update.ok()) return false;
  for (size_t i = 0; i < update->actions().size(); ++i) {
    const UpdateAction& action = update->actions()[i];
    if (action.kind == UpdateActionKind::kRemove) return false;
    if (action.kind == UpdateActionKind::kSet && !KeepsStored(*update, action.operand, update->targets()[i])) {
      return false;
    }
  }
  return true;
}

// The same for the legacy AttributeUpdates, whose DELETE without a value removes the attribute.
bool KeepsOtherUpdates(const AttributeUpdates& updates) {
  return std::all_of(updates.begin(), updates.end(), [](const auto& entry) {
    const AttributeValueUpdate& update = entry.second;
    return update.action.is(AttributeAction::kAdd) ||
           (update.action.is(AttributeAction::kDelete) && update.value.has_value());
  });
}

class TargetCollector {
 public:
  explicit TargetCollector(const TableFinder& find_table) : find_table_(find_table) {}

  // `is_key`: whether `attributes` is a Key and not a whole item.
  void Add(const std::optional<std::string>& table_name, const std::optional<AttributeMap>& attributes, bool is_key,
           bool writes, bool conditional = false, bool keeps_other_updates = false) {
    targets_.emplace_back();
    if (!table_name.has_value() || !attributes.has_value() || attributes->problem() != nullptr) return;
    const std::shared_ptr<Table> table = find_table_(*table_name);
    if (table == nullptr) return;
    const TableSchema& schema = table->schema();
    const Result<TableKey> key = is_key ? KeyOfLookup(schema, *attributes) : KeyOfItem(schema, *attributes);
    if (!key.ok()) return;
    targets_.back() = Target{{schema.name, std::string(key->partition), std::string(key->sort)},
                             KeyText(schema, *attributes),
                             writes,
                             conditional,
                             keeps_other_updates,
                             /*is_put=*/!is_key};
  }

  void Add(const GetItemRequest& get) { Add(get.table_name, get.key, true, false); }
  void Add(const PutItemRequest& put) { Add(put.table_name, put.item, false, true, IsConditional(put)); }
  void Add(const UpdateItemRequest& update) {
    Add(update.table_name, update.key, true, true, IsConditional(update),
        update.attribute_updates.has_value() ? KeepsOtherUpdates(*update.attribute_updates)
                                             : KeepsOtherUpdates(update.update_expression, update.expression_fields));
  }
  void Add(const DeleteItemRequest& deletion) {
    Add(deletion.table_name, deletion.key, true, true, IsConditional(deletion));
  }
  void Add(const QueryRequest&) {}
  void Add(const ScanRequest&) {}
  void Add(const OpaqueRequest&) {}
  void Add(const BatchGetItemRequest& batch) {
    if (!batch.request_items.has_value()) return;
    for (const auto& [table, members] : *batch.request_items) {
      if (!members.keys.has_value()) continue;
      for (const AttributeMap& key : *members.keys) Add(table, key, true, false);
    }
  }
  void Add(const BatchWriteItemRequest& batch) {
    if (!batch.request_items.has_value()) return;
    for (const auto& [table, members] : *batch.request_items) {
      for (const WriteRequest& write : members) {
        if (write.put_request.has_value()) {
          Add(table, write.put_request->item, false, true);
        } else {
          Add(table, write.delete_request.has_value() ? write.delete_request->key : std::nullopt, true, true);
        }
      }
    }
  }
  void Add(const TransactGetItemsRequest& gets) {
    if (!gets.transact_items.has_value()) return;
    for (const TransactGetItem& item : *gets.transact_items) {
      const TransactGetItem::Get get = item.get.value_or(TransactGetItem::Get());
      Add(get.table_name, get.key, true, false);
    }
  }
  void Add(const TransactWriteItemsRequest& writes) {
    if (!writes.transact_items.has_value()) return;
    for (const TransactWriteItem& item : *writes.transact_items) {
      if (item.put.has_value()) {
        Add(item.put->table_name, item.put->item, false, true, item.put->condition_expression.has_value());
      } else if (item.update.has_value()) {
        Add(item.update->table_name, item.update->key, true, true, item.update->condition_expression.has_value(),
            KeepsOtherUpdates(item.update->update_expression, item.update->expression_fields));
      } else if (item.delete_item.has_value()) {
        Add(item.delete_item->table_name, item.delete_item->key, true, true,
            item.delete_item->condition_expression.has_value());
      } else if (item.condition_check.has_value()) {
        Add(item.condition_check->table_name, item.condition_check->key, true, false, true);
      } else {
        targets_.emplace_back();
      }
    }
  }

  std::vector<std::optional<Target>> Take() { return std::move(targets_); }

 private:
  template <typename Write>
  static bool IsConditional(const Write& request) {
    return request.condition_expression.has_value() || request.expected.has_value();
  }

  const TableFinder& find_table_;
  std::vector<std::optional<Target>> targets_;
};

Area KeyArea(const ItemName& item, bool writes) {
  return Area::Key(TableSpace(item.table), item.partition, item.sort, writes);
}

// The area of a Query with a KeyConditionExpression.
Area QueryArea(const ReadTarget& target, const PartitionRange& read) {
  const std::string& table = target.table->name();
  if (target.local_order.has_value()) return Area::Partition(TableSpace(table), read.partition_key, false);
  Area area = target.global_index != nullptr
                  ? Area::Partition(IndexSpace(table, target.global_index->schema.name), read.partition_key, false)
                  : Area::Partition(TableSpace(table), read.partition_key, false);
  area.lower = read.range.lower;
  area.upper = read.range.upper;
  return area;
}

// The whole table or global index that a Query or Scan reads.
Area WholeArea(const ReadTarget& target) {
  const std::string& table = target.table->name();
  return Area::All(
      target.global_index != nullptr ? IndexSpace(table, target.global_index->schema.name) : TableSpace(table), false);
}

// These overloads add the area that a Scan or a Query reads.
void AddReadRange(const ScanRequest& scan, const TableFinder& find_table, Footprint& footprint) {
  if (!scan.table_name.has_value()) return;
  std::shared_ptr<Table> table = find_table(*scan.table_name);
  if (table == nullptr) return;
  const Result<ReadTarget> target = FindReadTarget(std::move(table), scan.index_name, scan.consistent_read);
  if (target.ok()) footprint.Add(WholeArea(*target));
}

void AddReadRange(const QueryRequest& query, const TableFinder& find_table, Footprint& footprint) {
  if (!query.table_name.has_value()) return;
  std::shared_ptr<Table> table = find_table(*query.table_name);
  if (table == nullptr) return;
  const Result<ReadTarget> target = FindReadTarget(std::move(table), query.index_name, query.consistent_read);
  if (!target.ok()) return;
  if (!query.key_condition_expression.has_value()) return footprint.Add(WholeArea(*target));
  Placeholders placeholders(query.expression_fields);
  if (placeholders.first_value_problem() != nullptr) return;
  const Result<KeyConditionExpression> condition =
      KeyConditionExpression::Parse(*query.key_condition_expression, &placeholders);
  if (!condition.ok()) return;
  const Result<PartitionRange> read = RangeOfQuery(*target, condition->clauses(), true, std::nullopt);
  if (read.ok()) footprint.Add(QueryArea(*target, *read));
}

template <typename Other>
void AddReadRange(const Other&, const TableFinder&, Footprint&) {}

void AddStream(const Table& table, Footprint& footprint) {
  if (table.structure().stream != nullptr) {
    footprint.Add(Area::All(absl::StrCat("stream/", table.name()), true));
  }
}

}  // namespace

std::string TableSpace(std::string_view table) { return absl::StrCat("table/", ToAbsl(table)); }
std::string IndexSpace(std::string_view table, std::string_view index) {
  return absl::StrCat("index/", ToAbsl(table), "/", ToAbsl(index));
}

std::string KeyText(const TableSchema& schema, AttributeMapView attributes) {
  std::string text;
  for (const KeyAttribute* attribute : {&schema.partition_key(), schema.sort_key()}) {
    if (attribute == nullptr) continue;
    const std::optional<ValueView> value = attributes.Find(attribute->name);
    if (value.has_value()) absl::StrAppend(&text, text.empty() ? "" : "/", DescribeKeyValue(*value));
  }
  return text;
}

TableFinder FinderByBareName(const Database& database) {
  return [&](std::string_view table_name) { return database.FindTable(BareTableName(table_name)); };
}

std::vector<std::optional<Target>> TargetsOf(const Request& request, const TableFinder& find_table) {
  TargetCollector collector(find_table);
  std::visit([&](const auto& typed) { collector.Add(typed); }, request);
  return collector.Take();
}

std::vector<std::optional<Target>> UnprocessedTargets(const Result<Response>& outcome, const TableFinder& find_table) {
  const auto* const response = outcome.ok() ? std::get_if<BatchWriteItemResponse>(&outcome.value()) : nullptr;
  if (response == nullptr) return {};
  BatchWriteItemRequest rest;
  rest.request_items = response->unprocessed_items;
  return TargetsOf(rest, find_table);
}

bool Contains(const std::vector<std::optional<Target>>& targets, const ItemName& item) {
  return std::any_of(targets.begin(), targets.end(),
                     [&](const auto& target) { return target.has_value() && target->item == item; });
}

Footprint FootprintOfPossibleWrite(const Table& table, const ItemName& item) {
  Footprint footprint;
  footprint.Add(KeyArea(item, true));
  for (const std::shared_ptr<GlobalIndex>& index : table.global_indexes()) {
    footprint.Add(Area::All(IndexSpace(table.name(), index->schema.name), true));
  }
  AddStream(table, footprint);
  return footprint;
}

Footprint FootprintOf(const Request& request, const TableFinder& find_table) {
  Footprint footprint;
  if (const auto* const other = std::get_if<OpaqueRequest>(&request)) {
    footprint.everything = true;
    for (const std::string& table : other->tables) {
      footprint.Add(Area::All(TableSpace(BareTableName(table)), MayWrite(request)));
    }
    return footprint;
  }
  for (const std::optional<Target>& target : TargetsOf(request, find_table)) {
    if (!target.has_value()) continue;
    const std::shared_ptr<Table> table = target->writes ? find_table(target->item.table) : nullptr;
    if (table != nullptr) {
      footprint.Add(FootprintOfPossibleWrite(*table, target->item));
    } else {
      footprint.Add(KeyArea(target->item, false));
    }
  }
  std::visit([&](const auto& typed) { AddReadRange(typed, find_table, footprint); }, request);
  return footprint;
}

Footprint FootprintOfWrite(const Table& table, const ItemName& item, const ItemRef& before, const ItemRef& after) {
  Footprint footprint;
  const bool changed = before.get() != after.get();
  footprint.Add(KeyArea(item, changed));
  if (!changed) return footprint;
  for (const std::shared_ptr<GlobalIndex>& index : table.global_indexes()) {
    for (const ItemRef& version : {before, after}) {
      if (version == nullptr) continue;
      std::optional<GlobalEntryKey> key =
          GlobalEntryKeyOf(table.schema(), index->schema, index->entries.hash(), version->attributes());
      if (!key.has_value()) continue;
      footprint.Add(Area::Key(IndexSpace(table.name(), index->schema.name), std::move(key->partition),
                              std::move(key->sort), true));
    }
  }
  AddStream(table, footprint);
  return footprint;
}

}  // namespace holdfast::race
