// The deletion of items whose time to live is over.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html
//
// The service does it within days, and until then shows the items; here a caller starts it. Expired items are found in
// each table's order of expiry (engine/tables/expiry_order.h), so what is not due costs nothing. Each is deleted by a
// write of its own, which asks again with the item latched: a renewal that races the sweep either comes first, and the
// item stays, or finds the item gone. Index entries and stream records follow as they do from every write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace holdfast {
class Table;
struct DatabaseState;
struct TableKey;

// Where a sweep is. Plain data; tables are swept in the order of their numbers, and shards in theirs.
struct SweepPosition {
  bool done = false;
  uint64_t table_number = 0;
  size_t shard = 0;
  // The entry in the shard that was visited last.
  std::string entry;
};

struct SweepCount {
  // Items that were found to have expired, and those of them that were deleted by this sweep.
  size_t visited = 0;
  size_t deleted = 0;
};

// A slice of a sweep: deletes what has expired by the database's clock, in every table with time to live enabled, at
// most `count_max` items. Thread-safe: of sweeps at one moment, one deletes an item and counts it.
SweepCount SweepExpiredItems(DatabaseState& database, size_t count_max, SweepPosition& position);

// A whole sweep. Returns how many items it deleted.
size_t SweepExpiredItems(DatabaseState& database);

// What a sweep does to one item: deletes it if its table has time to live enabled and the item has expired by the
// database's clock. Returns whether it did.
bool DeleteExpiredItem(DatabaseState& database, const std::shared_ptr<Table>& table, const TableKey& key);

}  // namespace holdfast
