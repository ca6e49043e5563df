// The options of a run.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "conformance/client/client.h"

namespace holdfast::conformance {

struct RunOptions {
  EndpointOptions endpoint;
  uint64_t seed = 0;
  int clients = 16;
  // The number of guarded rounds of each race. The control runs until it finds a violation.
  int rounds = 20;
  // The longest a race may take, its control included.
  std::chrono::seconds budget{30};
  // The longest a new table may take to become ACTIVE.
  std::chrono::seconds table_wait{120};
  // Parts of group/name; empty: everything.
  std::vector<std::string> only;
  // The directory for every call of every round; empty: not written.
  std::string history_directory;
};

}  // namespace holdfast::conformance
