// A partition: every entry with one partition key, ascending by sort-key bytes, and beside them the same items in
// the order of each local index.
//
//   Partition ── key bytes, hash
//      ├── primary order:  sort-key bytes ─→ ItemRef      (a table without sort key: one entry, under "")
//      └── local order i:  index-key bytes ─→ ItemRef     (one for each local index of the table)
//
// An order with at most one entry is kept in place; a longer one is a B+tree of reference-counted nodes. Nodes are
// changed in place while nobody shares them and copied along the path when somebody does. So a reader who holds a
// `PartitionRef` reads an immutable partition with no latch, while writers go on.
//
// Thread safety: a `PartitionRef` may be read from any thread. Changes are made only through PartitionMap, under
// its latch.
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

class Partition final : public RefCounted<Partition> {
 public:
  static Ref<Partition> Create(uint64_t hash, std::string_view key, size_t local_orders);
  // A copy that shares every node with this one.
  Ref<Partition> Clone() const;
  static void Destroy(const Partition* partition);

  uint64_t hash() const { return hash_; }
  std::string_view key() const;
  const SortedItems& items() const;
  size_t local_orders() const;
  const SortedItems& local(size_t order) const;

  // Only for the owner of the sole reference.
  SortedItems& mutable_items();
  SortedItems& mutable_local(size_t order);
};

}  // namespace holdfast
