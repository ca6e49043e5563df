// Random numbers that are the same on every platform, unlike those of the standard library's distributions.
#pragma once

#include <random>

namespace holdfast::bench {

// Uniform in [0, 1).
double UnitInterval(std::mt19937_64& random);
// Exponentially distributed, with mean 1.
double Exponential(std::mt19937_64& random);

}  // namespace holdfast::bench
