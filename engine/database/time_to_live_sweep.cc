#include "engine/database/time_to_live_sweep.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/database/builds.h"
#include "engine/database/late_expiry.h"
#include "engine/schema/key_rules.h"
#include "engine/storage/partition_map.h"
#include "engine/tables/expiry_window.h"
#include "engine/write/write_path.h"

namespace holdfast {
namespace {

// Deletes the item if it exists and has expired according to `window` when it is latched. Returns whether it was
// deleted.
bool DeleteIfExpired(DatabaseState& database, const std::shared_ptr<Table>& table, const TableKey& key,
                     const ExpiryWindow& window) {
  WriteAction action{WriteKind::kDelete, table, key, table->items().HashOf(key.partition)};
  action.by_time_to_live = true;
  action.expiry = &window;
  // A deletion without a condition is never refused.
  const Result<Effect> effect = ExecuteWrite(std::move(action), database.commits, *database.clock);
  return effect.ok() && effect->changes();
}

struct SweepWindows {
  // The items that a sweep visits.
  ExpiryWindow expired;
  // Those of them that it deletes. Null: all.
  const ExpiryWindow* deletable = nullptr;

  bool Deletes(const ItemRef& item, std::string_view attribute_name) const {
    return deletable == nullptr || deletable->HasExpired(item->attributes(), attribute_name);
  }
};

std::vector<ItemRef> FindExpired(const Table& table, const ExpiryWindow& window, size_t count_max,
                                 SweepPosition& position) {
  std::vector<ItemRef> due;
  LatchLock lock(&table.items().latch(position.shard));
  const ExpiryOrder* const order = table.expiry_order();
  if (order != nullptr) order->FindExpired(position.shard, window, count_max, position.entry, due);
  return due;
}

// Nothing while time to live is disabled.
std::optional<std::string> TimeToLiveAttribute(const Table& table) {
  return table.ReadSettings([](const TableSettings& settings) { return settings.time_to_live.attribute_name; });
}

// Returns false if `count_max` items were visited before the end of the table's last shard.
bool SweepTable(DatabaseState& database, const std::shared_ptr<Table>& table, std::string_view attribute_name,
                const SweepWindows& windows, size_t count_max, SweepPosition& position, SweepCount& count) {
  for (; position.shard < PartitionMap::kShards; ++position.shard, position.entry.clear()) {
    const std::vector<ItemRef> due = FindExpired(*table, windows.expired, count_max - count.visited, position);
    for (const ItemRef& item : due) {
      ++count.visited;
      if (!windows.Deletes(item, attribute_name)) {
        ++count.skipped;
        continue;
      }
      const TableKey key = KeyOfStored(table->schema(), item->attributes());
      const ExpiryWindow& window = windows.deletable == nullptr ? windows.expired : *windows.deletable;
      if (DeleteIfExpired(database, table, key, window)) ++count.deleted;
    }
    if (count.visited == count_max) return false;
  }
  return true;
}

}  // namespace

SweepCount SweepExpiredItems(DatabaseState& database, size_t count_max, SweepPosition& position) {
  const absl::Time now = database.clock->Now();
  LateExpiry* const late = database.options.late_expiry.get();
  const absl::Duration delay = late == nullptr ? absl::ZeroDuration() : late->delay();
  const ExpiryWindow deletable(now - delay);
  const SweepWindows windows{ExpiryWindow(now), delay == absl::ZeroDuration() ? nullptr : &deletable};
  SweepCount count;
  bool done = true;
  for (const std::shared_ptr<Table>& table : database.tables.Tables()) {
    if (table->number() < position.table_number) continue;
    const std::optional<std::string> attribute_name = TimeToLiveAttribute(*table);
    if (!attribute_name.has_value()) continue;
    if (table->number() > position.table_number) {
      position = SweepPosition();
      position.table_number = table->number();
    }
    done = SweepTable(database, table, *attribute_name, windows, count_max, position, count);
    if (!done) break;
  }
  position.done = done;
  if (count.skipped > 0) late->CountSkipped(count.skipped);
  return count;
}

bool DeleteExpiredItem(DatabaseState& database, const std::shared_ptr<Table>& table, const TableKey& key) {
  return TimeToLiveAttribute(*table).has_value() &&
         DeleteIfExpired(database, table, key, ExpiryWindow(database.clock->Now()));
}

}  // namespace holdfast
