// ClientRequestToken: a transaction that succeeded is remembered for ten minutes, so that the same request sent again
// is answered and not executed.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/container/inlined_vector.h"
#include "absl/time/time.h"
#include "engine/base/latch.h"
#include "engine/base/result.h"
#include "engine/storage/partition_hash.h"
#include "engine/write/finished_transactions.h"

namespace holdfast {

// Thread-safe. A call costs a lookup, and of those that have expired removes a few; a copy costs the number of shards.
// Neither depends on how many tokens are remembered.
class IdempotencyTokens {
 public:
  // By each transaction's own end, also if the clock is set back and others finish before it.
  static constexpr absl::Duration kWindow = absl::Minutes(10);

  // `seed`: of the hash, so that tokens cannot be chosen to collide.
  explicit IdempotencyTokens(uint64_t seed = 0) : hash_(seed) {}
  // Remembers the transactions that the other's had finished. Those still executed are not part of a copy: whether they
  // succeed is decided elsewhere.
  IdempotencyTokens(const IdempotencyTokens& other);
  IdempotencyTokens& operator=(const IdempotencyTokens&) = delete;

  // Says that the transaction of `token` begins. `fingerprint` identifies the request's parameters.
  // Answers nothing if it is to be executed: `Finish` or `Forget` must follow. Answers the record if it succeeded
  // within the window. Errors: TransactionInProgressException, IdempotentParameterMismatchException.
  Result<std::optional<ReplayRecord>> Begin(std::string_view token, uint64_t fingerprint, absl::Time now);
  // It succeeded; the window begins. Remembers that even if memory has run out.
  void Commit(std::string_view token, ReplayRecord record, absl::Time now) noexcept;
  // It failed, and is as if it had never been sent.
  void Abort(std::string_view token) noexcept;

  // How many are remembered.
  size_t size() const;

  // Guards what is known of `token`, and of others.
  Latch& latch(std::string_view token) const { return shards_[hash_(token) % kShards].latch; }

 private:
  // Some of the tokens.
  struct Shard {
    // Null if there is none of that token.
    const TokenTransaction* Find(uint64_t hash, std::string_view token) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch);

    // Of those that have begun.
    void Erase(uint64_t hash, std::string_view token) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch);

    mutable Latch latch;
    // As many as threads execute at this moment, and those that finished when there was no memory to insert them below.
    absl::InlinedVector<Ref<TokenTransaction>, 2> in_progress ABSL_GUARDED_BY(latch);
    FinishedTransactions finished ABSL_GUARDED_BY(latch);
  };
  static constexpr size_t kShards = 64;

  // By the hash's lowest bits: the sets go by the highest.
  Shard& ShardOf(uint64_t hash) { return shards_[hash % kShards]; }

  const PartitionHash hash_;
  std::array<Shard, kShards> shards_;
};

}  // namespace holdfast
