#include "engine/race/steps/fault.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "engine/errors/general_errors.h"
#include "engine/errors/transaction_errors.h"
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

bool Applies(FaultAction action, const Request& request) {
  const bool batch =
      std::holds_alternative<BatchGetItemRequest>(request) || std::holds_alternative<BatchWriteItemRequest>(request);
  if (action == FaultAction::kPartial) return batch;
  if (action != FaultAction::kConflict) return true;
  return TransactionMemberCount(request) > 0 || std::holds_alternative<PutItemRequest>(request) ||
         std::holds_alternative<UpdateItemRequest>(request) || std::holds_alternative<DeleteItemRequest>(request);
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

bool Matches(const FaultRule& rule, std::string_view actor, const Request& request) {
  const std::vector<std::string_view> tables = TablesOf(request);
  const bool matches_table =
      rule.table.empty() || std::any_of(tables.begin(), tables.end(),
                                        [&](std::string_view table) { return BareTableName(table) == rule.table; });
  return matches_table && (rule.operation.empty() || rule.operation == OperationName(request)) &&
         (rule.index.empty() || rule.index == IndexOf(request)) && (rule.actor.empty() || rule.actor == actor) &&
         Applies(rule.action, request);
}

Error ConflictFault(const Request& request) {
  const Error conflict = errors::TransactionConflict();
  return IsTransaction(request) ? errors::TransactionCanceledAt(0, TransactionMemberCount(request), conflict)
                                : conflict;
}

}  // namespace holdfast::race
