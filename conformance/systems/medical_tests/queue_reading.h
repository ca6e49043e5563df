// One reading of the review queue, page by page, from its beginning to its end.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace holdfast::conformance::medical_tests {

// The tests' sort keys in the queue, in the order in which they were returned.
using QueueReading = std::vector<std::string>;

// The errors of a reading, one sentence each. While it was read, tests left the queue and came back to their positions;
// those with the sort keys `staying` did not.
std::vector<std::string> WrongReading(const QueueReading& reading, const std::set<std::string>& staying);

}  // namespace holdfast::conformance::medical_tests
