// The deletion of items whose time to live is over.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html
//
// The service does it within days, and until then shows the items; here it is a step that somebody runs.
// Items are looked for in immutable views, with no latch held, and each that has expired is deleted by a
// write of its own, which asks again with the item latched: a renewal that races the sweep either comes
// first, and the item stays, or finds the item gone. Index entries and stream records follow as they do from
// every write.
#pragma once

#include <cstddef>

#include "engine/operations/database_state.h"

namespace holdfast {

// Deletes what has expired by the database's clock, in every table with time to live enabled; answers how
// many items that were. Thread-safe: of sweeps at one moment, one deletes an item and counts it.
size_t SweepExpiredItems(DatabaseState& database);

}  // namespace holdfast
