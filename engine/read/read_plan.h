// The reads of a request, after all checks that need no stored data: items by their keys, or a page of a table or an
// index. engine/read/read_path.h executes plans.
//
// A plan owns its tables and expressions. The key of an ItemRead and the values in a filter are views into the request,
// which must outlive the plan.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/base/limits.h"
#include "engine/expressions/condition_expression.h"
#include "engine/expressions/projection_expression.h"
#include "engine/read/key_range.h"
#include "engine/schema/key_rules.h"
#include "engine/tables/table.h"

namespace holdfast {

// One item, by its key.
struct ItemRead {
  std::shared_ptr<Table> table;
  TableKey key;
  // Nothing: the whole item is returned.
  std::optional<ProjectionExpression> projection;
  // Every read sees the latest write; this only doubles the capacity.
  bool consistent_read = false;
};

// Up to a hundred items, for BatchGetItem and TransactGetItems.
struct ItemReadPlan {
  std::vector<ItemRead> reads;
  // All items are read at one instant (serializable), for twice the capacity of consistent reads. If false, the reads
  // are independent.
  bool transactional = false;
};

// The table or index that a page is read from.
struct ReadTarget {
  std::shared_ptr<Table> table;
  // Null if the table itself is read, or a local index.
  std::shared_ptr<GlobalIndex> global_index;
  // If a local index is read: its position among the table's local indexes, which is also the position of its order in
  // each partition.
  std::optional<size_t> local_order;

  // Null if the table itself is read.
  const IndexSchema* index() const {
    if (global_index != nullptr) return &global_index->schema;
    return local_order.has_value() ? &table->schema().local_indexes[*local_order] : nullptr;
  }
  // The key of the index that is read, or of the table.
  const KeySchema& key() const {
    const IndexSchema* const read = index();
    return read != nullptr ? read->key : table->schema().key;
  }
  // The map that holds the entries.
  const PartitionMap& map() const { return global_index != nullptr ? global_index->entries : table->items(); }
};

// The part of one partition that a Query reads, in the order of the sort key.
struct PartitionRange {
  std::string partition_key;
  KeyRange range;
  bool forward = true;
  // The sort key of the entry to resume after, whether or not that entry still exists.
  std::optional<std::string> start_after;
};

// A position in the order of Scan.
struct ScanPosition {
  std::string partition_key;
  std::string sort_key;
};

// The partitions whose hash falls into one of `total_segments` equal parts: what a Scan reads.
struct SegmentRange {
  uint32_t segment = 0;
  uint32_t total_segments = 1;
  std::optional<ScanPosition> start_after;
};

struct PageReadPlan {
  ReadTarget target;
  std::variant<PartitionRange, SegmentRange> entries;
  // Without a filter every entry is returned; without a projection all attributes of an entry are returned.
  std::optional<ConditionExpression> filter;
  std::optional<ProjectionExpression> projection;
  // For a local index: return attributes of the whole item. Each entry then costs a read of the table.
  bool fetch_from_table = false;
  // The page ends after this many evaluated entries, or after this many bytes of them and of fetched items.
  std::optional<size_t> limit;
  size_t bytes_max = limits::kPageBytesMax;
  // Select COUNT: items are counted and not kept.
  bool count_only = false;
  // As in ItemRead.
  bool consistent_read = false;
};

}  // namespace holdfast
