#include "engine/indexes/backfill.h"

#include <optional>
#include <string>
#include <vector>

#include "engine/base/memory_reserve.h"
#include "engine/indexes/index_entry.h"
#include "engine/storage/partition_locks.h"

namespace holdfast {
namespace {

// Inserts the entry of one item, unless the item was written after the walk read it: then that write maintained the
// index itself. So no removed entry is restored. An entry that a write has inserted already is put again, which changes
// nothing.
void BackfillItem(Table& table, GlobalIndex& index, const Partition& partition, const SortedEntry& seen) {
  const std::optional<GlobalEntryKey> entry =
      GlobalEntryKeyOf(table.schema(), index.schema, index.entries.hash(), seen.item->attributes());
  if (!entry.has_value()) return;
  PartitionLocks locks;
  const size_t shard = PartitionMap::ShardOf(partition.hash());
  locks.LockStage({{table.number(), 0, shard, &table.items().latch(shard)}});
  if (table.items().Find(partition.hash(), partition.key(), seen.key) != seen.item) return;
  const size_t index_shard = PartitionMap::ShardOf(entry->hash);
  locks.LockStage({{table.number(), index.ordinal, index_shard, &index.entries.latch(index_shard)}});
  index.entries.Put(entry->hash, entry->partition, entry->sort, seen.item);
}

// Does the same as BackfillItem for the table's expiry order. Returns false if the order with this serial number was
// dropped or replaced.
bool AddToExpiryOrder(Table& table, uint64_t serial, const Partition& partition, const SortedEntry& seen) {
  const size_t shard = PartitionMap::ShardOf(partition.hash());
  LatchLock lock(&table.items().latch(shard));
  ExpiryOrder* const order = table.expiry_order();
  if (order == nullptr || order->serial() != serial) return false;
  if (table.items().Find(partition.hash(), partition.key(), seen.key) == seen.item) {
    order->Replace(shard, {partition.key(), seen.key}, nullptr, seen.item);
  }
  return true;
}

void CopyItem(Table& table, const Partition& partition, const SortedEntry& source) {
  PartitionMap& items = table.items();
  LatchLock lock(&items.latch(PartitionMap::ShardOf(partition.hash())));
  items.Put(partition.hash(), partition.key(), source.key, source.item);
  const std::vector<IndexSchema>& indexes = table.schema().local_indexes;
  for (size_t order = 0; order < indexes.size(); ++order) {
    const std::optional<std::string> entry = LocalEntryKeyOf(table.schema(), indexes[order], source.item->attributes());
    if (entry.has_value()) items.PutLocal(partition.hash(), partition.key(), order, *entry, source.item);
  }
}

}  // namespace

void BackfillIndex(Table& table, GlobalIndex& index, size_t count_max, WalkPosition& position) {
  MemoryReserve::Refill();
  const MemoryReserve::Use reserve;
  WalkItems(table.items(), count_max, position,
            [&](const Partition& partition, const SortedEntry& item) { BackfillItem(table, index, partition, item); });
}

void BackfillExpiryOrder(Table& table, uint64_t serial, size_t count_max, WalkPosition& position) {
  MemoryReserve::Refill();
  const MemoryReserve::Use reserve;
  bool current = true;
  WalkItems(table.items(), count_max, position, [&](const Partition& partition, const SortedEntry& item) {
    current = current && AddToExpiryOrder(table, serial, partition, item);
  });
  if (!current) position.done = true;
}

void CopyItems(Table& table, const PartitionMap& source, size_t count_max, WalkPosition& position) {
  MemoryReserve::Refill();
  const MemoryReserve::Use reserve;
  WalkItems(source, count_max, position,
            [&](const Partition& partition, const SortedEntry& item) { CopyItem(table, partition, item); });
}

}  // namespace holdfast
