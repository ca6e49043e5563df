// When the operations of an open loop are meant to start: by the clock, whatever the endpoint does meanwhile.
#pragma once

#include <cstdint>
#include <optional>
#include <random>

#include "bench/measure/clock.h"

namespace holdfast::bench {

struct ArrivalPlan {
  // 0: a closed loop, in which each client starts an operation when its last one has ended.
  double per_second = 0;
  // Customers come independently of each other (a Poisson process) rather than in equal steps.
  bool poisson = true;

  bool open() const { return per_second > 0; }
};

// The arrivals of one stretch of time, in order. Not thread-safe.
class Arrivals {
 public:
  // `plan` is open.
  Arrivals(const ArrivalPlan& plan, TimePoint begin, TimePoint end, uint64_t seed);

  // The next one's intended start; nothing when there is none before the end.
  std::optional<TimePoint> Next() const;
  // On to the one after it.
  void Take();
  // How many are left, which is known by walking through them.
  int64_t TakeAll();

 private:
  Nanoseconds Gap();

  const Nanoseconds mean_gap_;
  const bool poisson_;
  const TimePoint end_;
  std::mt19937_64 random_;
  TimePoint next_;
};

}  // namespace holdfast::bench
