#include "engine/write/idempotency_tokens.h"

#include <algorithm>
#include <new>
#include <utility>

#include "engine/errors/transaction_errors.h"

namespace holdfast {

IdempotencyTokens::IdempotencyTokens(const IdempotencyTokens& other) : hash_(other.hash_) {
  for (size_t i = 0; i < kShards; ++i) {
    Shard& shard = shards_[i];
    const Shard& original = other.shards_[i];
    LatchLock lock(&shard.latch);
    LatchLock lock_original(&original.latch);
    shard.finished = original.finished;
    for (const Ref<TokenTransaction>& transaction : original.in_progress) {
      if (transaction->is_finished()) shard.in_progress.push_back(transaction);
    }
  }
}

const TokenTransaction* IdempotencyTokens::Shard::Find(uint64_t hash, std::string_view token) const {
  for (const Ref<TokenTransaction>& transaction : in_progress) {
    if (transaction->Matches(hash, token)) return transaction.get();
  }
  return finished.Find(hash, token);
}

void IdempotencyTokens::Shard::Erase(uint64_t hash, std::string_view token) {
  const auto erased = std::find_if(in_progress.begin(), in_progress.end(),
                                   [&](const auto& transaction) { return transaction->Matches(hash, token); });
  if (erased != in_progress.end()) in_progress.erase(erased);
}

Result<std::optional<ReplayRecord>> IdempotencyTokens::Begin(std::string_view token, uint64_t fingerprint,
                                                             absl::Time now) {
  const uint64_t hash = hash_(token);
  const absl::Time expired_by = now - kWindow;
  Shard& shard = ShardOf(hash);
  LatchLock lock(&shard.latch);
  shard.finished.DropSomeExpired(hash, expired_by);
  const TokenTransaction* const found = shard.Find(hash, token);
  if (found == nullptr || found->finished <= expired_by) {
    shard.Erase(hash, token);
    shard.in_progress.push_back(Ref<TokenTransaction>::Adopt(new TokenTransaction(token, hash, fingerprint)));
    return std::optional<ReplayRecord>();
  }
  if (found->fingerprint != fingerprint) return errors::IdempotentParameterMismatch();
  if (!found->is_finished()) return errors::TransactionInProgress();
  return std::optional(found->record);
}

void IdempotencyTokens::Commit(std::string_view token, ReplayRecord record, absl::Time now) noexcept {
  const uint64_t hash = hash_(token);
  Shard& shard = ShardOf(hash);
  LatchLock lock(&shard.latch);
  for (Ref<TokenTransaction>& transaction : shard.in_progress) {
    if (!transaction->Matches(hash, token)) continue;
    transaction->Finish(now, std::move(record));
    break;
  }
  try {
    while (!shard.in_progress.empty()) {
      const auto finished = std::find_if(shard.in_progress.begin(), shard.in_progress.end(),
                                         [](const auto& transaction) { return transaction->is_finished(); });
      if (finished == shard.in_progress.end()) break;
      shard.finished.Insert(*finished);
      shard.in_progress.erase(finished);
    }
  } catch (const std::bad_alloc&) {
    // The transaction stays in `in_progress`, where Begin finds it, and the next commit in this shard inserts it.
  }
}

void IdempotencyTokens::Abort(std::string_view token) noexcept {
  const uint64_t hash = hash_(token);
  Shard& shard = ShardOf(hash);
  LatchLock lock(&shard.latch);
  shard.Erase(hash, token);
}

bool IdempotencyTokens::DropSomeExpired(absl::Time now) {
  bool dropped = false;
  for (Shard& shard : shards_) {
    LatchLock lock(&shard.latch);
    dropped |= shard.finished.SweepSomeLeaves(now - kWindow);
  }
  return dropped;
}

size_t IdempotencyTokens::size() const {
  size_t size = 0;
  for (const Shard& shard : shards_) {
    LatchLock lock(&shard.latch);
    size += shard.finished.size() + shard.in_progress.size();
  }
  return size;
}

}  // namespace holdfast
