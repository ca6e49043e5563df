// The transactions of one shard of IdempotencyTokens that have finished, ordered by the hashes of their tokens: a set
// whose copies share nodes (copy-on-write).
//
//   branch   sixteen children, by the next four bits of the hash; some may be missing
//      └── leaf   up to sixteen transactions; more only if their hashes are equal
//
// Nodes are changed in place while unshared and copied along the path when shared, so a copy costs one reference, and
// the first change after it copies one path. A full leaf is split; the set is never rehashed as a whole.
//
// Thread safety: that of a value type. A copy may be used on another thread while the original changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/time/time.h"
#include "engine/base/ref_counted.h"

namespace holdfast {

// The record of a transaction that succeeded: for each action its table and the size of its item before or after the
// action, whichever is larger. The capacity that a replay consumes is computed from it.
using ReplayRecord = absl::InlinedVector<std::pair<std::string, size_t>, 2>;

// Its memory is counted in StoredBytes.
struct TokenTransaction : RefCounted<TokenTransaction> {
  TokenTransaction(std::string_view client_token, uint64_t token_hash, uint64_t request_fingerprint);
  ~TokenTransaction();
  static void Destroy(const TokenTransaction* transaction) { delete transaction; }

  bool Matches(uint64_t other_hash, std::string_view other_token) const {
    return hash == other_hash && token == other_token;
  }
  bool is_finished() const { return finished != absl::InfiniteFuture(); }
  // To be called at most once.
  void Finish(absl::Time time, ReplayRecord replay_record) noexcept;

  const std::string token;
  const uint64_t hash;
  const uint64_t fingerprint;
  // Set by Finish.
  absl::Time finished = absl::InfiniteFuture();
  ReplayRecord record;

 private:
  size_t CountedBytes() const;
};

class FinishedTransactions {
 public:
  // Null if there is none with that token.
  const TokenTransaction* Find(uint64_t hash, std::string_view token) const;
  // Adds a transaction, or replaces the one with the same token. If memory runs out, throws and leaves the set of
  // transactions unchanged.
  void Insert(Ref<const TokenTransaction> transaction);
  // Removes the transactions of the leaf of `hash` that finished at or before `expired_by`; the caller reads that leaf
  // anyway. Also sweeps other leaves, cyclically in the order of hashes: three in each call while the set is small,
  // otherwise one in every second call. So every transaction is examined once in a number of calls proportional to the
  // number of leaves, independently of the order in which transactions finished. Examines no leaf while `expired_by` is
  // before a lower bound of the times at which the transactions finished.
  void DropSomeExpired(uint64_t hash, absl::Time expired_by);
  // Sweeps the next few leaves, in the same order. Returns whether any transaction was removed.
  bool SweepSomeLeaves(absl::Time expired_by);
  size_t size() const { return size_; }

 private:
  static constexpr unsigned kBits = 4;
  static constexpr size_t kFanOut = size_t{1} << kBits;
  static constexpr unsigned kLevels = 64 / kBits;
  static constexpr size_t kLeafMax = 16;
  static constexpr unsigned kCallsPerSweptLeaf = 2;

  struct Entry {
    absl::Time finished;
    Ref<const TokenTransaction> transaction;
  };
  // A Branch or a Leaf.
  struct Node : RefCounted<Node> {
    explicit Node(bool branch) : is_branch(branch) {}
    static void Destroy(const Node* node);

    const bool is_branch;
  };
  struct Branch;
  struct Leaf;

  static size_t Slot(uint64_t hash, unsigned level) { return (hash >> (64 - kBits * (level + 1))) & (kFanOut - 1); }
  // The leaf that `hash` belongs to; null if it is missing. Sets `*level` to the level where the leaf is or would be.
  const Leaf* LeafOf(uint64_t hash, unsigned* level) const;
  static Node& MakeUnique(Ref<Node>& node);
  // A branch with the transactions of the leaf, which it replaces at `level`.
  static Ref<Node> Split(const Leaf& leaf, unsigned level);
  // Removes the expired transactions in the leaf of `hash`. Returns the least hash after that leaf; 0 after the last
  // leaf.
  uint64_t DropExpiredInLeafOf(uint64_t hash, absl::Time expired_by);
  // Removes the expired transactions in the leaf of `next_swept_hash_`, and moves `next_swept_hash_` to the next leaf.
  void SweepNextLeaf(absl::Time expired_by);
  // Removes the expired transactions in the leaf of `hash`, which is below `node`. Returns whether `node` is empty
  // then.
  bool DropExpiredBelow(Ref<Node>& node, uint64_t hash, unsigned level, absl::Time expired_by);

  Ref<Node> root_;
  size_t size_ = 0;
  // A hash in the leaf that is swept next.
  uint64_t next_swept_hash_ = 0;
  // Counts the calls of DropSomeExpired that examined leaves of a large set.
  unsigned calls_ = 0;
  // A lower bound of the times at which the transactions of the set finished.
  absl::Time earliest_ = absl::InfiniteFuture();
  // The value of `earliest_` after the current round of the sweep: a lower bound for the transactions that were
  // inserted or kept during this round.
  absl::Time next_earliest_ = absl::InfiniteFuture();
};

}  // namespace holdfast
