#include "engine/read/read_path.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "engine/base/limits.h"
#include "engine/errors/general_errors.h"
#include "engine/errors/request_errors.h"
#include "engine/errors/transaction_errors.h"
#include "engine/storage/partition_locks.h"
#include "engine/values/return_cost.h"

namespace holdfast {
namespace {

size_t SizeOf(const ItemRef& item) { return item == nullptr ? 0 : item->size_bytes(); }

ItemRef FindItem(const Table& table, const TableKey& key) {
  const uint64_t hash = table.items().HashOf(key.partition);
  LatchLock lock(&table.items().latch(PartitionMap::ShardOf(hash)));
  return table.items().Find(hash, key.partition, key.sort);
}

// The items as they were at one instant: all their shards are locked while the references are taken.
Result<std::vector<ItemRef>> FindItemsTogether(const std::vector<ItemRead>& reads) {
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
  size_t bytes = 0;
  {
    PartitionLocks locks;
    locks.LockStage(std::move(shards));
    for (size_t i = 0; i < reads.size(); ++i) {
      items.push_back(reads[i].table->items().Find(hashes[i], reads[i].key.partition, reads[i].key.sort));
    }
  }
  for (const ItemRef& item : items) bytes += SizeOf(item);
  if (bytes > limits::kTransactionBytesMax) return errors::TransactionTooLarge(bytes);
  return items;
}

// The cost of projecting an item, which may be null, and encoding it.
uint64_t StepsToProject(const ItemRead& read, const Item* item) {
  const uint64_t paths = read.projection.has_value() ? read.projection->paths().size() : 0;
  return work::kStepsPerEntry + paths + (item == nullptr ? 0 : StepsToReturn(*item));
}

FoundItem ProjectItem(const ItemRead& read, ItemRef item) {
  FoundItem found;
  if (item == nullptr) return found;
  found.size_bytes = item->size_bytes();
  if (read.projection.has_value()) {
    found.item.emplace(read.projection->Apply(item->attributes()));
  } else {
    found.item.emplace(std::move(item));
  }
  return found;
}

const SortedItems& EntriesOf(const Partition& partition, const ReadTarget& target) {
  return target.local_order.has_value() ? partition.local(*target.local_order) : partition.items();
}

void ReadForward(const SortedItems& entries, const PartitionRange& read, Page& page) {
  const bool resumes = read.start_after.has_value() && *read.start_after >= read.range.lower;
  for (auto at = resumes ? entries.After(*read.start_after) : entries.AtLeast(read.range.lower);
       !at.done() && !page.done(); at.Next()) {
    if (read.range.upper.has_value() && at.key() >= *read.range.upper) return;
    page.Add(at.item());
  }
}

void ReadBackward(const SortedItems& entries, const PartitionRange& read, Page& page) {
  const std::optional<std::string>& upper = read.range.upper;
  const bool resumes = read.start_after.has_value() && (!upper.has_value() || *read.start_after < *upper);
  for (auto at = resumes             ? entries.Before(*read.start_after)
                 : upper.has_value() ? entries.Before(*upper)
                                     : entries.Last();
       !at.done() && !page.done(); at.Previous()) {
    if (!read.range.lower.empty() && at.key() < read.range.lower) return;
    page.Add(at.item());
  }
}

uint32_t SegmentOfHash(uint64_t hash, uint32_t total_segments) {
  return static_cast<uint32_t>(absl::Uint128High64(absl::uint128(hash) * total_segments));
}

// The least hash in the segment.
uint64_t FirstHashOf(uint32_t segment, uint32_t total_segments) {
  const absl::uint128 product = absl::uint128(segment) << 64;
  return absl::Uint128Low64((product + total_segments - 1) / total_segments);
}

void ReadEntries(const ReadTarget& target, const PartitionRange& read, Page& page) {
  const PartitionMap& map = target.map();
  const uint64_t hash = map.HashOf(read.partition_key);
  PartitionRef partition;
  {
    LatchLock lock(&map.latch(PartitionMap::ShardOf(hash)));
    partition = map.FindPartition(hash, read.partition_key);
  }
  if (partition == nullptr) return;
  const SortedItems& entries = EntriesOf(*partition, target);
  if (read.forward) {
    ReadForward(entries, read, page);
  } else {
    ReadBackward(entries, read, page);
  }
}

void ReadEntries(const ReadTarget& target, const SegmentRange& read, Page& page) {
  const PartitionMap& map = target.map();
  uint64_t hash = FirstHashOf(read.segment, read.total_segments);
  if (read.start_after.has_value()) hash = std::max(hash, map.HashOf(read.start_after->partition_key));
  for (size_t shard = PartitionMap::ShardOf(hash); shard < PartitionMap::kShards; ++shard) {
    const PartitionMap::ShardView view = map.View(shard);
    // The scan resumes in the middle of the first shard only.
    const bool resumes = read.start_after.has_value() && shard == PartitionMap::ShardOf(hash);
    for (auto at = resumes ? view.From(hash, read.start_after->partition_key) : view.From(hash); !at.done();
         at.Next()) {
      if (SegmentOfHash(at->hash(), read.total_segments) != read.segment) return;
      page.EnterPartition();
      if (page.done()) return;
      const SortedItems& entries = EntriesOf(*at, target);
      const bool resumes_here = resumes && at->key() == read.start_after->partition_key;
      for (auto entry = resumes_here ? entries.After(read.start_after->sort_key) : entries.First(); !entry.done();
           entry.Next()) {
        page.Add(entry.item());
        if (page.done()) return;
      }
    }
  }
}

}  // namespace

Result<FoundItem> ExecuteRead(const ItemRead& read, WorkBudget* budget) {
  ItemRef item = FindItem(*read.table, read.key);
  // Counting the values takes time, so it is done only for an item that may exceed the budget.
  const bool may_exceed = budget != nullptr && item != nullptr && StepsToReturnMax(*item) > budget->left();
  if (may_exceed && !budget->Spend(StepsToProject(read, item.get()))) return errors::WorkBudgetExhausted();
  return ProjectItem(read, std::move(item));
}

Result<std::vector<FoundItem>> ExecuteReads(const ItemReadPlan& plan, WorkBudget* budget) {
  std::vector<ItemRef> together;
  if (plan.transactional) {
    HOLDFAST_ASSIGN_OR_RETURN(together, FindItemsTogether(plan.reads));
  }
  std::vector<FoundItem> found;
  found.reserve(plan.reads.size());
  size_t bytes = 0;
  for (const ItemRead& read : plan.reads) {
    ItemRef item = plan.transactional ? std::move(together[found.size()]) : FindItem(*read.table, read.key);
    const size_t size = SizeOf(item);
    bytes += size;
    if (bytes > limits::kBatchGetResponseBytesMax) break;
    if (budget != nullptr && !budget->Spend(StepsToProject(read, item.get()))) return errors::WorkBudgetExhausted();
    found.push_back(ProjectItem(read, std::move(item)));
  }
  return found;
}

Result<Page> ExecuteRead(const PageReadPlan& plan, WorkBudget* budget) {
  Page page(plan, budget);
  std::visit([&](const auto& entries) { ReadEntries(plan.target, entries, page); }, plan.entries);
  if (page.over_budget()) return errors::WorkBudgetExhausted();
  const GlobalIndex* const index = plan.target.global_index.get();
  if (index != nullptr && index->dropped()) return errors::NoSuchIndex(index->schema.name);
  return page;
}

uint32_t SegmentOf(const PartitionMap& map, std::string_view partition_key, uint32_t total_segments) {
  return SegmentOfHash(map.HashOf(partition_key), total_segments);
}

}  // namespace holdfast
