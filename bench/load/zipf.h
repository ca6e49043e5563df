// Zipf's distribution: of n items, the k-th is chosen with a probability proportional to 1/k^exponent.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace holdfast::bench {

// Thread-safe, since it is immutable.
class Zipf {
 public:
  // Exponent 0 is the uniform distribution, 0.99 is YCSB's default, 2 is highly skewed. `count` is at least 1.
  Zipf(size_t count, double exponent);

  // Returns a number in [0, count); 0 is the most popular.
  size_t Choose(std::mt19937_64& random) const;
  double Probability(size_t number) const;

 private:
  std::vector<double> cumulative_;
};

}  // namespace holdfast::bench
