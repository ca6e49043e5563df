#include "engine/read/read_path.h"

#include <algorithm>

#include "absl/numeric/int128.h"

namespace holdfast {
namespace {

const SortedItems& EntriesOf(const Partition& partition, const EntrySource& source) {
  return source.local_order.has_value() ? partition.local(*source.local_order) : partition.items();
}

void ReadForward(const SortedItems& entries, const PartitionRead& read, Page& page) {
  const bool resumes = read.start_after.has_value() && *read.start_after >= read.range.lower;
  for (auto at = resumes ? entries.After(*read.start_after) : entries.AtLeast(read.range.lower);
       !at.done() && !page.done(); at.Next()) {
    const SortedEntry entry = *at;
    if (read.range.upper.has_value() && entry.key >= *read.range.upper) return;
    page.Add(entry.item);
  }
}

void ReadBackward(const SortedItems& entries, const PartitionRead& read, Page& page) {
  const std::optional<std::string>& upper = read.range.upper;
  const bool resumes = read.start_after.has_value() && (!upper.has_value() || *read.start_after < *upper);
  for (auto at = resumes             ? entries.Before(*read.start_after)
                 : upper.has_value() ? entries.Before(*upper)
                                     : entries.Last();
       !at.done() && !page.done(); at.Previous()) {
    const SortedEntry entry = *at;
    if (entry.key < read.range.lower) return;
    page.Add(entry.item);
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

}  // namespace

void ReadPartition(const PartitionRead& read, Page& page) {
  const uint64_t hash = read.source.map->HashOf(read.partition_key);
  PartitionRef partition;
  {
    LatchLock lock(&read.source.map->latch(PartitionMap::ShardOf(hash)));
    partition = read.source.map->FindPartition(hash, read.partition_key);
  }
  if (partition == nullptr) return;
  const SortedItems& entries = EntriesOf(*partition, read.source);
  if (read.forward) {
    ReadForward(entries, read, page);
  } else {
    ReadBackward(entries, read, page);
  }
}

void ReadSegment(const SegmentRead& read, Page& page) {
  uint64_t hash = FirstHashOf(read.segment, read.total_segments);
  if (read.start_after.has_value()) hash = std::max(hash, read.source.map->HashOf(read.start_after->partition_key));
  for (size_t shard = PartitionMap::ShardOf(hash); shard < PartitionMap::kShards; ++shard) {
    const PartitionMap::ShardView view = read.source.map->View(shard);
    // Only the first shard is entered in the middle.
    const bool resumes = read.start_after.has_value() && shard == PartitionMap::ShardOf(hash);
    for (auto at = resumes ? view.From(hash, read.start_after->partition_key) : view.From(hash); !at.done();
         at.Next()) {
      if (SegmentOfHash(at->hash(), read.total_segments) != read.segment) return;
      page.EnterPartition();
      if (page.done()) return;
      const SortedItems& entries = EntriesOf(*at, read.source);
      const bool resumes_here = resumes && at->key() == read.start_after->partition_key;
      for (auto entry = resumes_here ? entries.After(read.start_after->sort_key) : entries.First(); !entry.done();
           entry.Next()) {
        page.Add((*entry).item);
        if (page.done()) return;
      }
    }
  }
}

uint32_t SegmentOf(const PartitionMap& map, std::string_view partition_key, uint32_t total_segments) {
  return SegmentOfHash(map.HashOf(partition_key), total_segments);
}

}  // namespace holdfast
