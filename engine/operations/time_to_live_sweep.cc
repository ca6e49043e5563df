#include "engine/operations/time_to_live_sweep.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/schema/key_rules.h"
#include "engine/storage/partition_map.h"
#include "engine/tables/expiry_window.h"
#include "engine/write/write_path.h"

namespace holdfast {
namespace {

// Whether the item was still there, and still expired.
bool DeleteIfExpired(DatabaseState& database, const std::shared_ptr<Table>& table, uint64_t hash, const ItemRef& item,
                     const ExpiryWindow& window) {
  WriteAction action{WriteKind::kDelete, table, KeyOfStored(table->schema(), item->attributes()), hash};
  action.by_time_to_live = true;
  action.expiry = &window;
  // A deletion without a condition is never refused.
  const Result<Effect> effect = ExecuteWrite(std::move(action), database.commits, *database.clock);
  return effect.ok() && effect->changes();
}

size_t SweepTable(DatabaseState& database, const std::shared_ptr<Table>& table, const ExpiryWindow& window) {
  const std::optional<std::string> attribute =
      table->ReadSettings([](const TableSettings& settings) { return settings.time_to_live.attribute_name; });
  if (!attribute.has_value()) return 0;
  size_t deleted = 0;
  for (size_t shard = 0; shard < PartitionMap::kShards; ++shard) {
    const PartitionMap::ShardView view = table->items().View(shard);
    for (auto partition = view.From(0); !partition.done(); partition.Next()) {
      for (auto entry = partition->items().First(); !entry.done(); entry.Next()) {
        const ItemRef& item = (*entry).item;
        if (!window.HasExpired(item->attributes(), *attribute)) continue;
        if (DeleteIfExpired(database, table, partition->hash(), item, window)) ++deleted;
      }
    }
  }
  return deleted;
}

}  // namespace

size_t SweepExpiredItems(DatabaseState& database) {
  const ExpiryWindow window(database.clock->Now());
  size_t deleted = 0;
  for (const std::shared_ptr<Table>& table : database.tables.Tables()) {
    deleted += SweepTable(database, table, window);
  }
  return deleted;
}

}  // namespace holdfast
