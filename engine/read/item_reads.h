// Reading items by key: one, or several at one instant.
//
// A latch is held for as long as it takes to find an item and count a reference; what is found is immutable.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "engine/schema/key_rules.h"
#include "engine/tables/table.h"
#include "engine/values/item.h"

namespace holdfast {

// Null if there is no such item.
ItemRef ReadItem(const Table& table, const TableKey& key);

struct ItemRead {
  std::shared_ptr<Table> table;
  TableKey key;
};

// The items as they were at one instant (serializable): all shards are locked while the references are taken.
std::vector<ItemRef> ReadItemsTogether(const std::vector<ItemRead>& reads);

}  // namespace holdfast
