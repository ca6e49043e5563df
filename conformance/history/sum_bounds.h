// A lower and an upper bound that detect lost increments of an add-only counter without a search: a read below the sum
// of all additions certain before it, or above the sum of all that are possible. A search through the orders of many
// overlapping additions would be long.
#pragma once

#include <span>

#include "conformance/history/register_step.h"

namespace holdfast::conformance {

// False is no proof; always false if there are other steps than additions and observations.
bool IsSomeReadBeyondSums(std::span<const RegisterStep> steps, const RegisterValue& initial);

}  // namespace holdfast::conformance
