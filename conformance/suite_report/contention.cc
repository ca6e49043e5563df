#include "conformance/suite_report/contention.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace holdfast::conformance {
namespace {

constexpr std::array<std::string_view, 5> kOfEveryRace = {"operations", "overlapping operations", "conditions refused",
                                                          "transaction conflicts", "unknown outcomes"};

}  // namespace

std::vector<std::pair<std::string, int64_t>> InReadingOrder(const std::map<std::string, int64_t>& event_counts) {
  std::vector<std::pair<std::string, int64_t>> ordered(event_counts.begin(), event_counts.end());
  const auto rank = [](const std::pair<std::string, int64_t>& count) {
    return std::find(kOfEveryRace.begin(), kOfEveryRace.end(), count.first) - kOfEveryRace.begin();
  };
  std::stable_sort(ordered.begin(), ordered.end(), [&rank](const auto& a, const auto& b) { return rank(a) < rank(b); });
  return ordered;
}

}  // namespace holdfast::conformance
