#include "bench/load/random.h"

#include <cmath>

namespace holdfast::bench {

double UnitInterval(std::mt19937_64& random) {
  constexpr int kMantissaBits = 53;
  return std::ldexp(static_cast<double>(random() >> (64 - kMantissaBits)), -kMantissaBits);
}

double Exponential(std::mt19937_64& random) { return -std::log1p(-UnitInterval(random)); }

}  // namespace holdfast::bench
