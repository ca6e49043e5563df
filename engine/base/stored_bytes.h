// The memory that stored data takes, with the allocator's overhead: items; the keys, B+tree nodes and partitions that
// index them; backups, with the schema and the settings that they keep; streams, with their tags and policies; the
// tokens of transactions; changes that wait to be applied to a replica.
//
// One count for the process, not one for each engine: otherwise each item would need a pointer to its engine, eight
// bytes, and a server has only one engine. A block counts from its creation until its last owner
// (snapshot, fork, stream record, reader) releases it. So items that a request has created but not stored yet count,
// too. Nodes of hash tries are not counted one by one: kPartitionOverheadBytes stands for them.
//
// Thread safety: everything may be called from any thread. Changes go to counters that few threads share, and from
// there to the total in portions. So Total() may be off by up to kSlots * kFlushThreshold.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace holdfast {

class StoredBytes {
 public:
  // The allocator's header and rounding, on average.
  static constexpr size_t kBlockOverheadBytes = 16;
  // A partition's slot in a hash trie, with its share of the trie's nodes.
  static constexpr size_t kPartitionOverheadBytes = 16;

  static void Add(size_t block_bytes) { Adjust(static_cast<int64_t>(block_bytes + kBlockOverheadBytes)); }
  static void Subtract(size_t block_bytes) { Adjust(-static_cast<int64_t>(block_bytes + kBlockOverheadBytes)); }
  static size_t Total();
  // Whether the limit is exceeded; never if it is 0.
  static bool Exceed(size_t bytes_max) { return bytes_max != 0 && Total() > bytes_max; }

 private:
  static constexpr size_t kSlots = 16;
  static constexpr int64_t kFlushThreshold = 1 << 16;

  struct alignas(64) Slot {
    std::atomic<int64_t> bytes{0};
  };

  static void Adjust(int64_t bytes);

  static std::array<Slot, kSlots> slots_;
  alignas(64) static std::atomic<int64_t> total_;
};

}  // namespace holdfast
