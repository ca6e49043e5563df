#include "bench/load/arrivals.h"

#include <cmath>

#include "bench/load/zipf.h"

namespace holdfast::bench {

Arrivals::Arrivals(const ArrivalPlan& plan, TimePoint begin, TimePoint end, uint64_t seed)
    : mean_gap_(std::llround(1e9 / plan.per_second)), poisson_(plan.poisson), end_(end), random_(seed), next_(begin) {
  // The first arrival is at a random time within one gap, so that the threads do not all start at once.
  next_ += Nanoseconds(std::llround(static_cast<double>(mean_gap_.count()) * UnitInterval(random_)));
}

std::optional<TimePoint> Arrivals::Peek() const {
  return next_ < end_ ? std::optional<TimePoint>(next_) : std::nullopt;
}

void Arrivals::Pop() { next_ += Gap(); }

int64_t Arrivals::PopAll() {
  int64_t count = 0;
  for (; Peek().has_value(); Pop()) ++count;
  return count;
}

Nanoseconds Arrivals::Gap() {
  if (!poisson_) return mean_gap_;
  const double gaps = -std::log1p(-UnitInterval(random_));
  return Nanoseconds(std::llround(gaps * static_cast<double>(mean_gap_.count())));
}

}  // namespace holdfast::bench
