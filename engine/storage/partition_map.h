// The partitions of a table, or of a global index, in 64 shards. The hash of the partition key selects the shard. Each
// shard has a latch and a copy-on-write hash trie.
//
//   hash (64 bits):  shard (top 6) │ trie levels (6 bits each, from the top) …
//
// Walking the shards in order and each trie in order visits the partitions ascending by (hash, key): that is the order
// of Scan. A position in this order is a hash and a key, whether or not that partition still exists; a segment of a
// parallel scan is a range of hashes.
//
// Thread safety: methods below "With the latch …" require the shard's latch; several latches are taken only in
// ascending order (see engine/storage/partition_locks.h). Returned references are immutable and need no latch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "engine/base/latch.h"
#include "engine/storage/partition.h"
#include "engine/storage/partition_hash.h"
#include "engine/storage/partition_trie.h"

namespace holdfast {

class PartitionMap {
 public:
  static constexpr size_t kShards = 64;
  static size_t ShardOf(uint64_t hash) { return static_cast<size_t>(hash >> 58); }

  // `local_orders`: the number of local indexes, for each of which a partition keeps its items in a further order.
  explicit PartitionMap(size_t local_orders, const PartitionHash& hash = PartitionHash(0));
  ~PartitionMap();
  PartitionMap(const PartitionMap&) = delete;
  PartitionMap& operator=(const PartitionMap&) = delete;

  const PartitionHash& hash() const { return hash_; }
  // What StoredBytes counts for the map without its partitions.
  size_t own_bytes() const { return sizeof(PartitionMap) + local_parts_.capacity() * sizeof(LocalPart); }
  uint64_t HashOf(std::string_view partition_key) const { return hash_(partition_key); }

  Latch& latch(size_t shard) const { return shards_[shard].latch; }

  // ---- With the latch of ShardOf(hash) held.
  ItemRef Find(uint64_t hash, std::string_view partition_key, std::string_view sort_key) const;
  PartitionRef FindPartition(uint64_t hash, std::string_view partition_key) const;
  // Inserts or replaces. Returns the item that was replaced, or null.
  ItemRef Put(uint64_t hash, std::string_view partition_key, std::string_view sort_key, ItemRef item);
  // Returns the item that was removed, or null. A partition is removed with its last entry.
  ItemRef Erase(uint64_t hash, std::string_view partition_key, std::string_view sort_key);
  // Put or erase an entry of a local order. The partition must have a primary entry: put the primary entry before local
  // ones, erase local entries before the primary one.
  void PutLocal(uint64_t hash, std::string_view partition_key, size_t order, std::string_view index_key, ItemRef item);
  void EraseLocal(uint64_t hash, std::string_view partition_key, size_t order, std::string_view index_key);

  // ---- These take the latches themselves, one shard at a time and briefly. Exceptions: InvariantsHold holds each
  // latch for long, TakeImage holds all at once, and ShareFrom takes no latch of this map.
  // An immutable view of one shard, to walk without a latch.
  class ShardView;
  ShardView View(size_t shard) const;

  // The number of entries in the primary order, and the sum of their items' sizes. The shards are read one after the
  // other, not at one moment.
  size_t item_count() const;
  size_t size_bytes() const;
  // The same for a local order.
  struct LocalSize {
    size_t item_count = 0;
    size_t size_bytes = 0;
  };
  LocalSize SizeOfLocal(size_t order) const;

  // Whether in each shard every partition belongs to the shard and the trie slot of its hash, the partitions ascend,
  // and their items add up to the shard's counts; whether the local entries add up to the sizes of their orders; and
  // whether SortedItems::InvariantsHold for each order. Visits every item: for tests.
  bool InvariantsHold() const;

  // Empties the map, shard by shard, and returns its contents. Their destruction may take long; the caller chooses
  // when.
  using Contents = std::array<PartitionTrie, kShards>;
  Contents TakeContents();

  // What a map holds at one moment.
  class Image;
  // The time that this takes does not depend on the number of items.
  Image TakeImage() const;
  // Makes this map hold, and share, the contents of `image`, or those of `other` at one moment. This map must be new,
  // and have the same hash function and number of local orders.
  void ShareFrom(Image image);
  void ShareFrom(const PartitionMap& other);

 private:
  // Each has a cache line of its own, so that threads on different shards do not slow each other down.
  struct alignas(64) Shard {
    mutable Latch latch;
    PartitionTrie partitions ABSL_GUARDED_BY(latch);
    size_t items ABSL_GUARDED_BY(latch) = 0;
    size_t bytes ABSL_GUARDED_BY(latch) = 0;
  };
  // What one shard adds to the size of a local order, modulo 2^64 because it may be negative: after ShareFrom, the
  // first shard's part has the sizes of all shards, so only the sum of all parts is meaningful.
  struct alignas(64) LocalPart {
    LocalSize size;
  };
  // Guarded by the latch of the shard.
  LocalSize& LocalPartOf(size_t shard, size_t order) { return local_parts_[shard * local_orders_ + order].size; }
  const LocalSize& LocalPartOf(size_t shard, size_t order) const {
    return local_parts_[shard * local_orders_ + order].size;
  }

  const Shard& ShardFor(uint64_t hash) const { return shards_[ShardOf(hash)]; }
  Shard& ShardFor(uint64_t hash) { return shards_[ShardOf(hash)]; }

  const size_t local_orders_;
  const PartitionHash hash_;
  std::array<Shard, kShards> shards_;
  // Not in Shard, which fills a cache line, and few maps have local orders.
  std::vector<LocalPart> local_parts_;
};

// Immutable until TakeContents. Shares all nodes with the map from which it was taken; a later change of the map first
// copies the nodes that it changes. Copying an image adds one reference for each shard.
class PartitionMap::Image {
 public:
  // The counts of the map at the moment when the image was taken.
  size_t item_count() const;
  size_t size_bytes() const;

  // Moves the tries out, so that the caller can destroy them one by one.
  Contents TakeContents();

 private:
  friend class PartitionMap;
  struct Shard {
    PartitionTrie partitions;
    size_t items = 0;
    size_t bytes = 0;
  };
  std::array<Shard, kShards> shards_;
  // By local order.
  std::vector<LocalSize> locals_;
};

// The partitions of one shard at one moment, ascending by (hash, key).
class PartitionMap::ShardView {
 public:
  // A cursor is valid as long as its view.
  using Cursor = PartitionTrie::Cursor;

  // At the first partition with hash >= `hash`.
  Cursor From(uint64_t hash) const& { return From(hash, {}); }
  // At the first partition at or after (hash, key) in the order.
  Cursor From(uint64_t hash, std::string_view key) const&;
  Cursor From(uint64_t hash) const&& = delete;
  Cursor From(uint64_t hash, std::string_view key) const&& = delete;

 private:
  friend class PartitionMap;
  ShardView(size_t shard, PartitionTrie partitions) : shard_(shard), partitions_(std::move(partitions)) {}

  size_t shard_;
  PartitionTrie partitions_;
};

}  // namespace holdfast
