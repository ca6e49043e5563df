#include "conformance/systems/scheduling/fake_calendar.h"

namespace holdfast::conformance::scheduling {

std::optional<std::vector<Interval>> FakeCalendar::BusyIntervals(const std::string& vault_reference,
                                                                 const Interval& window) const {
  const std::string current = "vault/" + name_ + "/" + std::to_string(tokens_issued_);
  if (!token_is_good_ || vault_reference != current) return std::nullopt;
  std::vector<Interval> seen;
  for (const Interval& interval : busy_) {
    if (Overlap(interval, window)) seen.push_back(interval);
  }
  return seen;
}

}  // namespace holdfast::conformance::scheduling
