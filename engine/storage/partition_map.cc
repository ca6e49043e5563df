#include "engine/storage/partition_map.h"

#include <cassert>
#include <utility>

#include "engine/base/latch_order.h"
#include "engine/base/stored_bytes.h"

namespace holdfast {

PartitionMap::PartitionMap(size_t local_orders, const PartitionHash& hash)
    : local_orders_(local_orders), hash_(hash), local_parts_(kShards * local_orders) {
  StoredBytes::Add(own_bytes());
}

PartitionMap::~PartitionMap() { StoredBytes::Subtract(own_bytes()); }

ItemRef PartitionMap::Find(uint64_t hash, std::string_view partition_key, std::string_view sort_key) const {
  const Shard& shard = ShardFor(hash);
  shard.latch.AssertHeld();
  const Partition* partition = shard.partitions.Find(hash, partition_key);
  if (partition == nullptr) return nullptr;
  const ItemRef* item = partition->items().Find(sort_key);
  return item == nullptr ? nullptr : *item;
}

PartitionRef PartitionMap::FindPartition(uint64_t hash, std::string_view partition_key) const {
  const Shard& shard = ShardFor(hash);
  shard.latch.AssertHeld();
  const Partition* partition = shard.partitions.Find(hash, partition_key);
  if (partition == nullptr) return nullptr;
  partition->AddReference();
  return PartitionRef::Adopt(partition);
}

ItemRef PartitionMap::Put(uint64_t hash, std::string_view partition_key, std::string_view sort_key, ItemRef item) {
  Shard& shard = ShardFor(hash);
  shard.latch.AssertHeld();
  shard.bytes += item->size_bytes();
  Partition* partition = shard.partitions.MakeUnique(hash, partition_key, local_orders_);
  ItemRef replaced = partition->mutable_items().Put(sort_key, std::move(item));
  if (replaced) {
    shard.bytes -= replaced->size_bytes();
  } else {
    ++shard.items;
  }
  return replaced;
}

ItemRef PartitionMap::Erase(uint64_t hash, std::string_view partition_key, std::string_view sort_key) {
  Shard& shard = ShardFor(hash);
  shard.latch.AssertHeld();
  // Look the key up first, so that no shared path is copied if it is absent.
  const Partition* found = shard.partitions.Find(hash, partition_key);
  const ItemRef* item = found == nullptr ? nullptr : found->items().Find(sort_key);
  if (item == nullptr) return nullptr;
  ItemRef removed = *item;
  if (found->items().size() == 1) {
    // The partition takes its local entries with it.
    for (size_t order = 0; order < local_orders_; ++order) {
      LocalSize& size = LocalPartOf(ShardOf(hash), order);
      size.item_count -= found->local(order).size();
      size.size_bytes -= found->local(order).size_bytes();
    }
    shard.partitions.Erase(hash, partition_key);
  } else {
    shard.partitions.MakeUnique(hash, partition_key, local_orders_)->mutable_items().Erase(sort_key);
  }
  --shard.items;
  shard.bytes -= removed->size_bytes();
  return removed;
}

void PartitionMap::PutLocal(uint64_t hash, std::string_view partition_key, size_t order, std::string_view index_key,
                            ItemRef item) {
  Shard& shard = ShardFor(hash);
  shard.latch.AssertHeld();
  assert(order < local_orders_ && shard.partitions.Find(hash, partition_key) != nullptr);
  const size_t bytes = item->size_bytes();
  Partition* partition = shard.partitions.MakeUnique(hash, partition_key, local_orders_);
  const ItemRef replaced = partition->mutable_local(order).Put(index_key, std::move(item));
  LocalSize& size = LocalPartOf(ShardOf(hash), order);
  size.size_bytes += bytes;
  if (replaced) {
    size.size_bytes -= replaced->size_bytes();
  } else {
    ++size.item_count;
  }
}

void PartitionMap::EraseLocal(uint64_t hash, std::string_view partition_key, size_t order, std::string_view index_key) {
  Shard& shard = ShardFor(hash);
  shard.latch.AssertHeld();
  const Partition* found = shard.partitions.Find(hash, partition_key);
  if (found == nullptr || found->local(order).Find(index_key) == nullptr) return;
  Partition* partition = shard.partitions.MakeUnique(hash, partition_key, local_orders_);
  const ItemRef removed = partition->mutable_local(order).Erase(index_key);
  LocalSize& size = LocalPartOf(ShardOf(hash), order);
  --size.item_count;
  size.size_bytes -= removed->size_bytes();
}

PartitionMap::ShardView PartitionMap::View(size_t shard) const {
  const Shard& viewed = shards_[shard];
  LatchLock lock(&viewed.latch);
  return ShardView(shard, viewed.partitions);
}

size_t PartitionMap::item_count() const {
  size_t count = 0;
  for (const Shard& shard : shards_) {
    LatchLock lock(&shard.latch);
    count += shard.items;
  }
  return count;
}

size_t PartitionMap::size_bytes() const {
  size_t bytes = 0;
  for (const Shard& shard : shards_) {
    LatchLock lock(&shard.latch);
    bytes += shard.bytes;
  }
  return bytes;
}

PartitionMap::LocalSize PartitionMap::SizeOfLocal(size_t order) const {
  LocalSize size;
  for (size_t i = 0; i < kShards; ++i) {
    LatchLock lock(&shards_[i].latch);
    size.item_count += LocalPartOf(i, order).item_count;
    size.size_bytes += LocalPartOf(i, order).size_bytes;
  }
  return size;
}

bool PartitionMap::InvariantsHold() const {
  std::vector<LocalSize> locals(local_orders_);
  for (size_t i = 0; i < kShards; ++i) {
    const Shard& shard = shards_[i];
    LatchLock lock(&shard.latch);
    size_t items = 0;
    size_t bytes = 0;
    const Partition* last = nullptr;
    for (auto cursor = shard.partitions.From(static_cast<uint64_t>(i) << 58, {}); !cursor.done(); cursor.Next()) {
      const Partition& partition = *cursor;
      if (ShardOf(partition.hash()) != i) return false;
      if (shard.partitions.Find(partition.hash(), partition.key()) != &partition) return false;
      if (last != nullptr && std::pair(last->hash(), last->key()) >= std::pair(partition.hash(), partition.key())) {
        return false;
      }
      if (partition.items().empty() || !partition.items().InvariantsHold()) return false;
      if (partition.local_orders() != local_orders_) return false;
      for (size_t order = 0; order < local_orders_; ++order) {
        if (!partition.local(order).InvariantsHold()) return false;
        locals[order].item_count += partition.local(order).size();
        locals[order].size_bytes += partition.local(order).size_bytes();
      }
      items += partition.items().size();
      bytes += partition.items().size_bytes();
      last = &partition;
    }
    if (items != shard.items || bytes != shard.bytes) return false;
  }
  for (size_t order = 0; order < local_orders_; ++order) {
    const LocalSize size = SizeOfLocal(order);
    if (locals[order].item_count != size.item_count || locals[order].size_bytes != size.size_bytes) return false;
  }
  return true;
}

PartitionMap::Contents PartitionMap::TakeContents() {
  Contents taken;
  for (size_t i = 0; i < kShards; ++i) {
    Shard& shard = shards_[i];
    LatchLock lock(&shard.latch);
    std::swap(shard.partitions, taken[i]);
    shard.items = 0;
    shard.bytes = 0;
    for (size_t order = 0; order < local_orders_; ++order) LocalPartOf(i, order) = {};
  }
  return taken;
}

// The analysis cannot follow a lock through an array.
PartitionMap::Image PartitionMap::TakeImage() const ABSL_NO_THREAD_SAFETY_ANALYSIS {
  Image image;
  image.locals_.resize(local_orders_);
  EnterLatchLevel(LatchLevel::kTableShards);
  shards_[0].latch.Lock();
  for (size_t i = 1; i < kShards; ++i) shards_[i].latch.LockAnother();
  for (size_t i = 0; i < kShards; ++i) {
    const Shard& shard = shards_[i];
    image.shards_[i] = {shard.partitions, shard.items, shard.bytes};
    for (size_t order = 0; order < local_orders_; ++order) {
      image.locals_[order].item_count += LocalPartOf(i, order).item_count;
      image.locals_[order].size_bytes += LocalPartOf(i, order).size_bytes;
    }
  }
  for (const Shard& shard : shards_) shard.latch.Unlock();
  LeaveLatchLevel(LatchLevel::kTableShards);
  return image;
}

// No other thread can reach this map yet, so its latches are not needed.
void PartitionMap::ShareFrom(Image image) ABSL_NO_THREAD_SAFETY_ANALYSIS {
  for (size_t i = 0; i < kShards; ++i) {
    Image::Shard& from = image.shards_[i];
    Shard& to = shards_[i];
    to.partitions = std::move(from.partitions);
    to.items = from.items;
    to.bytes = from.bytes;
  }
  for (size_t order = 0; order < local_orders_; ++order) LocalPartOf(0, order) = image.locals_[order];
}

void PartitionMap::ShareFrom(const PartitionMap& other) {
  assert(local_orders_ == other.local_orders_ && hash_ == other.hash_);
  ShareFrom(other.TakeImage());
}

size_t PartitionMap::Image::item_count() const {
  size_t count = 0;
  for (const Shard& shard : shards_) count += shard.items;
  return count;
}

size_t PartitionMap::Image::size_bytes() const {
  size_t bytes = 0;
  for (const Shard& shard : shards_) bytes += shard.bytes;
  return bytes;
}

PartitionMap::Contents PartitionMap::Image::TakeContents() {
  Contents taken;
  for (size_t i = 0; i < kShards; ++i) std::swap(shards_[i].partitions, taken[i]);
  return taken;
}

PartitionMap::ShardView::Cursor PartitionMap::ShardView::From(uint64_t hash, std::string_view key) const& {
  if (ShardOf(hash) > shard_) return Cursor();
  if (ShardOf(hash) < shard_) return partitions_.From(static_cast<uint64_t>(shard_) << 58, {});
  return partitions_.From(hash, key);
}

}  // namespace holdfast
