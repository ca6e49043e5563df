#include "engine/read/item_reads.h"

#include "engine/storage/partition_locks.h"

namespace holdfast {

ItemRef ReadItem(const Table& table, const TableKey& key) {
  const uint64_t hash = table.items().HashOf(key.partition);
  LatchLock lock(&table.items().latch(PartitionMap::ShardOf(hash)));
  return table.items().Find(hash, key.partition, key.sort);
}

std::vector<ItemRef> ReadItemsTogether(const std::vector<ItemRead>& reads) {
  std::vector<uint64_t> hashes;
  hashes.reserve(reads.size());
  ShardLatches shards;
  for (const ItemRead& read : reads) {
    hashes.push_back(read.table->items().HashOf(read.key.partition));
    const size_t shard = PartitionMap::ShardOf(hashes.back());
    shards.push_back({read.table->number(), 0, shard, &read.table->items().latch(shard)});
  }
  std::vector<ItemRef> items;
  items.reserve(reads.size());
  PartitionLocks locks;
  locks.LockStage(std::move(shards));
  for (size_t i = 0; i < reads.size(); ++i) {
    items.push_back(reads[i].table->items().Find(hashes[i], reads[i].key.partition, reads[i].key.sort));
  }
  return items;
}

}  // namespace holdfast
