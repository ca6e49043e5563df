// Makes a history that has no order small enough to be read.
#pragma once

#include <cstdint>
#include <span>

#include "conformance/history/linearizability_checker.h"
#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

// The parts and the contradicted one of `history`, for which the search said, with this effort, that it is impossible.
// What is left out is left out soundly: that the parts have no order implies that the history has none. The source says
// why.
LinearizabilityFinding FindContradiction(std::span<const RegisterOperation> history,
                                         const LinearizabilityOptions& options, int64_t effort_of_verdict);

}  // namespace holdfast::conformance
