#include "conformance/systems/medical_tests/queue_reading.h"

#include <algorithm>

namespace holdfast::conformance::medical_tests {

std::vector<std::string> FindReadingErrors(const QueueReading& reading, const std::set<std::string>& staying) {
  std::vector<std::string> wrong;
  const std::set<std::string> read(reading.begin(), reading.end());
  for (const std::string& sort_key : staying) {
    if (read.count(sort_key) == 0) wrong.push_back("missed a test that stayed in the queue: " + sort_key);
  }
  if (read.size() != reading.size()) {
    wrong.push_back("read a test twice, though none changes its place");
  } else if (!std::is_sorted(reading.begin(), reading.end())) {
    wrong.push_back("read the queue out of order");
  }
  return wrong;
}

}  // namespace holdfast::conformance::medical_tests
