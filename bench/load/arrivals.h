// The intended start times of the operations of an open loop. They do not depend on how fast the endpoint responds.
#pragma once

#include <cstdint>
#include <optional>
#include <random>

#include "bench/measure/clock.h"

namespace holdfast::bench {

struct ArrivalPlan {
  // 0: a closed loop, in which each client starts an operation when its last one has ended.
  double per_second = 0;
  // True: a Poisson process. False: equal intervals.
  bool poisson = true;

  bool is_open_loop() const { return per_second > 0; }
};

// The arrivals in one measurement window, in order. Not thread-safe.
class Arrivals {
 public:
  // Requires plan.is_open_loop().
  Arrivals(const ArrivalPlan& plan, TimePoint begin, TimePoint end, uint64_t seed);

  // The intended start of the next arrival, or nothing if no arrival is left before the end.
  std::optional<TimePoint> Peek() const;
  // Removes the next arrival.
  void Pop();
  // Removes all remaining arrivals and returns their number.
  int64_t PopAll();

 private:
  Nanoseconds Gap();

  const Nanoseconds mean_gap_;
  const bool poisson_;
  const TimePoint end_;
  std::mt19937_64 random_;
  TimePoint next_;
};

}  // namespace holdfast::bench
