// The consumer of the inventory's stream that raises an alert when stock runs low.
#pragma once

#include <vector>

#include "conformance/systems/inventory/inventory_table.h"
#include "conformance/wire/stream_reader.h"

namespace holdfast::conformance::inventory {

// Units that nobody has reserved, by subtraction: the consumer can do what a condition cannot.
int64_t AvailableOf(const Item& stock);
// Whether the record is about this stock.
bool IsAbout(const StreamRecord& record, const Stock& stock);
// What is available fell below the reorder point with this very change. Without asking what it was before
// (`asks_before` false) every change of a stock that is low raises an alert.
bool RaisesAlert(const StreamRecord& record, bool asks_before = true);

}  // namespace holdfast::conformance::inventory
