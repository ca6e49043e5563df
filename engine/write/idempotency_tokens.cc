#include "engine/write/idempotency_tokens.h"

#include "engine/errors/transaction_errors.h"

namespace holdfast {

IdempotencyTokens::IdempotencyTokens(const IdempotencyTokens& other) {
  LatchLock lock(&latch_);
  LatchLock lock_other(&other.latch_);
  for (const auto& [token, entry] : other.entries_) {
    if (entry.record != nullptr) entries_.emplace(token, entry);
  }
  finished_ = other.finished_;
}

Result<std::shared_ptr<const TransactionRecord>> IdempotencyTokens::Begin(std::string_view token, uint64_t fingerprint,
                                                                          absl::Time now) {
  LatchLock lock(&latch_);
  DropExpired(now);
  const auto found = entries_.find(token);
  if (found == entries_.end()) {
    entries_.emplace(std::string(token), Entry{fingerprint, absl::InfiniteFuture(), nullptr});
    return std::shared_ptr<const TransactionRecord>();
  }
  const Entry& entry = found->second;
  if (entry.fingerprint != fingerprint) return errors::IdempotentParameterMismatch();
  if (entry.record == nullptr) return errors::TransactionInProgress();
  return entry.record;
}

void IdempotencyTokens::Finish(std::string_view token, TransactionRecord record, absl::Time now) {
  auto shared = std::make_shared<const TransactionRecord>(std::move(record));
  LatchLock lock(&latch_);
  const auto found = entries_.find(token);
  if (found == entries_.end()) return;
  found->second.finished = now;
  found->second.record = std::move(shared);
  finished_.emplace_back(now, std::string(token));
}

void IdempotencyTokens::Forget(std::string_view token) {
  LatchLock lock(&latch_);
  const auto found = entries_.find(token);
  if (found != entries_.end()) entries_.erase(found);
}

size_t IdempotencyTokens::size() const {
  LatchLock lock(&latch_);
  return entries_.size();
}

void IdempotencyTokens::DropExpired(absl::Time now) {
  while (!finished_.empty() && now - finished_.front().first >= kWindow) {
    const auto found = entries_.find(finished_.front().second);
    // The token may have been used anew since.
    if (found != entries_.end() && found->second.finished == finished_.front().first) entries_.erase(found);
    finished_.pop_front();
  }
}

}  // namespace holdfast
