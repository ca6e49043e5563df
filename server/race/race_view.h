// A copy of what a race session has found so far, to be written as JSON (race_json.h) or as a page (race_page.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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
  // Of the run that was asked for, its operations in the order of their first steps; absent if it is not kept.
  std::optional<race::History> history;
};

// What `require` asks for and was not met: `conditional_check_failed: 1 wanted, 0 met`.
std::vector<std::string> MissingRequirements(const RaceView& view);
// Nothing failed, what is required was met, and the exploration ended: everything was explored, or the budget is spent.
bool IsOk(const RaceView& view);
// How many steps a failure has.
size_t StepsOf(const race::Failure& failure);

}  // namespace holdfast::server
