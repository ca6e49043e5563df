// The consumer of the inventory's stream that raises an alert when stock runs low.
#pragma once

#include <vector>

#include "conformance/client/stream_reader.h"
#include "conformance/systems/inventory/inventory_table.h"

namespace holdfast::conformance::inventory {

// Unreserved units, by subtraction: the consumer can do what a condition cannot.
int64_t AvailableOf(const Item& stock);
// Whether the record is about this stock.
bool IsAbout(const StreamRecord& record, const Stock& stock);
// True if this change took the available units below the reorder point. With `asks_before` false the state before the
// change is ignored, so that every change of a low stock raises an alert.
bool RaisesAlert(const StreamRecord& record, bool asks_before = true);

}  // namespace holdfast::conformance::inventory
