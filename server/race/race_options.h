// The options of a race session, as the body of `POST /_holdfast/races` has them. All members but "actors" may be
// absent.
//
//   {"actors": ["alice", "bob"],       1 to 16 names
//    "strategy": "exhaustive",         or random, pct (with "depth", 3), replay (with "schedule")
//    "reduction": true,                exhaustive only: of the orders that differ by swaps of independent steps alone,
//                                      one is run
//    "preemptions": null,              exhaustive only: the most switches away from an actor that could continue
//    "seed": 42, "max_runs": 2000,
//    "stale_reads": 0, "index_lag": 0, by how many versions reads of tables and of global indexes may lag
//    "faults": [{"on": "PutItem", "table": "t", "index": "i", "actor": "alice", "nth": 1, "do": "commit_then_drop",
//                "budget": 1, "probability": 0.5}],
//    "always": [{"name": "…", "table": "t", "where": "…", "each": "…", "unique": ["a"], "names": {}, "values": {}}],
//    "require": {"conditional_check_failed": 1},
//    "ignore_conditions": false,       or true, or a list of tables
//    "start": "snapshot",              each run begins from the state when the session was opened; with "test", from
//                                      what the test writes before the run; the default is what the store supports
//    "keys_are_actors": false,         access key ids name actors
//    "stop_at_failure": true, "shrink": true,
//    "quiescence_ms": 200,             how long the next request of an actor is waited for before the requests of the
//                                      others go on
//    "stuck_ms": 5000,                 a run in which nothing happens for this long is ended
//    "delay_ms": 1000,                 how long a response of commit_then_delay is delayed
//    "idle_seconds": 60}               a session without a call or request for this long is closed
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/race/session.h"
#include "engine/race/steps/fault.h"
#include "server/json/rapidjson.h"

namespace holdfast::server {

inline constexpr size_t kRaceActorsMax = 16;
// The maximum length of a name in the options: DynamoDB's for tables and indexes. A table may also be named by its ARN.
inline constexpr size_t kRaceNameBytesMax = 255;

// Where the start state of a run comes from.
enum class StartState { kSnapshot, kTest };

struct RaceOptions {
  race::SessionOptions session;
  std::optional<StartState> start = std::nullopt;
  bool keys_are_actors = false;
  std::chrono::milliseconds quiescence{200};
  std::chrono::milliseconds stuck{5'000};
  std::chrono::milliseconds delay{1'000};
  std::chrono::seconds idle{60};
};

// The body of `POST /_holdfast/faults`: rules like those of a session, which apply outside of sessions.
//
//   {"faults": [{"on": "PutItem", "do": "throttle", …}],     "actor" is an access key id, "probability" 1 if absent
//    "seed": 42, "delay_ms": 1000}
struct FaultOptions {
  std::vector<race::FaultRule> rules;
  uint64_t seed = 42;
  std::chrono::milliseconds delay{1'000};
};

// Whether the server has an operation of that name.
using OperationCheck = bool (*)(std::string_view name);

// `body` must be an object. The error is a sentence about the first option that is wrong.
Result<RaceOptions, std::string> ReadRaceOptions(const rapidjson::Value& body, OperationCheck is_operation);
Result<FaultOptions, std::string> ReadFaultOptions(const rapidjson::Value& body, OperationCheck is_operation);
// The name of the strategy: `exhaustive`, `random`, …
std::string_view StrategyName(const race::StrategyOptions& strategy);

}  // namespace holdfast::server
