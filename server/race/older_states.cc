#include "server/race/older_states.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/race/steps/engine_executor.h"
#include "engine/race/steps/operation_text.h"

namespace holdfast::server {

void OlderStates::DropOld(States& states, Clock::time_point now) {
  while (states.size() > kStatesMax || (states.size() > 1 && !IsRecent(states.front(), now))) states.pop_front();
}

void OlderStates::Keep(const std::shared_ptr<Database>& database, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::erase_if(states_, [](const auto& entry) { return entry.first.expired(); });
  States& states = states_[database];
  const uint64_t commit = database->last_commit();
  if (!states.empty() && states.back().commit == commit) {
    states.back().seen = now;
    return;
  }
  // A write between last_commit() and Fork() is in the copy, although `commit` is the number before that write: the
  // next call of Keep then keeps the same state once more, which is harmless: Read takes equal responses once.
  states.push_back({commit, database->Fork(), now});
  DropOld(states, now);
}

std::optional<race::Response> OlderStates::Read(const std::shared_ptr<Database>& database, const race::Request& read,
                                                Random& random, Clock::time_point now) {
  std::vector<std::shared_ptr<Database>> older;
  {
    const std::lock_guard lock(mutex_);
    const auto found = states_.find(database);
    if (found == states_.end()) return std::nullopt;
    DropOld(found->second, now);
    for (const State& state : found->second) {
      if (IsRecent(state, now)) older.push_back(state.database);
    }
  }
  std::set<std::string> seen = {race::DescribeOutcome(race::Call(*database, read))};
  std::vector<race::Response> responses;
  for (auto state = older.rbegin(); state != older.rend() && responses.size() < kResponsesMax; ++state) {
    Result<race::Response> outcome = race::Call(**state, read);
    // A state in which the table did not exist, or the index was not built, has no older version of the items.
    if (!outcome.ok() || !seen.insert(race::DescribeOutcome(outcome)).second) continue;
    responses.push_back(std::move(outcome).value());
  }
  if (responses.empty()) return std::nullopt;
  return std::move(responses[random.Below(responses.size())]);
}

void OlderStates::Forget(const std::shared_ptr<Database>& database) {
  const std::lock_guard lock(mutex_);
  states_.erase(database);
}

void OlderStates::ForgetAll() {
  const std::lock_guard lock(mutex_);
  states_.clear();
}

}  // namespace holdfast::server
