#include "conformance/systems/scheduling/interval.h"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace holdfast::conformance::scheduling {
namespace {

using std::chrono::days;
using std::chrono::year_month_day;

int NumberAt(const std::string& text, size_t from, size_t digits) {
  return std::atoi(text.substr(from, digits).c_str());
}

}  // namespace

bool Overlap(const Interval& a, const Interval& b) { return a.start < b.end && b.start < a.end; }

std::string Iso(Minute time) {
  const auto midnight = std::chrono::floor<days>(time);
  const year_month_day date{midnight};
  const auto minutes = static_cast<int>((time - midnight).count());
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02dZ", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), minutes / 60, minutes % 60);
  return text.data();
}

Minute FromIso(const std::string& text) {
  const year_month_day date{std::chrono::year(NumberAt(text, 0, 4)),
                            std::chrono::month(static_cast<unsigned>(NumberAt(text, 5, 2))),
                            std::chrono::day(static_cast<unsigned>(NumberAt(text, 8, 2)))};
  return std::chrono::sys_days(date) + std::chrono::hours(NumberAt(text, 11, 2)) +
         std::chrono::minutes(NumberAt(text, 14, 2));
}

std::vector<std::string> QuarterHours(const Interval& interval) {
  if (interval.start >= interval.end) return {};
  std::vector<std::string> beginnings;
  const auto past_midnight = interval.start - std::chrono::floor<days>(interval.start);
  for (Minute time = interval.start - past_midnight % kQuarterHour; time < interval.end; time += kQuarterHour) {
    beginnings.push_back(Iso(time));
  }
  return beginnings;
}

Minute Present() { return FromIso("2029-12-31T12:00Z"); }

Interval QuartersAfterNine(int offset, int quarters) {
  const Minute nine = FromIso("2030-01-07T09:00Z");
  return {nine + offset * kQuarterHour, nine + (offset + quarters) * kQuarterHour};
}

}  // namespace holdfast::conformance::scheduling
