// Searches an order of steps on one register that explains every response. The algorithm of Wing and Gong as improved
// by Lowe ("Testing for linearizability", 2016): depth-first over the steps that may come next, visiting no
// configuration (the set of steps taken, and the value) twice.
//
// The problem is NP-complete. Real histories are fast because of these prunings, none of which loses a history that has
// an order:
//
// 1. An observation that is possible now is taken now: it changes nothing.
// 2. A value that is still to be observed, and that no step that is left gives again, is not overwritten; nor are sums
//    taken past one.
// 3. Of steps with the same effect the one that completes first is taken first: they can change places.
// 4. A step that may never have happened is taken only if a remaining step can observe it.
// 5. What is settled is not undone: see IsSettled in the source. Where every value is given once this alone leaves
//    nothing to search.
#pragma once

#include <cstdint>
#include <span>

#include "conformance/history/register_step.h"

namespace holdfast::conformance {

enum class SearchVerdict { kExplained, kImpossible, kUndecided };

// Subtracts the number of visited configurations from `effort`, and returns kUndecided when it reaches 0. Exact
// otherwise.
SearchVerdict SearchLinearization(std::span<const RegisterStep> steps, RegisterValue initial, int64_t& effort);

}  // namespace holdfast::conformance
