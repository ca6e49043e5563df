// How hard, how long and how stubbornly.
#pragma once

#include <cstdint>

#include "bench/load/arrivals.h"
#include "bench/load/retry_policy.h"
#include "conformance/wire/client.h"

namespace holdfast::bench {

struct LoadSettings {
  conformance::EndpointOptions endpoint;
  int clients = 32;
  int threads = 1;
  ArrivalPlan arrivals;
  // How long a client of a closed loop thinks before each operation, on average; no latency includes it. Without it the
  // one who got something is the first to know of the next thing, and so the first to try for that too.
  Nanoseconds think = Nanoseconds(0);
  RetryRules retry;
  // What is measured in all, warming up excluded.
  Nanoseconds measured = std::chrono::seconds(10);
  Nanoseconds timeline_width = std::chrono::milliseconds(100);
  // An open loop that has fallen behind is given this long after its end to catch up.
  Nanoseconds catch_up_max = std::chrono::seconds(10);
  uint64_t seed = 0;
};

}  // namespace holdfast::bench
