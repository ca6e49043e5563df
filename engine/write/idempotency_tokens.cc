#include "engine/write/idempotency_tokens.h"

#include <bit>
#include <functional>

#include "engine/errors/transaction_errors.h"

namespace holdfast {

IdempotencyTokens::IdempotencyTokens(const IdempotencyTokens& other) {
  for (size_t i = 0; i < kShards; ++i) {
    Shard& shard = shards_[i];
    const Shard& original = other.shards_[i];
    LatchLock lock(&shard.latch);
    LatchLock lock_original(&original.latch);
    for (const Transaction* from = original.oldest; from != nullptr; from = from->next) {
      shard.Finish(shard.Insert(KeyOf(from->token), from->fingerprint), from->record, from->finished);
    }
  }
}

Result<std::optional<TransactionRecord>> IdempotencyTokens::Begin(std::string_view token, uint64_t fingerprint,
                                                                  absl::Time now) {
  const Key key = KeyOf(token);
  Shard& shard = ShardOf(key);
  LatchLock lock(&shard.latch);
  shard.DropExpired(now);
  const Transaction* const transaction = shard.Find(key);
  if (transaction == nullptr) {
    shard.Insert(key, fingerprint);
    return std::optional<TransactionRecord>();
  }
  if (transaction->fingerprint != fingerprint) return errors::IdempotentParameterMismatch();
  if (transaction->finished == absl::InfiniteFuture()) return errors::TransactionInProgress();
  return std::optional(transaction->record);
}

void IdempotencyTokens::Finish(std::string_view token, TransactionRecord record, absl::Time now) {
  const Key key = KeyOf(token);
  Shard& shard = ShardOf(key);
  LatchLock lock(&shard.latch);
  Transaction* const transaction = shard.Find(key);
  if (transaction != nullptr) shard.Finish(transaction, std::move(record), now);
}

void IdempotencyTokens::Forget(std::string_view token) {
  const Key key = KeyOf(token);
  Shard& shard = ShardOf(key);
  LatchLock lock(&shard.latch);
  const auto found = shard.transactions.find(key);
  if (found != shard.transactions.end()) shard.transactions.erase(found);
}

size_t IdempotencyTokens::size() const {
  size_t size = 0;
  for (const Shard& shard : shards_) {
    LatchLock lock(&shard.latch);
    size += shard.transactions.size();
  }
  return size;
}

IdempotencyTokens::Key IdempotencyTokens::KeyOf(std::string_view token) {
  return {token, std::hash<std::string_view>()(token)};
}

IdempotencyTokens::Shard& IdempotencyTokens::ShardOf(const Key& key) {
  // By the hash's highest bits: the set goes by the lowest.
  constexpr int kBits = std::bit_width(kShards - 1);
  static_assert(size_t{1} << kBits == kShards);
  return shards_[key.hash >> (sizeof(key.hash) * 8 - kBits)];
}

IdempotencyTokens::Transaction* IdempotencyTokens::Shard::Find(const Key& key) {
  const auto found = transactions.find(key);
  return found == transactions.end() ? nullptr : found->transaction.get();
}

IdempotencyTokens::Transaction* IdempotencyTokens::Shard::Insert(const Key& key, uint64_t fingerprint) {
  auto transaction = std::make_unique<Transaction>(
      Transaction{std::string(key.token), fingerprint, absl::InfiniteFuture(), TransactionRecord()});
  return transactions.insert({key.hash, std::move(transaction)}).first->transaction.get();
}

void IdempotencyTokens::Shard::Finish(Transaction* transaction, TransactionRecord record, absl::Time now) {
  transaction->finished = now;
  transaction->record = std::move(record);
  (newest == nullptr ? oldest : newest->next) = transaction;
  newest = transaction;
}

void IdempotencyTokens::Shard::DropExpired(absl::Time now) {
  while (oldest != nullptr && now - oldest->finished >= kWindow) {
    const Key key = KeyOf(oldest->token);
    oldest = oldest->next;
    if (oldest == nullptr) newest = nullptr;
    transactions.erase(transactions.find(key));
  }
}

}  // namespace holdfast
