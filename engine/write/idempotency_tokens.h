// ClientRequestToken: a transaction that succeeded is recorded for ten minutes, so that a repetition of the request
// gets a response and is not executed.
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

// Thread-safe. A call costs a lookup and the removal of a few expired tokens; a copy costs a constant for each shard.
// Neither depends on the number of tokens.
class IdempotencyTokens {
 public:
  // How long a transaction is recorded. The window of each transaction begins at its own commit: if the clock was set
  // back, a later transaction has an earlier window.
  static constexpr absl::Duration kWindow = absl::Minutes(10);

  // `seed`: the seed of the hash. Clients that do not know it cannot choose tokens that collide.
  explicit IdempotencyTokens(uint64_t seed = 0) : hash_(seed) {}
  // Copies the committed transactions. Those in progress are not part of a copy: the original decides whether they
  // succeed.
  IdempotencyTokens(const IdempotencyTokens& other);
  IdempotencyTokens& operator=(const IdempotencyTokens&) = delete;

  // Begins the transaction of `token`. `fingerprint` identifies the request's parameters. Returns nothing if the caller
  // must execute the transaction, and then call `Commit` or `Abort`. Returns the record if the transaction was
  // committed within the window. Errors: TransactionInProgressException, IdempotentParameterMismatchException.
  Result<std::optional<ReplayRecord>> Begin(std::string_view token, uint64_t fingerprint, absl::Time now);
  // Records that the transaction succeeded, and begins the window, even if memory has run out.
  void Commit(std::string_view token, ReplayRecord record, absl::Time now) noexcept;
  // Removes the token of a transaction that failed, as if it had never been sent.
  void Abort(std::string_view token) noexcept;

  // Removes some of the expired tokens in every shard, while Begin does so only in the shard of its token. So the
  // memory of tokens is released even if no further transaction comes. Returns whether any was removed.
  bool DropSomeExpired(absl::Time now);

  // The number of recorded transactions, those in progress included.
  size_t size() const;

  // The latch of the shard that `token` belongs to.
  Latch& latch(std::string_view token) const { return shards_[hash_(token) % kShards].latch; }

 private:
  // The tokens whose hashes select this shard.
  struct Shard {
    // Null if there is none with that token.
    const TokenTransaction* Find(uint64_t hash, std::string_view token) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch);

    // Removes the transaction from `in_progress`, if it is there.
    void Erase(uint64_t hash, std::string_view token) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch);

    mutable Latch latch;
    // The transactions that are being executed, and those that were committed when there was no memory to insert them
    // into `finished`.
    absl::InlinedVector<Ref<TokenTransaction>, 2> in_progress ABSL_GUARDED_BY(latch);
    FinishedTransactions finished ABSL_GUARDED_BY(latch);
  };
  static constexpr size_t kShards = 64;

  // Selects the shard by the lowest bits of the hash: FinishedTransactions uses the highest bits.
  Shard& ShardOf(uint64_t hash) { return shards_[hash % kShards]; }

  const PartitionHash hash_;
  std::array<Shard, kShards> shards_;
};

}  // namespace holdfast
