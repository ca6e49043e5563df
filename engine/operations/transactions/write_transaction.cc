#include "engine/operations/transactions/write_transaction.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/database/memory_limit.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/transaction_errors.h"
#include "engine/operations/transactions/transaction_request.h"
#include "engine/write/write_capacity.h"
#include "engine/write/write_path.h"

namespace holdfast {
namespace {

Error CancellationError(const WriteRefusal& refusal) {
  std::vector<CancellationReason> reasons;
  reasons.reserve(refusal.errors.size());
  for (const std::optional<Error>& error : refusal.errors) {
    reasons.push_back(errors::ReasonOf(error.has_value() ? &*error : nullptr));
  }
  return errors::TransactionCanceled(std::move(reasons));
}

ReplayRecord MakeReplayRecord(const WritePlan& plan, const Effects& effects) {
  ReplayRecord record;
  record.reserve(plan.size());
  for (size_t i = 0; i < plan.size(); ++i) {
    const auto size = [](const ItemRef& item) { return item == nullptr ? 0 : item->size_bytes(); };
    record.emplace_back(plan[i].table->name(), std::max(size(effects[i].before), size(effects[i].after)));
  }
  return record;
}

// End commits the token if the transaction has succeeded, and aborts it otherwise. The destructor calls End if there
// was no earlier call: after a failure, or after an exception (std::bad_alloc).
class TokenGuard {
 public:
  // `tokens`: null if the request has no token.
  TokenGuard(IdempotencyTokens* tokens, std::string_view token, const Clock& clock)
      : tokens_(tokens), token_(token), clock_(clock) {}
  TokenGuard(const TokenGuard&) = delete;
  TokenGuard& operator=(const TokenGuard&) = delete;
  ~TokenGuard() { End(); }

  void SetSucceeded() { succeeded_ = true; }
  void SetRecord(ReplayRecord record) { record_ = std::move(record); }
  void End() {
    if (tokens_ == nullptr) return;
    if (succeeded_) {
      tokens_->Commit(token_, std::move(record_), clock_.Now());
    } else {
      tokens_->Abort(token_);
    }
    tokens_ = nullptr;
  }

 private:
  IdempotencyTokens* tokens_;
  const std::string_view token_;
  const Clock& clock_;
  bool succeeded_ = false;
  ReplayRecord record_;
};

}  // namespace

Result<TransactionOutcome> ExecuteWriteTransaction(DatabaseState& database, const WritePlan& plan,
                                                   const std::optional<TransactionToken>& token, WorkBudget* budget) {
  TransactionOutcome outcome;
  IdempotencyTokens& tokens = database.idempotency_tokens;
  if (token.has_value()) {
    HOLDFAST_ASSIGN_OR_RETURN(outcome.replayed, tokens.Begin(token->text, token->fingerprint, database.clock->Now()));
    if (outcome.replayed.has_value()) return outcome;
  }
  TokenGuard token_guard(token.has_value() ? &tokens : nullptr, token.has_value() ? token->text : std::string_view(),
                         *database.clock);
  // Every new token takes memory, even that of a transaction that only deletes items, and is kept for ten minutes of
  // the database's clock, which may stand still.
  if (token.has_value()) HOLDFAST_RETURN_IF_ERROR(CheckMemoryLimit(database));
  Result<Effects, WriteRefusal> effects =
      ExecuteWrites(plan, database.commits, *database.clock, database.options.item_collection_bytes_max,
                    database.options.max_memory_bytes, database.throughput.get(), budget);
  if (!effects.ok()) {
    return budget != nullptr && budget->exhausted() ? errors::WorkBudgetExhausted()
                                                    : CancellationError(effects.error());
  }
  token_guard.SetSucceeded();
  if (token.has_value()) token_guard.SetRecord(MakeReplayRecord(plan, *effects));
  token_guard.End();
  outcome.effects = std::move(effects).value();
  return outcome;
}

std::optional<std::vector<ConsumedCapacity>> CapacityOfTransaction(const WritePlan& plan,
                                                                   const TransactionOutcome& outcome,
                                                                   const EnumField<ReturnConsumedCapacity>& requested) {
  const ReturnConsumedCapacity capacity = requested.value_or(ReturnConsumedCapacity::kNone);
  if (capacity == ReturnConsumedCapacity::kNone) return std::nullopt;
  WriteCapacityCounter tally(WriteCapacityCounter::Mode::kTransaction);
  if (outcome.replayed.has_value()) {
    for (const auto& [table_name, image_bytes] : *outcome.replayed) tally.AddReplay(table_name, image_bytes);
  } else {
    for (size_t i = 0; i < plan.size(); ++i) tally.Add(*plan[i].table, outcome.effects[i]);
  }
  std::vector<ConsumedCapacity> entries = std::move(tally).Take(capacity == ReturnConsumedCapacity::kIndexes);
  SortByTableName(entries);
  return entries;
}

}  // namespace holdfast
