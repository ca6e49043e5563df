// Detects lost increments of an add-only counter without a search: a read that is below the least or above the greatest
// sum that the additions before and during the read can have. A search through the orders of many overlapping additions
// would take long.
#pragma once

#include <span>

#include "conformance/history/register_step.h"

namespace holdfast::conformance {

// True if a read is outside the bounds, which proves that no order exists. False proves nothing; always false if any
// step sets the value (a write, a deletion, a conditional change, or an addition that returned its sum), or if a sum
// may overflow.
bool HasReadOutsideSumBounds(std::span<const RegisterStep> steps, const RegisterValue& initial);

}  // namespace holdfast::conformance
