// What it costs to return items (engine/base/work_budget.h).
#pragma once

#include <cstdint>

#include "engine/values/item.h"

namespace holdfast {

// The steps of encoding an item. They follow from its size and from the number of its values: a NULL has one byte, but
// takes as long as a short text. Of a small item (kCountedItemBytesMin) the values are not counted.
uint64_t StepsToReturn(const Item& item);
// An upper bound, in constant time: an item has at most one value for each of its bytes.
uint64_t StepsToReturnMax(const Item& item);

}  // namespace holdfast
