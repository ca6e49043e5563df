// What must be true after many doctors have reviewed one test.
#pragma once

#include <string>
#include <vector>

#include "conformance/systems/attempt_outcome.h"
#include "conformance/wire/value.h"

namespace holdfast::conformance::medical_tests {

// The name of the doctor who is this client.
std::string Doctor(size_t client);

// What is wrong with the test and its result, which were read at one moment, given what each doctor was told. The item
// that is not there is empty.
std::vector<std::string> WrongReviews(const std::vector<AttemptOutcome>& outcomes, const Item& test,
                                      const Item& result);

}  // namespace holdfast::conformance::medical_tests
