// The items of a table with time to live, by the time at which they expire: expired items are found without examining
// the others.
//
//   shard i ── time (the number's key bytes), partition key, sort key ─→ ItemRef
//
// Each write keeps it in step with the items (engine/write/install_effects.h). Items whose attribute is absent or no
// Number are not in it. Numbers of any size are: whether a time lies in the window of what expires depends on the
// clock, which may be set back.
//
// Thread safety: a shard of it is under the latch of the same shard of the table's items().
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
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

  // `serial`: which of the table's orders this is, for a build that continues while one is dropped and another is
  // created.
  ExpiryOrder(std::string attribute_name, uint64_t serial)
      : attribute_name_(std::move(attribute_name)), serial_(serial) {}
  // A copy that shares all entries. No write may be under way.
  std::unique_ptr<ExpiryOrder> Copy() const;

  const std::string& attribute_name() const { return attribute_name_; }
  uint64_t serial() const { return serial_; }

  // ---- With the latch of the shard held.
  // An item was written: its versions before and after, null where there is none.
  void Replace(size_t shard, const TableKey& key, const ItemRef& before, const ItemRef& after);
  // Appends to `due` at most `count_max` items of the shard that have expired by the window, beginning after the entry
  // `after` if that is not empty; `after` becomes the last of them. What has not expired is not looked at.
  void FindExpired(size_t shard, const ExpiryWindow& window, size_t count_max, std::string& after,
                   std::vector<ItemRef>& due) const;
  size_t size(size_t shard) const { return shards_[shard].size(); }

  // Moves out all entries, to be destroyed. No write may refer to this order any more.
  Shards Take() { return std::exchange(shards_, {}); }

 private:
  const std::string attribute_name_;
  const uint64_t serial_;
  Shards shards_;
};

}  // namespace holdfast
