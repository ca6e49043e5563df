// Lets an allocation fail. Replaces the operators new and delete of the program, so that only one of its source files
// may include this header.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <new>

#include "absl/base/attributes.h"
#include "tests/engine/allocation_observer.h"

namespace holdfast::testing {

thread_local AllocationObserver* allocation_observer = nullptr;

}  // namespace holdfast::testing

namespace {

// How many allocations of this thread succeed before one fails. If negative, all succeed.
thread_local int64_t allocations_before_failure = -1;
// Whether an allocation of this thread has failed since the last call of ThrowsWhenAllocationFails began.
thread_local bool allocation_failed = false;

}  // namespace

// Like the operators of the standard library, except for the injected failure: an allocation that failed is tried again
// if the new handler returns. Not inlined, because the compiler would warn that malloc and operator delete mismatch.
ABSL_ATTRIBUTE_NOINLINE void* operator new(size_t size) {
  if (holdfast::testing::AllocationObserver* const observer = holdfast::testing::allocation_observer) {
    holdfast::testing::allocation_observer = nullptr;
    (*observer)(size);
    holdfast::testing::allocation_observer = observer;
  }
  for (;;) {
    const bool fails = allocations_before_failure == 0;
    if (allocations_before_failure >= 0) --allocations_before_failure;
    void* const memory = fails ? nullptr : std::malloc(size == 0 ? 1 : size);
    if (memory != nullptr) return memory;
    allocation_failed = true;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}
// The nothrow operator of the standard library calls the operator above; that of AddressSanitizer would not.
ABSL_ATTRIBUTE_NOINLINE void* operator new(size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
ABSL_ATTRIBUTE_NOINLINE void operator delete(void* memory) noexcept { std::free(memory); }
ABSL_ATTRIBUTE_NOINLINE void operator delete(void* memory, size_t) noexcept { std::free(memory); }

namespace holdfast::testing {

// Runs `run`; `n` allocations succeed, and the next one fails. Returns whether `run` threw std::bad_alloc.
template <typename Run>
bool ThrowsWhenAllocationFails(int64_t n, Run run) {
  allocation_failed = false;
  allocations_before_failure = n;
  bool threw = false;
  try {
    run();
  } catch (const std::bad_alloc&) {
    threw = true;
  }
  allocations_before_failure = -1;
  return threw;
}

}  // namespace holdfast::testing
