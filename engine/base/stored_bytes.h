// The memory that stored data takes, with the allocator's overhead: items; the keys, nodes and partitions that index
// them; tables and global indexes without their items, 5 KB or more each, in every copy; backups, with the schema and
// the settings that they keep; versions of point-in-time recovery; streams, with their records, tags and policies; the
// tokens of transactions; changes that wait to be applied to a replica. Not counted: the settings of tables and of
// databases, and an order of expiry without its entries, 2 KB.
//
// One count for the process, not one for each engine: otherwise each item would need a pointer to its engine, eight
// bytes, and a server has only one engine. A block counts from its creation until its last owner (snapshot, fork,
// stream record, reader) releases it. So items that a request has created but not stored yet count, too.
//
// Thread safety: everything may be called from any thread. Changes go to counters that few threads share, and from
// there to the total in portions. So Total() may be off by up to kSlots * kFlushThreshold.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace holdfast {

class StoredBytes {
 public:
  // The allocator's header and rounding, on average.
  static constexpr size_t kBlockOverheadBytes = 16;

  // The heap memory of a vector's array, without what its elements have on the heap.
  template <typename Element>
  static size_t OfArray(const std::vector<Element>& elements) {
    return elements.capacity() == 0 ? 0 : elements.capacity() * sizeof(Element) + kBlockOverheadBytes;
  }

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
