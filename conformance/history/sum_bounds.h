// A counter that is only ever added to can be wrong in a way that is seen without a search: a read that tells less than
// what was added for certain before it, or more than can have been added at all. That is the lost increment, and the
// search through the orders of many overlapping additions would be long.
#pragma once

#include <span>

#include "conformance/history/register_step.h"

namespace holdfast::conformance {

// False says nothing: also where other steps than additions and observations occur.
bool IsSomeReadBeyondSums(std::span<const RegisterStep> steps, const RegisterValue& initial);

}  // namespace holdfast::conformance
