// Reduces a history that is not linearizable to few calls, so that a reader can understand the contradiction.
#pragma once

#include <cstdint>
#include <span>

#include "conformance/history/linearizability_checker.h"
#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

// Finds a small set of calls in `history` that contradict each other. A search must have found, after visiting
// `effort_of_verdict` configurations, that the history has no order. The reduction is sound, as the source explains: if
// the parts of the finding have no order, the history has none.
LinearizabilityFinding FindContradiction(std::span<const RegisterOperation> history,
                                         const LinearizabilityOptions& options, int64_t effort_of_verdict);

}  // namespace holdfast::conformance
