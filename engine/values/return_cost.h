// What it costs to return items (engine/base/work_budget.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/values/item.h"

namespace holdfast {

// The steps of encoding an item. They follow from the size of its JSON, in which a control character counts as six
// bytes, and from the number of its values: a NULL has one byte, but takes as long as a short text. Of a small item
// (kCountedItemBytesMin) values and control characters are not counted, unless it follows many others: `bytes_before`
// is the size of the items before it in the same response.
uint64_t StepsToReturn(const Item& item, size_t bytes_before = 0);
// An upper bound, in constant time: an item has at most one value (a set counts as its elements) for each of its bytes.
// That also bounds an item whose bytes are all control characters.
uint64_t StepsToReturnMax(const Item& item);

}  // namespace holdfast
