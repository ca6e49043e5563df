// A partition: all entries with one partition key, ascending by sort-key bytes, and for each local index the items that
// have an entry in it, in the order of the index.
//
//   Partition ── key bytes, hash
//      ├── primary order:  sort-key bytes ─→ ItemRef      (a table without sort key: one entry, under "")
//      └── local order i:  index-key bytes ─→ ItemRef     (one for each local index of the table)
//
// An order with at most one entry is stored in place; a longer one is a B+tree of reference-counted nodes. Nodes are
// changed in place while unshared, and copied along the path while shared. So a reader that holds a `PartitionRef`
// reads an immutable partition without a latch, while other threads write.
//
// Thread safety: a `PartitionRef` may be read from any thread. Changes are made only through PartitionMap, with the
// latch of the partition's shard held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/base/ref_counted.h"
#include "engine/storage/sorted_items.h"
#include "engine/values/item.h"

namespace holdfast {

class Partition;
using PartitionRef = Ref<const Partition>;

// One block of memory: the object, the local orders, the key.
class Partition final : public RefCounted<Partition> {
 public:
  // At most 255 local orders; a key of less than 16 MB.
  static Ref<Partition> Create(uint64_t hash, std::string_view key, size_t local_orders);
  // A copy that shares every node with this one.
  Ref<Partition> Clone() const;
  static void Destroy(const Partition* partition);

  uint64_t hash() const { return hash_; }
  std::string_view key() const {
    return {reinterpret_cast<const char*>(locals() + local_orders_), static_cast<size_t>(key_size_)};
  }
  const SortedItems& items() const { return items_; }
  size_t local_orders() const { return local_orders_; }
  const SortedItems& local(size_t order) const { return locals()[order]; }

  // Only for the owner of the sole reference.
  SortedItems& mutable_items() { return items_; }
  SortedItems& mutable_local(size_t order) { return const_cast<SortedItems*>(locals())[order]; }

 private:
  Partition(uint64_t hash, size_t key_size, size_t local_orders);
  ~Partition() = default;

  const SortedItems* locals() const { return reinterpret_cast<const SortedItems*>(this + 1); }

  uint32_t key_size_ : 24;
  uint32_t local_orders_ : 8;
  uint64_t hash_;
  SortedItems items_;
};

}  // namespace holdfast
