// One reading of the review queue, page by page, from its beginning to its end.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace holdfast::conformance::medical_tests {

// The tests' sort keys in the queue, in the order in which they were returned.
using QueueReading = std::vector<std::string>;

// The errors of a reading, one sentence each. While the queue was read, some tests left it and returned to the same
// positions; the tests with the sort keys `staying` stayed.
std::vector<std::string> FindReadingErrors(const QueueReading& reading, const std::set<std::string>& staying);

}  // namespace holdfast::conformance::medical_tests
