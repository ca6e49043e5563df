// The invariant after several doctors have reviewed one test.
#pragma once

#include <string>
#include <vector>

#include "conformance/client/value.h"
#include "conformance/systems/attempt_outcome.h"

namespace holdfast::conformance::medical_tests {

// The doctor's name for a client number.
std::string Doctor(size_t client);

// The violations in the test and its result, read at one point in time, given each doctor's outcome. A missing item is
// empty.
std::vector<std::string> FindReviewErrors(const std::vector<AttemptOutcome>& outcomes, const Item& test,
                                          const Item& result);

}  // namespace holdfast::conformance::medical_tests
