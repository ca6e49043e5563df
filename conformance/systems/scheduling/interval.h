// Times of the scheduling service: whole minutes, UTC. Bookings begin and end on quarter-hours.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace holdfast::conformance::scheduling {

using Minute = std::chrono::sys_time<std::chrono::minutes>;

// From `start` up to and without `end`: two meetings may touch.
struct Interval {
  Minute start;
  Minute end;
  bool operator==(const Interval&) const = default;
};

inline constexpr std::chrono::minutes kQuarterHour{15};

bool Overlap(const Interval& a, const Interval& b);

// "2030-01-07T09:00Z". In this form the order of the texts is the order of the times.
std::string Iso(Minute time);
// The reverse, of what Iso gave.
Minute FromIso(const std::string& text);

// The quarter-hours that the interval needs, by their beginnings. Two intervals overlap exactly if they need one in
// common, which is what makes an overlap visible to a condition on single items.
std::vector<std::string> QuarterHours(const Interval& interval);

// The current time of the service, passed in by cases and races: the last day of 2029, at noon.
Minute Present();
// `quarters` quarter-hours of a day to come, beginning `offset` quarter-hours after nine o'clock.
Interval FromNine(int offset, int quarters);

}  // namespace holdfast::conformance::scheduling
