// The one read path of Query and Scan: entries of a table or an index, in order, into a page.
//
// A latch is held only while a reference to a partition or a shard is taken. Everything after that, filters included,
// works on an immutable view while writers go on. So a partition is read as of one moment, and a Scan shard by shard:
// read-committed, as DynamoDB promises.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/read/key_range.h"
#include "engine/read/page.h"
#include "engine/storage/partition_map.h"

namespace holdfast {

// Where entries are: a table's items or a global index's entries, or one local order within a table's partitions.
struct EntrySource {
  const PartitionMap* map = nullptr;
  std::optional<size_t> local_order;
};

// What a Query reads.
struct PartitionRead {
  EntrySource source;
  std::string partition_key;
  KeyRange range;
  bool forward = true;
  // The entry to resume after, whether or not it still exists.
  std::optional<std::string> start_after;
};
void ReadPartition(const PartitionRead& read, Page& page);

// A position in the order of Scan.
struct ScanPosition {
  std::string partition_key;
  std::string sort_key;
};

// What a Scan reads: the partitions whose hash falls into one of `total_segments` equal parts.
struct SegmentRead {
  EntrySource source;
  uint32_t segment = 0;
  uint32_t total_segments = 1;
  std::optional<ScanPosition> start_after;
};
void ReadSegment(const SegmentRead& read, Page& page);

// The segment that a partition key belongs to.
uint32_t SegmentOf(const PartitionMap& map, std::string_view partition_key, uint32_t total_segments);

}  // namespace holdfast
