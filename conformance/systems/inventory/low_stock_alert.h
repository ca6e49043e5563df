// For a consumer of the inventory's stream: which records must raise an alert, because stock has run low.
#pragma once

#include "conformance/client/stream_reader.h"
#include "conformance/systems/inventory/inventory_table.h"

namespace holdfast::conformance::inventory {

// The units that are not reserved: the difference of two attributes, which a DynamoDB condition could not compute.
int64_t AvailableOf(const Item& stock);
// Whether the record is about this stock.
bool IsAbout(const StreamRecord& record, const Stock& stock);
// True if this change took the available units below the reorder point. With `compares_with_before` false the state
// before the change is ignored, so that every change after which the stock is low raises an alert. Only a MODIFY
// is a change: new or deleted stock raises none.
bool RaisesAlert(const StreamRecord& record, bool compares_with_before = true);

}  // namespace holdfast::conformance::inventory
