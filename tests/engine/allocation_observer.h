// Runs code of a test in the middle of an operation: whenever this thread allocates memory. In programs one of whose
// source files includes tests/engine/failing_allocations.h.
#pragma once

#include <cstddef>
#include <functional>

namespace holdfast::testing {

using AllocationObserver = std::function<void(size_t bytes)>;

// Called before each allocation of this thread, except those that it makes itself. Null: nothing is called.
extern thread_local AllocationObserver* allocation_observer;

}  // namespace holdfast::testing
