// Parameters of workloads; each workload uses some of them.
#pragma once

#include <chrono>
#include <string>

namespace holdfast::bench {

struct WorkloadOptions {
  // The table on the endpoint.
  std::string table;
  // Unique to this trial (runner/trial.h), and part of the idempotency tokens of its transactions: DynamoDB remembers
  // tokens for ten minutes, across tables.
  std::string trial_tag;
  // The number of slots on sale at the same time in popular-slots, and of slots in one booking in last-slots.
  int slots = 100;
  int slots_per_booking = 3;
  // The skew of the choice of slots and items: the exponent of Zipf's law.
  double zipf = 0.99;
  // Units of each product.
  int stock = 1;
  // The duration of a hold, and the mean time of a payment.
  std::chrono::milliseconds hold{250};
  std::chrono::milliseconds payment{20};
  // The number of items in get, put, query and mix, and the length of the filler text in each.
  int items = 1'000;
  int item_bytes = 400;
};

}  // namespace holdfast::bench
