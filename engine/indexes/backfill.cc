#include "engine/indexes/backfill.h"

#include <optional>

#include "engine/indexes/index_entry.h"
#include "engine/storage/partition_locks.h"

namespace holdfast {
namespace {

// Makes the entry of one item, unless it was written since it was seen: then its writer knew the index, and
// has seen to the entry. So nothing is done twice and nothing that was removed comes back.
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

}  // namespace

void BackfillIndex(Table& table, GlobalIndex& index) {
  for (size_t shard = 0; shard < PartitionMap::kShards; ++shard) {
    const PartitionMap::ShardView view = table.items().View(shard);
    for (auto partition = view.From(0); !partition.done(); partition.Next()) {
      for (auto item = partition->items().First(); !item.done(); item.Next()) {
        BackfillItem(table, index, *partition, *item);
      }
    }
  }
}

}  // namespace holdfast
