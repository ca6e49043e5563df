// A race's event counts in an order for reading.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace holdfast::conformance {

// Counts common to all races come first, from "operations" to "unknown outcomes"; the race's own counts follow by name.
std::vector<std::pair<std::string, int64_t>> InReadingOrder(const std::map<std::string, int64_t>& event_counts);

}  // namespace holdfast::conformance
