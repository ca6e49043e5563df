// The items of a table with time to live, in the order in which they expire: expired items are found without examining
// the others.
//
//   shard i ── time (the number's key bytes), partition key, sort key ─→ ItemRef
//
// Each write updates the order together with the items (engine/write/install_effects.h). Items whose TTL attribute is
// absent or no Number are not in it. All others are in it, also those whose Number lies outside the ExpiryWindow: the
// window depends on the clock, which may be set back.
//
// Thread safety: each shard is guarded by the latch of the same shard of the table's items().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/schema/key_rules.h"
#include "engine/storage/partition_map.h"
#include "engine/storage/sorted_items.h"
#include "engine/tables/expiry_window.h"
#include "engine/values/item.h"

namespace holdfast {

class ExpiryOrder {
 public:
  using Shards = std::array<SortedItems, PartitionMap::kShards>;

  // `serial` distinguishes the orders that a table has had: if the order is replaced during its backfill
  // (engine/indexes/backfill.h), the backfill must not continue on the new order.
  ExpiryOrder(std::string attribute_name, uint64_t serial)
      : attribute_name_(std::move(attribute_name)), serial_(serial) {}
  // A copy that shares all entries. No write may be under way.
  std::unique_ptr<ExpiryOrder> Copy() const;

  const std::string& attribute_name() const { return attribute_name_; }
  uint64_t serial() const { return serial_; }

  // ---- With the latch of the shard held.
  // Updates the order after a write of an item. `before` and `after` are its versions, null if there is none.
  void Replace(size_t shard, const TableKey& key, const ItemRef& before, const ItemRef& after);
  // Appends to `due` at most `count_max` items of the shard that have expired according to `window`, beginning after
  // the entry key `after` if that is not empty; `after` becomes the entry key of the last of them. Items that have not
  // expired are not examined.
  void FindExpired(size_t shard, const ExpiryWindow& window, size_t count_max, std::string& after,
                   std::vector<ItemRef>& due) const;
  size_t size(size_t shard) const { return shards_[shard].size(); }

  // Moves all entries out, so that the caller can destroy them. No write may use this order any more.
  Shards Take() { return std::exchange(shards_, {}); }

 private:
  const std::string attribute_name_;
  const uint64_t serial_;
  Shards shards_;
};

}  // namespace holdfast
