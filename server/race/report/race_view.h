// A copy of what a race session has found so far, to be written as JSON (race_json.h) or as a page (race_page.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/race/history/history.h"
#include "engine/race/session.h"
#include "server/race/race_options.h"

namespace holdfast::server {

struct RaceView {
  uint64_t id = 0;
  DatabaseName database;
  RaceOptions options;
  race::Verdict verdict;
  // The run in progress; 0: none.
  uint64_t run = 0;
  // The history of the requested run, with its operations in the order of their first steps; absent if it is not kept.
  std::optional<race::History> history;
};

// The requirements (`require`) that were not met, such as `conditional_check_failed: 1 wanted, 0 met`.
std::vector<std::string> MissingRequirements(const RaceView& view);
// The number of steps in the schedule of a failure.
size_t StepCount(const race::Failure& failure);

}  // namespace holdfast::server
