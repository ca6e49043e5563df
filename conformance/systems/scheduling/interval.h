// Times of the scheduling service: whole minutes, UTC. Bookings begin and end on quarter-hours.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace holdfast::conformance::scheduling {

using Minute = std::chrono::sys_time<std::chrono::minutes>;

// Half-open, [start, end), so that two meetings may be adjacent.
struct Interval {
  Minute start;
  Minute end;
  bool operator==(const Interval&) const = default;
};

inline constexpr std::chrono::minutes kQuarterHour{15};

bool Overlap(const Interval& a, const Interval& b);

// "2030-01-07T09:00Z". The lexicographical order of these texts is the order of the times.
std::string Iso(Minute time);
// Parses a text that Iso has returned.
Minute FromIso(const std::string& text);

// The beginnings of the quarter-hours that the interval covers, wholly or in part. Two bookings overlap if and only
// if they have a quarter-hour in common, so that conditions on single items can detect an overlap.
std::vector<std::string> QuarterHours(const Interval& interval);

// The current time of the service, passed in by cases and races: the last day of 2029, at noon.
Minute Present();
// An interval of `quarters` quarter-hours on 2030-01-07, which begins `offset` quarter-hours after nine o'clock.
Interval QuartersAfterNine(int offset, int quarters);

}  // namespace holdfast::conformance::scheduling
