// The deletion of items whose time to live is over.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html
//
// The service deletes expired items within days, and shows them until then; here, a caller starts each sweep. Expired
// items are found in each table's order of expiry (engine/tables/expiry_order.h), so items that are not due cost
// nothing. Each item is deleted by a separate write, which checks the expiry again with the item latched: if a write
// that extends the time to live races with the sweep, either that write comes first and the item stays, or it finds the
// item deleted. Indexes and streams are updated as by every write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace holdfast {
class Table;
struct DatabaseState;
struct TableKey;

// The position of a sweep, which begins with a default-constructed one; each slice moves it on, and the last one sets
// `done`. Tables and their shards are swept in ascending order of their numbers.
struct SweepPosition {
  bool done = false;
  uint64_t table_number = 0;
  size_t shard = 0;
  // The key of the entry of this shard that was visited last; empty before the first.
  std::string entry;
};

struct SweepCount {
  // All items that were found to have expired.
  size_t visited = 0;
  // Those that this slice deleted. The others were skipped, or another thread changed or deleted them meanwhile.
  size_t deleted = 0;
  // Those that it did not delete because of the delay (engine/database/late_expiry.h).
  size_t skipped = 0;
};

// Runs one slice of a sweep: visits at most `count_max` items that have expired by the database's clock, in tables with
// time to live enabled, and deletes them, except those that it skips because of the delay. Thread-safe, if each sweep
// has a position of its own: if several find an item, only one of them deletes it and counts it as deleted.
SweepCount SweepExpiredItems(DatabaseState& database, size_t count_max, SweepPosition& position);

// Deletes one item, as a sweep without a delay does: if its table has time to live enabled and the item has expired by
// the database's clock. Returns whether it was deleted.
bool DeleteExpiredItem(DatabaseState& database, const std::shared_ptr<Table>& table, const TableKey& key);

}  // namespace holdfast
