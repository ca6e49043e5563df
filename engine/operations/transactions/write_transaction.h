// Executes the write plan of a transaction, under its ClientRequestToken if it has one: the part that
// TransactWriteItems and ExecuteTransaction share.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/work_budget.h"
#include "engine/database/database_state.h"
#include "engine/operations/request_rules/request_fields.h"
#include "engine/tables/consumed_capacity.h"
#include "engine/write/effects.h"
#include "engine/write/finished_transactions.h"
#include "engine/write/write_plan.h"

namespace holdfast {

struct TransactionToken {
  // Identifies the transaction within the database. The text must outlive the execution of the transaction.
  std::string_view text;
  // A hash of the request's parameters: a request with the same token and another fingerprint is refused.
  uint64_t fingerprint;
};

struct TransactionOutcome {
  // In the order of the plan; empty if the transaction is a repetition.
  Effects effects;
  // For a repetition, which was not executed: the record of the transaction that was executed with the same token.
  std::optional<ReplayRecord> replayed;
};

// Errors: TransactionCanceledException with a reason for each action; with a token, those of IdempotencyTokens::Begin
// and MemoryLimitReached; kWorkBudgetExhausted. `budget`: as in ExecuteWrites.
Result<TransactionOutcome> ExecuteWriteTransaction(DatabaseState& database, const WritePlan& plan,
                                                   const std::optional<TransactionToken>& token,
                                                   WorkBudget* budget = nullptr);

// The consumed capacity, if `requested` asks for it: one entry for each table, ascending by name.
std::optional<std::vector<ConsumedCapacity>> CapacityOfTransaction(const WritePlan& plan,
                                                                   const TransactionOutcome& outcome,
                                                                   const EnumField<ReturnConsumedCapacity>& requested);

}  // namespace holdfast
