// One reading of the review queue, page by page, from its beginning to its end.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace holdfast::conformance::medical_tests {

// The places of the tests, in the order in which they were returned.
using QueueReading = std::vector<std::string>;

// What is wrong with a reading during which tests left the queue and came back to their places, but none of `staying`.
std::vector<std::string> WrongReading(const QueueReading& reading, const std::set<std::string>& staying);

}  // namespace holdfast::conformance::medical_tests
