// Rate, duration and retries of a load.
#pragma once

#include <cstdint>

#include "bench/load/arrivals.h"
#include "bench/load/retry_policy.h"
#include "conformance/client/client.h"

namespace holdfast::bench {

struct LoadSettings {
  conformance::EndpointOptions endpoint;
  int clients = 32;
  int threads = 1;
  // How many loads of this size are open at the same time: two if two endpoints are compared.
  int loads = 1;
  ArrivalPlan arrivals;
  // Mean think time of a closed-loop client before each operation; latencies exclude it. Without it the winner of a
  // slot would be the first to learn of the next slot, and so the first to try for it.
  Nanoseconds think = Nanoseconds(0);
  RetryRules retry;
  // Total measured time, warm-up excluded.
  Nanoseconds measured = std::chrono::seconds(10);
  // The length of one step of the timeline, not of the whole timeline.
  Nanoseconds timeline_width = std::chrono::milliseconds(100);
  // How long after the end of a measurement window an open loop that has fallen behind may still start operations.
  Nanoseconds catch_up_max = std::chrono::seconds(10);
  uint64_t seed = 0;
};

}  // namespace holdfast::bench
