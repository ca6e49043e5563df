#include "bench/load/zipf.h"

#include <algorithm>
#include <cmath>

#include "bench/load/random.h"

namespace holdfast::bench {

Zipf::Zipf(size_t count, double exponent) : cumulative_(count) {
  double sum = 0;
  for (size_t i = 0; i < count; ++i) {
    sum += std::pow(static_cast<double>(i + 1), -exponent);
    cumulative_[i] = sum;
  }
  // The last one is exactly 1, which UnitInterval never returns.
  for (double& share : cumulative_) share /= sum;
}

size_t Zipf::Choose(std::mt19937_64& random) const {
  const auto chosen = std::upper_bound(cumulative_.begin(), cumulative_.end(), UnitInterval(random));
  return static_cast<size_t>(chosen - cumulative_.begin());
}

double Zipf::Probability(size_t number) const {
  return number == 0 ? cumulative_[0] : cumulative_[number] - cumulative_[number - 1];
}

}  // namespace holdfast::bench
