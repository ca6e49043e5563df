#include "engine/race/steps/operation.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <type_traits>

#include "engine/base/limits.h"
#include "engine/expressions/syntax/lexer.h"
#include "engine/tables/table_name.h"

namespace holdfast::race {
namespace {

template <typename... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

constexpr std::array<std::string_view, 10> kOperationNames = {
    "GetItem", "PutItem",      "UpdateItem",     "DeleteItem",       "Query",
    "Scan",    "BatchGetItem", "BatchWriteItem", "TransactGetItems", "TransactWriteItems"};
constexpr std::array<std::string_view, 3> kPartiqlNames = {"ExecuteStatement", "BatchExecuteStatement",
                                                           "ExecuteTransaction"};
constexpr std::string_view kLetters = "GPUDQSbBtTo";

template <size_t size>
bool Contains(const std::array<std::string_view, size>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

const TransactWriteItem::Action* ActionOf(const TransactWriteItem& item) {
  if (item.condition_check.has_value()) return &*item.condition_check;
  if (item.put.has_value()) return &*item.put;
  if (item.delete_item.has_value()) return &*item.delete_item;
  if (item.update.has_value()) return &*item.update;
  return nullptr;
}

// Whether the member TableName names the table, or `table` is "*".
bool Names(const std::optional<std::string>& table_name, std::string_view table) {
  return table == "*" || (table_name.has_value() && BareTableName(*table_name) == table);
}

// The placeholders in an expression; none if it is too long to be valid.
std::set<std::string_view> PlaceholdersIn(const std::optional<std::string>& expression, ExpressionKind kind) {
  std::set<std::string_view> references;
  if (!expression.has_value() || expression->size() > limits::kExpressionBytesMax) return references;
  for (const Token& token : Tokenize(*expression, kind)) {
    if (token.kind == TokenKind::kNameReference || token.kind == TokenKind::kValueReference) {
      references.insert(token.TextIn(*expression));
    }
  }
  return references;
}

// Replaces the condition by one that is true for every item, and removes the placeholders that no expression uses any
// more, because DynamoDB refuses them. A condition that is too long stays, and is refused. Returns whether there was a
// condition.
bool MakeTrue(std::optional<std::string>& condition, const std::optional<std::string>& update,
              ExpressionFields& fields) {
  if (!condition.has_value()) return false;
  if (condition->size() > limits::kExpressionBytesMax) return true;
  const std::set<std::string_view> in_condition = PlaceholdersIn(condition, ExpressionKind::kCondition);
  const std::set<std::string_view> in_update = PlaceholdersIn(update, ExpressionKind::kUpdate);
  const auto remove_unused = [&](auto& map) {
    if (!map.has_value()) return;
    const size_t removed = std::erase_if(*map, [&](const auto& entry) {
      return in_condition.count(entry.first) != 0 && in_update.count(entry.first) == 0;
    });
    // An empty map is refused, too.
    if (removed > 0 && map->empty()) map.reset();
  };
  remove_unused(fields.names);
  remove_unused(fields.values);
  condition = "attribute_exists(holdfast) OR attribute_not_exists(holdfast)";
  return true;
}

template <typename Write>
bool IgnoreConditionsOf(std::string_view table, Write& request) {
  if (!Names(request.table_name, table)) return false;
  const bool legacy = request.expected.has_value();
  request.expected.reset();
  if (legacy) request.conditional_operator = {};
  std::optional<std::string> update;
  if constexpr (requires { request.update_expression; }) update = request.update_expression;
  return MakeTrue(request.condition_expression, update, request.expression_fields) || legacy;
}

bool IgnoreConditionsOf(std::string_view table, TransactWriteItemsRequest& request) {
  if (!request.transact_items.has_value()) return false;
  bool found = false;
  for (TransactWriteItem& item : *request.transact_items) {
    auto* const action = const_cast<TransactWriteItem::Action*>(ActionOf(item));
    if (action == nullptr || !Names(action->table_name, table)) continue;
    const std::optional<std::string> update = item.update.has_value() ? item.update->update_expression : std::nullopt;
    found |= MakeTrue(action->condition_expression, update, action->expression_fields);
  }
  return found;
}

}  // namespace

std::string_view OperationName(const Request& request) {
  if (const auto* other = std::get_if<OpaqueRequest>(&request)) return other->name;
  return kOperationNames[request.index()];
}

bool IsOnItems(std::string_view operation) {
  return Contains(kOperationNames, operation) || Contains(kPartiqlNames, operation);
}

char OperationLetter(const Request& request) { return kLetters[request.index()]; }

bool IsPartiql(const Request& request) {
  const auto* const other = std::get_if<OpaqueRequest>(&request);
  return other != nullptr && Contains(kPartiqlNames, other->name);
}

bool IsTransaction(const Request& request) {
  return std::holds_alternative<TransactWriteItemsRequest>(request) ||
         std::holds_alternative<TransactGetItemsRequest>(request);
}

bool MayWrite(const Request& request) {
  if (const auto* other = std::get_if<OpaqueRequest>(&request)) return !other->only_reads;
  return std::visit(
      [](const auto& typed) {
        using T = std::decay_t<decltype(typed)>;
        return !(std::is_same_v<T, GetItemRequest> || std::is_same_v<T, QueryRequest> ||
                 std::is_same_v<T, ScanRequest> || std::is_same_v<T, BatchGetItemRequest> ||
                 std::is_same_v<T, TransactGetItemsRequest>);
      },
      request);
}

bool IsEventuallyConsistent(const Request& request) {
  return std::visit(
      Overloaded{[](const GetItemRequest& get) { return !get.consistent_read; },
                 [](const QueryRequest& query) { return !query.consistent_read; },
                 [](const ScanRequest& scan) { return !scan.consistent_read; },
                 [](const BatchGetItemRequest& batch) {
                   return batch.request_items.has_value() &&
                          std::none_of(batch.request_items->begin(), batch.request_items->end(),
                                       [](const auto& table) { return table.second.consistent_read.value_or(false); });
                 },
                 [](const auto&) { return false; }},
      request);
}

std::vector<std::string_view> TablesOf(const Request& request) {
  std::vector<std::string_view> tables;
  const auto add = [&](const std::optional<std::string>& name) {
    if (name.has_value() && std::find(tables.begin(), tables.end(), *name) == tables.end()) tables.push_back(*name);
  };
  const auto add_batch = [&](const auto& batch) {
    if (!batch.request_items.has_value()) return;
    for (const auto& [name, members] : *batch.request_items) tables.push_back(name);
  };
  std::visit(Overloaded{[&](const OpaqueRequest& other) { tables.assign(other.tables.begin(), other.tables.end()); },
                        [&](const BatchGetItemRequest& batch) { add_batch(batch); },
                        [&](const BatchWriteItemRequest& batch) { add_batch(batch); },
                        [&](const TransactGetItemsRequest& gets) {
                          if (!gets.transact_items.has_value()) return;
                          for (const TransactGetItem& item : *gets.transact_items) {
                            if (item.get.has_value()) add(item.get->table_name);
                          }
                        },
                        [&](const TransactWriteItemsRequest& writes) {
                          if (!writes.transact_items.has_value()) return;
                          for (const TransactWriteItem& item : *writes.transact_items) {
                            if (const auto* action = ActionOf(item)) add(action->table_name);
                          }
                        },
                        [&](const auto& of_one_table) { add(of_one_table.table_name); }},
             request);
  return tables;
}

std::string_view IndexOf(const Request& request) {
  const std::optional<std::string>* name = nullptr;
  if (const auto* query = std::get_if<QueryRequest>(&request)) name = &query->index_name;
  if (const auto* scan = std::get_if<ScanRequest>(&request)) name = &scan->index_name;
  return name != nullptr && name->has_value() ? std::string_view(**name) : std::string_view();
}

bool IgnoreConditions(std::string_view table, Request& request) {
  const bool ignored =
      std::visit(Overloaded{[&](PutItemRequest& put) { return IgnoreConditionsOf(table, put); },
                            [&](UpdateItemRequest& update) { return IgnoreConditionsOf(table, update); },
                            [&](DeleteItemRequest& deletion) { return IgnoreConditionsOf(table, deletion); },
                            [&](TransactWriteItemsRequest& writes) { return IgnoreConditionsOf(table, writes); },
                            [](auto&) { return false; }},
                 request);
  if (ignored) request.attachment = nullptr;
  return ignored;
}

}  // namespace holdfast::race
