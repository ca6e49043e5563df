// Searches for an order of steps on one register that explains every response. This is the algorithm of Wing and Gong
// as improved by Lowe ("Testing for linearizability", 2016): a depth-first search over the steps that may come next,
// which visits no configuration (the set of steps taken, and the value) twice.
//
// The problem is NP-complete. The following prunings make the search fast for real histories. None of them loses an
// order if there is one:
//
// 1. An observation that is possible now is taken now, because it changes nothing.
// 2. A value that is needed by a remaining step, not by an optional one, is not overwritten if no remaining change
//    produces it again. A sum is not taken if it moves the value so far that the remaining sums cannot reach such a
//    value.
// 3. Of several steps with the same precondition and effect, only the one that completes first is tried: exchanging
//    them makes no difference.
// 4. An optional step, which may never have happened, is taken only if a remaining step can observe it.
// 5. Settled steps are never undone: see IsSettled in the source. If every value is produced only once, this pruning
//    alone leaves no alternatives to search.
#pragma once

#include <cstdint>
#include <span>

#include "conformance/history/register_step.h"

namespace holdfast::conformance {

enum class SearchVerdict { kExplained, kImpossible, kUndecided };

// Subtracts the number of choices that it tries, including those that lead to a configuration visited before, from
// `effort_left`, and returns kUndecided when it reaches 0. Exact otherwise.
SearchVerdict SearchLinearization(std::span<const RegisterStep> steps, RegisterValue initial, int64_t& effort_left);

}  // namespace holdfast::conformance
