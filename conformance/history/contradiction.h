// Reduces a history that is not linearizable until it is small enough to be read.
#pragma once

#include <cstdint>
#include <span>

#include "conformance/history/linearizability_checker.h"
#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

// Finds the parts of `history` that contradict each other; the search must have found, with this effort, that the
// history is impossible. The reduction is sound: if the parts have no order, the history has none. The source explains
// why.
LinearizabilityFinding FindContradiction(std::span<const RegisterOperation> history,
                                         const LinearizabilityOptions& options, int64_t effort_of_verdict);

}  // namespace holdfast::conformance
