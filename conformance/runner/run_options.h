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
  // The number of guarded rounds of each race. The control runs until it finds a violation or the budget is used up.
  int rounds = 20;
  // The maximum duration of a race, including its control and not the creation of its tables.
  std::chrono::seconds budget{30};
  // The maximum time for a new table to become ACTIVE.
  std::chrono::seconds table_wait{120};
  // Substrings of group/name that select cases and races; empty: all of them.
  std::vector<std::string> only;
  // The directory for files with all calls of each round; empty: no files are written.
  std::string history_directory;
};

}  // namespace holdfast::conformance
