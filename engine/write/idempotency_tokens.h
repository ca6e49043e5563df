// ClientRequestToken: a transaction that succeeded is remembered for ten minutes, so that the same request sent again
// is answered and not executed.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "absl/time/time.h"
#include "engine/base/latch.h"
#include "engine/base/result.h"

namespace holdfast {

// What is remembered of a transaction that succeeded: for each action its table and the size of the larger image of
// its item, from which a replay's capacity is computed.
using TransactionRecord = absl::InlinedVector<std::pair<std::string, size_t>, 2>;

// Thread-safe. A call costs a hash lookup however many tokens are remembered.
class IdempotencyTokens {
 public:
  static constexpr absl::Duration kWindow = absl::Minutes(10);

  IdempotencyTokens() = default;
  // Remembers the transactions that the other's had finished. Those still executed are not part of a copy: whether they
  // succeed is decided elsewhere.
  IdempotencyTokens(const IdempotencyTokens& other);
  IdempotencyTokens& operator=(const IdempotencyTokens&) = delete;

  // Says that the transaction of `token` begins. `fingerprint` identifies the request's parameters.
  // Answers nothing if it is to be executed: `Finish` or `Forget` must follow. Answers the record if it succeeded
  // within the window. Errors: TransactionInProgressException, IdempotentParameterMismatchException.
  Result<std::optional<TransactionRecord>> Begin(std::string_view token, uint64_t fingerprint, absl::Time now);
  // It succeeded; the window begins.
  void Finish(std::string_view token, TransactionRecord record, absl::Time now);
  // It failed, and is as if it had never been sent.
  void Forget(std::string_view token);

  // How many are remembered.
  size_t size() const;

 private:
  struct Key {
    std::string_view token;
    size_t hash;
  };
  struct Transaction {
    std::string token;
    uint64_t fingerprint;
    // In the infinite future while it is executed.
    absl::Time finished;
    TransactionRecord record;
    // The one that finished next in the same shard.
    Transaction* next = nullptr;
  };
  // The token's hash is kept beside the pointer, so that the set grows without a look at a million tokens in memory.
  struct Slot {
    size_t hash;
    std::unique_ptr<Transaction> transaction;
  };
  struct HashOf {
    using is_transparent = void;
    size_t operator()(const Key& key) const { return key.hash; }
    size_t operator()(const Slot& slot) const { return slot.hash; }
  };
  struct SameToken {
    using is_transparent = void;
    static std::string_view TokenOf(const Key& key) { return key.token; }
    static std::string_view TokenOf(const Slot& slot) { return slot.transaction->token; }
    template <typename A, typename B>
    bool operator()(const A& a, const B& b) const {
      return TokenOf(a) == TokenOf(b);
    }
  };

  // Some of the tokens.
  struct Shard {
    Transaction* Find(const Key& key) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch);
    Transaction* Insert(const Key& key, uint64_t fingerprint) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch);
    void Finish(Transaction* transaction, TransactionRecord record, absl::Time now)
        ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch);
    void DropExpired(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch);

    mutable Latch latch;
    absl::flat_hash_set<Slot, HashOf, SameToken> transactions ABSL_GUARDED_BY(latch);
    // Of the finished ones.
    Transaction* oldest ABSL_GUARDED_BY(latch) = nullptr;
    Transaction* newest ABSL_GUARDED_BY(latch) = nullptr;
  };
  // While a set grows nobody else comes to it: with a million tokens for milliseconds, in sets of this many.
  static constexpr size_t kShards = 32;

  static Key KeyOf(std::string_view token);
  Shard& ShardOf(const Key& key);

  std::array<Shard, kShards> shards_;
};

}  // namespace holdfast
