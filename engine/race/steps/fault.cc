#include "engine/race/steps/fault.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/transaction_errors.h"
#include "engine/race/steps/absl_view.h"
#include "engine/tables/table_name.h"

namespace holdfast::race {
namespace {

constexpr std::pair<FaultAction, std::string_view> kActionNames[] = {
    {FaultAction::kCommitThenDrop, "commit_then_drop"},
    {FaultAction::kCommitThen500, "commit_then_500"},
    {FaultAction::kCommitThenDelay, "commit_then_delay"},
    {FaultAction::kThrottle, "throttle"},
    {FaultAction::kInternalError, "internal_error"},
    {FaultAction::kConflict, "conflict"},
    {FaultAction::kDuplicate, "duplicate"},
    {FaultAction::kPartial, "partial"},
};

// 0 for requests that are no transactions.
size_t TransactionMemberCount(const Request& request) {
  const auto* const writes = std::get_if<TransactWriteItemsRequest>(&request);
  const auto* const reads = std::get_if<TransactGetItemsRequest>(&request);
  if (writes != nullptr && writes->transact_items.has_value()) return writes->transact_items->size();
  return reads != nullptr && reads->transact_items.has_value() ? reads->transact_items->size() : 0;
}

constexpr std::string_view kBatches[] = {"BatchGetItem", "BatchWriteItem"};
constexpr std::string_view kConflicting[] = {"PutItem", "UpdateItem", "DeleteItem", "TransactGetItems",
                                             "TransactWriteItems"};
constexpr std::string_view kReadingIndexes[] = {"Query", "Scan"};

template <size_t size>
bool Contains(const std::string_view (&operations)[size], std::string_view operation) {
  return std::find(std::begin(operations), std::end(operations), operation) != std::end(operations);
}

bool Applies(FaultAction action, std::string_view operation) {
  if (action == FaultAction::kPartial) return Contains(kBatches, operation);
  return action != FaultAction::kConflict || Contains(kConflicting, operation);
}

bool Applies(FaultAction action, const Request& request) {
  // DynamoDB refuses a transaction without members, so none of them can have a conflict.
  if (action == FaultAction::kConflict && IsTransaction(request) && TransactionMemberCount(request) == 0) return false;
  return Applies(action, OperationName(request));
}

}  // namespace

std::string_view NameOf(FaultAction action) {
  for (const auto& [named, name] : kActionNames) {
    if (named == action) return name;
  }
  return {};
}

std::optional<FaultAction> FaultActionFromName(std::string_view name) {
  for (const auto& [action, named] : kActionNames) {
    if (named == name) return action;
  }
  return std::nullopt;
}

std::string Describe(const FaultRule& rule) {
  std::vector<std::string> limits;
  if (!rule.operation.empty()) limits.push_back("on " + rule.operation);
  if (!rule.table.empty()) limits.push_back("table " + rule.table);
  if (!rule.index.empty()) limits.push_back("index " + rule.index);
  if (!rule.actor.empty()) limits.push_back("actor " + rule.actor);
  if (rule.nth.has_value()) limits.push_back(absl::StrCat("nth ", *rule.nth));
  const std::string text(NameOf(rule.action));
  return limits.empty() ? text : absl::StrCat(text, " (", absl::StrJoin(limits, ", "), ")");
}

std::optional<std::string> ProblemOf(const FaultRule& rule) {
  const std::string& operation = rule.operation;
  if (operation.empty()) return std::nullopt;
  if (!Applies(rule.action, operation)) {
    return absl::StrCat(ToAbsl(NameOf(rule.action)),
                        rule.action == FaultAction::kPartial ? " is for batches, not for "
                                                             : " is for transactions and writes of one item, not for ",
                        operation);
  }
  if (!rule.index.empty() && !Contains(kReadingIndexes, operation)) {
    return absl::StrCat("only Query and Scan read an index, and ", operation, " does not");
  }
  if (!rule.table.empty() && !IsOnItems(operation)) {
    return absl::StrCat("a rule for a table is for operations on items, and ", operation, " is none");
  }
  return std::nullopt;
}

std::vector<std::string_view> SortedTablesOf(const Request& request) {
  std::vector<std::string_view> tables = TablesOf(request);
  for (std::string_view& table : tables) table = BareTableName(table);
  std::sort(tables.begin(), tables.end());
  return tables;
}

bool Matches(const FaultRule& rule, std::string_view actor, const Request& request,
             const std::vector<std::string_view>& tables) {
  return (rule.operation.empty() || rule.operation == OperationName(request)) &&
         (rule.index.empty() || rule.index == IndexOf(request)) && (rule.actor.empty() || rule.actor == actor) &&
         (rule.table.empty() || std::binary_search(tables.begin(), tables.end(), rule.table)) &&
         Applies(rule.action, request);
}

Error ConflictFault(const Request& request) {
  const Error conflict = errors::TransactionConflict();
  return IsTransaction(request) ? errors::TransactionCanceledAt(0, TransactionMemberCount(request), conflict)
                                : conflict;
}

}  // namespace holdfast::race
