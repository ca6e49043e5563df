#include "engine/database/time_to_live_sweep.h"

#include <memory>
#include <utility>
#include <vector>

#include "engine/database/builds.h"
#include "engine/schema/key_rules.h"
#include "engine/storage/partition_map.h"
#include "engine/tables/expiry_window.h"
#include "engine/write/write_path.h"

namespace holdfast {
namespace {

// Deletes the item if it still exists and is still expired. Returns whether it was deleted.
bool DeleteIfExpired(DatabaseState& database, const std::shared_ptr<Table>& table, const TableKey& key,
                     const ExpiryWindow& window) {
  WriteAction action{WriteKind::kDelete, table, key, table->items().HashOf(key.partition)};
  action.by_time_to_live = true;
  action.expiry = &window;
  // A deletion without a condition is never refused.
  const Result<Effect> effect = ExecuteWrite(std::move(action), database.commits, *database.clock);
  return effect.ok() && effect->changes();
}

std::vector<ItemRef> FindExpired(const Table& table, const ExpiryWindow& window, size_t count_max,
                                 SweepPosition& position) {
  std::vector<ItemRef> due;
  LatchLock lock(&table.items().latch(position.shard));
  const ExpiryOrder* const order = table.expiry_order();
  if (order != nullptr) order->FindExpired(position.shard, window, count_max, position.entry, due);
  return due;
}

bool HasTimeToLive(const Table& table) {
  return table.ReadSettings(
      [](const TableSettings& settings) { return settings.time_to_live.attribute_name.has_value(); });
}

// Returns false if `count_max` items were visited before the end of the table's last shard.
bool SweepTable(DatabaseState& database, const std::shared_ptr<Table>& table, const ExpiryWindow& window,
                size_t count_max, SweepPosition& position, SweepCount& count) {
  for (; position.shard < PartitionMap::kShards; ++position.shard, position.entry.clear()) {
    const std::vector<ItemRef> due = FindExpired(*table, window, count_max - count.visited, position);
    for (const ItemRef& item : due) {
      ++count.visited;
      const TableKey key = KeyOfStored(table->schema(), item->attributes());
      if (DeleteIfExpired(database, table, key, window)) ++count.deleted;
    }
    if (count.visited == count_max) return false;
  }
  return true;
}

}  // namespace

SweepCount SweepExpiredItems(DatabaseState& database, size_t count_max, SweepPosition& position) {
  const ExpiryWindow window(database.clock->Now());
  SweepCount count;
  for (const std::shared_ptr<Table>& table : database.tables.Tables()) {
    if (table->number() < position.table_number || !HasTimeToLive(*table)) continue;
    if (table->number() > position.table_number) {
      position = SweepPosition();
      position.table_number = table->number();
    }
    if (!SweepTable(database, table, window, count_max, position, count)) return count;
  }
  position.done = true;
  return count;
}

size_t SweepExpiredItems(DatabaseState& database) {
  size_t deleted = 0;
  for (SweepPosition position; !position.done;) {
    deleted += SweepExpiredItems(database, kItemsPerSlice, position).deleted;
  }
  return deleted;
}

bool DeleteExpiredItem(DatabaseState& database, const std::shared_ptr<Table>& table, const TableKey& key) {
  return HasTimeToLive(*table) && DeleteIfExpired(database, table, key, ExpiryWindow(database.clock->Now()));
}

}  // namespace holdfast
