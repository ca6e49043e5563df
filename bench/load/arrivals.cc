#include "bench/load/arrivals.h"

#include <cmath>

#include "bench/load/random.h"

namespace holdfast::bench {

Arrivals::Arrivals(const ArrivalPlan& plan, TimePoint begin, TimePoint end, uint64_t seed)
    : mean_gap_(std::llround(1e9 / plan.per_second)), poisson_(plan.poisson), end_(end), random_(seed), next_(begin) {
  // Each thread has Arrivals of its own. The first is at a random time, so that they do not all start at once.
  next_ += poisson_ ? Gap() : Nanoseconds(std::llround(UnitInterval(random_) * static_cast<double>(mean_gap_.count())));
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
  return Nanoseconds(std::llround(Exponential(random_) * static_cast<double>(mean_gap_.count())));
}

}  // namespace holdfast::bench
