// check-then-write: the condition and the write it guards are two requests, as in a store that evaluates conditions
// before it takes the lock. A single client observes no fault.
#pragma once

#include <memory>

#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

std::unique_ptr<Fault> MakeCheckThenWrite();

}  // namespace holdfast::conformance::faulty
