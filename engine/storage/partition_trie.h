// The partitions of one shard: a hash trie of reference-counted nodes, changed in place while unshared and copied
// along the path when shared.
//
//   hash:   │ 6 bits: shard │ 6 bits: level 0 │ … │ 6 bits: level 8 │ 4 bits: level 9 │
//
//   slot ──→ partition                    in a branch: the only one whose hash begins with the bits of the path
//        └─→ branch   bitmap of 64, a slot for each set bit
//        └─→ bucket   below level 9: partitions with one and the same hash, ascending by key
//
// A walk visits the slots in order, and so the partitions ascending by (hash, key).
//
// Copying a PartitionTrie shares everything it holds, at the cost of incrementing one reference count.
//
// Thread safety: const methods may run concurrently. A change requires exclusive access to the object; meanwhile other
// threads may read and change other objects that share its nodes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "engine/storage/partition.h"

namespace holdfast {

class PartitionTrieNode;

// An owning pointer to a partition or to a node of the trie, or null. The low bit marks a node.
class PartitionTrieSlot {
 public:
  PartitionTrieSlot() = default;
  explicit PartitionTrieSlot(Ref<Partition> partition) : tagged_(reinterpret_cast<uintptr_t>(partition.Release())) {}
  explicit PartitionTrieSlot(Ref<PartitionTrieNode> node)
      : tagged_(reinterpret_cast<uintptr_t>(node.Release()) | kNodeTag) {}
  PartitionTrieSlot(const PartitionTrieSlot& other);
  PartitionTrieSlot(PartitionTrieSlot&& other) noexcept : tagged_(std::exchange(other.tagged_, 0)) {}
  PartitionTrieSlot& operator=(PartitionTrieSlot other) noexcept {
    std::swap(tagged_, other.tagged_);
    return *this;
  }
  ~PartitionTrieSlot();

  bool empty() const { return tagged_ == 0; }
  // Null if the slot holds the other kind, or nothing.
  Partition* partition() const { return (tagged_ & kNodeTag) != 0 ? nullptr : reinterpret_cast<Partition*>(tagged_); }
  PartitionTrieNode* node() const {
    return (tagged_ & kNodeTag) == 0 ? nullptr : reinterpret_cast<PartitionTrieNode*>(tagged_ - kNodeTag);
  }

 private:
  static constexpr uintptr_t kNodeTag = 1;
  uintptr_t tagged_ = 0;
};

class PartitionTrie {
 public:
  // Null if there is none.
  const Partition* Find(uint64_t hash, std::string_view key) const;
  // Returns the partition for a change: creates it if there is none, and copies it and the nodes above it if they are
  // shared. The pointer is valid until the next call that changes or copies the trie.
  Partition* MakeUnique(uint64_t hash, std::string_view key, size_t local_orders);
  // The partition must exist.
  void Erase(uint64_t hash, std::string_view key);

  // A position in the trie; valid while the trie is neither changed nor moved.
  class Cursor;
  // At the first partition at or after (hash, key). Unless the trie is empty, `hash` must belong to its shard.
  Cursor From(uint64_t hash, std::string_view key) const;

 private:
  PartitionTrieSlot root_;
};

class PartitionTrie::Cursor {
 public:
  // A cursor that is done.
  Cursor() = default;

  bool done() const { return partition_ == nullptr; }
  const Partition& operator*() const { return *partition_; }
  const Partition* operator->() const { return partition_; }
  void Next();

 private:
  friend class PartitionTrie;
  struct PathEntry {
    const PartitionTrieNode* node;
    size_t index;
  };
  // Ten levels of branches and one of buckets.
  static constexpr size_t kLevelsMax = 11;

  // Moves from a position that may be past a node's last slot to the first partition at or after it; done if there is
  // none.
  void AdvanceToValid();

  const Partition* partition_ = nullptr;
  // The nodes above the partition, each with the index of the slot at which the path continues.
  size_t depth_ = 0;
  std::array<PathEntry, kLevelsMax> path_;
};

}  // namespace holdfast
