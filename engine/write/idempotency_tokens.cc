#include "engine/write/idempotency_tokens.h"

#include "engine/errors/transaction_errors.h"

namespace holdfast {

IdempotencyTokens::IdempotencyTokens(const IdempotencyTokens& other) {
  LatchLock lock(&latch_);
  LatchLock lock_other(&other.latch_);
  for (const Transaction* const transaction : other.finished_) finished_.push_back(&Insert(*transaction));
}

const IdempotencyTokens::Transaction& IdempotencyTokens::Insert(Transaction transaction) {
  const size_t hash = HashOf(transaction.token);
  return *transactions_.insert({hash, std::make_unique<Transaction>(std::move(transaction))}).first->transaction;
}

Result<std::optional<TransactionRecord>> IdempotencyTokens::Begin(std::string_view token, uint64_t fingerprint,
                                                                  absl::Time now) {
  LatchLock lock(&latch_);
  DropExpired(now);
  const auto found = transactions_.find(token);
  if (found == transactions_.end()) {
    Insert({std::string(token), fingerprint, absl::InfiniteFuture(), {}});
    return std::optional<TransactionRecord>();
  }
  const Transaction& transaction = *found->transaction;
  if (transaction.fingerprint != fingerprint) return errors::IdempotentParameterMismatch();
  if (transaction.finished == absl::InfiniteFuture()) return errors::TransactionInProgress();
  return std::optional(transaction.record);
}

void IdempotencyTokens::Finish(std::string_view token, TransactionRecord record, absl::Time now) {
  LatchLock lock(&latch_);
  const auto found = transactions_.find(token);
  if (found == transactions_.end()) return;
  Transaction& transaction = *found->transaction;
  transaction.finished = now;
  transaction.record = std::move(record);
  finished_.push_back(&transaction);
}

void IdempotencyTokens::Forget(std::string_view token) {
  LatchLock lock(&latch_);
  const auto found = transactions_.find(token);
  if (found != transactions_.end()) transactions_.erase(found);
}

size_t IdempotencyTokens::size() const {
  LatchLock lock(&latch_);
  return transactions_.size();
}

void IdempotencyTokens::DropExpired(absl::Time now) {
  while (!finished_.empty() && now - finished_.front()->finished >= kWindow) {
    const auto found = transactions_.find(finished_.front()->token);
    finished_.pop_front();
    transactions_.erase(found);
  }
}

}  // namespace holdfast
