#include "bench/measure/fairness.h"

#include <algorithm>

namespace holdfast::bench {

Fairness FairnessOf(const std::vector<int64_t>& successes_by_client) {
  double sum = 0;
  double sum_of_squares = 0;
  for (const int64_t got : successes_by_client) {
    const auto share = static_cast<double>(got);
    sum += share;
    sum_of_squares += share * share;
  }
  Fairness fairness;
  fairness.clients_with_nothing = std::count(successes_by_client.begin(), successes_by_client.end(), 0);
  if (sum <= 0) return fairness;

  const auto clients = static_cast<double>(successes_by_client.size());
  const auto [least, most] = std::minmax_element(successes_by_client.begin(), successes_by_client.end());
  fairness.jain_index = sum * sum / (clients * sum_of_squares);
  fairness.most = static_cast<double>(*most) * clients / sum;
  fairness.least = static_cast<double>(*least) * clients / sum;
  return fairness;
}

}  // namespace holdfast::bench
