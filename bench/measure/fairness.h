// Fairness of a distribution among clients.
#pragma once

#include <cstdint>
#include <vector>

namespace holdfast::bench {

struct Fairness {
  // Jain's index: (sum of x)² / (n × sum of x²). It is 1 if all clients got the same or if nothing was distributed, and
  // 1/n if one client got everything. (Jain, Chiu and Hawe, "A Quantitative Measure of Fairness and Discrimination",
  // 1984.)
  double jain_index = 1;
  // The largest and the smallest share as multiples of an equal share. 1 if nothing was distributed.
  double most = 1;
  double least = 1;
  int64_t clients_with_nothing = 0;
};

Fairness FairnessOf(const std::vector<int64_t>& successes_by_client);

}  // namespace holdfast::bench
