// ClientRequestToken: a transaction that succeeded is remembered for ten minutes, so that the same request sent again
// is answered and not executed.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/time/time.h"
#include "engine/base/latch.h"
#include "engine/base/result.h"

namespace holdfast {

// What is remembered of a transaction that succeeded: for each action its table and the size of the larger image of
// its item, from which a replay's capacity is computed.
using TransactionRecord = std::vector<std::pair<std::string, size_t>>;

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
  // Answers null if it is to be executed: `Finish` or `Forget` must follow. Answers the record if it succeeded within
  // the window. Errors: TransactionInProgressException, IdempotentParameterMismatchException.
  Result<std::shared_ptr<const TransactionRecord>> Begin(std::string_view token, uint64_t fingerprint, absl::Time now);
  // It succeeded; the window begins.
  void Finish(std::string_view token, TransactionRecord record, absl::Time now);
  // It failed, and is as if it had never been sent.
  void Forget(std::string_view token);

  // How many are remembered.
  size_t size() const;

 private:
  struct Entry {
    uint64_t fingerprint;
    absl::Time finished;
    // Null while the transaction is executed.
    std::shared_ptr<const TransactionRecord> record;
  };
  struct TokenHash {
    using is_transparent = void;
    size_t operator()(std::string_view token) const { return std::hash<std::string_view>()(token); }
  };

  void DropExpired(absl::Time now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);

  mutable Latch latch_;
  absl::flat_hash_map<std::string, Entry, TokenHash, std::equal_to<>> entries_ ABSL_GUARDED_BY(latch_);
  // The finished ones, oldest first.
  std::deque<std::pair<absl::Time, std::string>> finished_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast
