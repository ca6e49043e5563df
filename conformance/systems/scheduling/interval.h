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

// The beginnings of the quarter-hours that the interval covers, wholly or in part. Bookings consist of whole
// quarter-hours, so two of them overlap if and only if they share one; with an item for each quarter-hour, conditions
// on single items detect that.
std::vector<std::string> QuarterHours(const Interval& interval);

// The time that cases and races pass to the service as the current time: noon of the last day of 2029.
Minute Present();
// An interval of `quarters` quarter-hours on 2030-01-07, which begins `offset` quarter-hours after nine o'clock.
Interval QuartersAfterNine(int offset, int quarters);

}  // namespace holdfast::conformance::scheduling
