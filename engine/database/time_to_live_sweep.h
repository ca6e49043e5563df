// The deletion of items whose time to live is over.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html
//
// The service deletes expired items within days, and shows them until then; here, a caller starts each sweep. Expired
// items are found in each table's order of expiry (engine/tables/expiry_order.h), so items that are not due cost
// nothing. Each item is deleted by a separate write, which checks the expiry again with the item latched: if a renewal
// races with the sweep, either the renewal comes first and the item stays, or it finds the item deleted. Index entries
// and stream records follow as they do from every write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace holdfast {
class Table;
struct DatabaseState;
struct TableKey;

// The position of a sweep. Plain data; tables and their shards are swept in ascending order of their numbers.
struct SweepPosition {
  bool done = false;
  uint64_t table_number = 0;
  size_t shard = 0;
  // The entry in the shard that was visited last.
  std::string entry;
};

struct SweepCount {
  // Items that were found to have expired, and those of them that were deleted by this sweep, or kept because expired
  // items are deleted late (engine/database/late_expiry.h).
  size_t visited = 0;
  size_t deleted = 0;
  size_t kept = 0;
};

// Runs one slice of a sweep: visits at most `count_max` items that have expired by the database's clock, in tables with
// time to live enabled, and deletes them, except those that are kept because of the delay. Thread-safe: if several
// sweeps find an item, only one of them deletes it and counts it as deleted.
SweepCount SweepExpiredItems(DatabaseState& database, size_t count_max, SweepPosition& position);

// Runs a whole sweep. Returns the number of deleted items.
size_t SweepExpiredItems(DatabaseState& database);

// Deletes one item as a sweep does: if its table has time to live enabled and the item has expired by the database's
// clock. Returns whether it was deleted.
bool DeleteExpiredItem(DatabaseState& database, const std::shared_ptr<Table>& table, const TableKey& key);

}  // namespace holdfast
