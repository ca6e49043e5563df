// The options of a race session, as the body of `POST /_holdfast/races` has them. All members but "actors" may be
// absent.
//
//   {"actors": ["alice", "bob"],       1 to 16 names
//    "strategy": "exhaustive",         or random, pct (with "depth", 3), replay (with "schedule")
//    "reduction": true,                exhaustive only: of orders that differ in independent steps alone, one is run
//    "preemptions": null,              exhaustive only: at most so many switches away from an actor that could go on
//    "seed": 42, "max_runs": 2000,
//    "stale_reads": 0, "index_lag": 0, by how many versions reads of tables and of global indexes may be behind
//    "faults": [{"on": "PutItem", "table": "t", "index": "i", "actor": "alice", "nth": 1, "do": "commit_then_drop",
//                "budget": 1, "probability": 0.5}],
//    "always": [{"name": "…", "table": "t", "where": "…", "each": "…", "unique": ["a"], "names": {}, "values": {}}],
//    "require": {"conditional_check_failed": 1},
//    "ignore_conditions": true,        or a list of tables
//    "keys_are_actors": false,         access key ids name actors
//    "stop_at_failure": true, "shrink": true,
//    "quiescence_ms": 200,             an actor that is silent for so long is not waited for any more
//    "stuck_ms": 5000,                 a run in which nothing happens for so long is ended
//    "delay_ms": 1000,                 how late a response of commit_then_delay is
//    "idle_seconds": 60}               a session that gets no call and no request for so long is closed
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/race/session.h"
#include "engine/race/steps/fault.h"
#include "server/json/rapidjson.h"

namespace holdfast::server {

inline constexpr size_t kRaceActorsMax = 16;

struct RaceOptions {
  race::SessionOptions session;
  bool keys_are_actors = false;
  std::chrono::milliseconds quiescence{200};
  std::chrono::milliseconds stuck{5'000};
  std::chrono::milliseconds delay{1'000};
  std::chrono::seconds idle{60};
};

// The body of `POST /_holdfast/faults`: rules as those of a session, without one.
//
//   {"faults": [{"on": "PutItem", "do": "throttle", …}],     "actor" is an access key id, "probability" 1 if absent
//    "seed": 42, "delay_ms": 1000}
struct FaultOptions {
  std::vector<race::FaultRule> rules;
  uint64_t seed = 42;
  std::chrono::milliseconds delay{1'000};
};

// `body` must be an object. An error is a sentence about the first option that is wrong.
Result<RaceOptions, std::string> ReadRaceOptions(const rapidjson::Value& body);
Result<FaultOptions, std::string> ReadFaultOptions(const rapidjson::Value& body);
// `exhaustive`, `random`, …
std::string_view StrategyName(const race::StrategyOptions& strategy);

}  // namespace holdfast::server
