// Runs programs of actors through a Session, without threads: each actor sends one request after the other, and may
// build the next one from all responses that it has received.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/race/session.h"
#include "engine/race/steps/engine_executor.h"
#include "engine/race/steps/operation_text.h"
#include "tests/engine/race/race_builders.h"

namespace holdfast::race::testing {

// Builds a request from the formatted responses that the actor got so far.
using Step = std::function<Request(const std::string& responses)>;
// The steps of each actor, by the name of the actor.
using Program = std::map<std::string, std::vector<Step>>;

class ScriptedActors {
 public:
  ScriptedActors(Session& session, const Program& program) : session_(session), program_(program) {}

  // The result of one run, which ends when the session reports it as over or redundant.
  struct RunResult {
    // The session has no further run; the other members are not set.
    bool done = false;
    bool redundant = false;
    uint64_t run = 0;
    // The formatted responses of each actor, by the name of the actor.
    std::map<std::string, std::string> responses;
  };
  RunResult RunOnce() {
    const OrMisuse<RunStart> start = session_.BeginRun();
    EXPECT_TRUE(start.ok()) << start.error();
    RunResult result;
    result.done = !start.ok() || start->done;
    if (result.done) return result;
    result.run = start->run;
    states_.clear();
    for (const std::string& actor : start->actors) {
      states_[actor];
      Continue(actor);
    }
    while (!session_.RunOver() && !session_.Redundant()) {
      const OrMisuse<StepReport> step = session_.RunNextStep();
      EXPECT_TRUE(step.ok()) << step.error();
      if (!step.ok()) break;
      if (step->completed.has_value()) HandleReply(step->completed->actor, step->completed->reply);
    }
    result.redundant = session_.Redundant();
    for (const auto& [actor, state] : states_) result.responses[actor] = state.responses;
    return result;
  }

 private:
  static constexpr int kAttemptsMax = 3;
  struct State {
    size_t next = 0;
    int attempts = 0;
    std::string responses;
    Request request;
  };

  void Continue(const std::string& actor) {
    State& state = states_[actor];
    const std::vector<Step>& steps = program_.at(actor);
    if (state.next == steps.size()) {
      EXPECT_TRUE(session_.ActorDone(actor).ok());
      return;
    }
    state.request = steps[state.next++](state.responses);
    state.attempts = 0;
    Send(actor);
  }
  void Send(const std::string& actor) {
    State& state = states_[actor];
    ++state.attempts;
    const OrMisuse<RequestId> arrived = session_.Arrive({actor, state.request, absl::StrCat("call ", state.next)});
    EXPECT_TRUE(arrived.ok()) << arrived.error();
  }
  void HandleReply(const std::string& actor, const Reply& reply) {
    State& state = states_[actor];
    const bool outcome = reply.kind == Reply::Kind::kOutcome;
    if (!outcome && state.attempts < kAttemptsMax) return Send(actor);
    absl::StrAppend(&state.responses, outcome ? DescribeOutcome(*reply.outcome) : "no reply", "\n");
    Continue(actor);
  }

  Session& session_;
  const Program& program_;
  std::map<std::string, State> states_;
};

// All items of the tables, as text.
inline std::string StateOf(Database& database, const std::vector<std::string>& tables) {
  std::string text;
  for (const std::string& table : tables) {
    ScanRequest scan;
    scan.table_name = table;
    scan.consistent_read = true;
    const Result<ScanResponse> found = database.Scan(scan);
    EXPECT_TRUE(found.ok());
    absl::StrAppend(&text, table, " ", DescribeResponse(Response(*found)), "\n");
  }
  return text;
}

struct Explored {
  // One text for each distinct result of a complete run: the final state and the responses of all actors.
  std::set<std::string> outcomes;
  // How many runs were not redundant.
  uint64_t complete_runs = 0;
  Verdict verdict;
};

// Explores `program` from the state of `database` until no run is left. Calls `on_run` after each complete run.
inline Explored ExploreProgram(Database& database, const std::vector<std::string>& tables, SessionOptions options,
                               const Program& program, const std::function<void(const History&)>& on_run = nullptr) {
  options.actors.clear();
  for (const auto& [actor, steps] : program) options.actors.push_back(actor);
  EngineExecutor executor(database, {.keep_versions = options.stale_reads > 0 || options.index_lag > 0});
  OrMisuse<std::unique_ptr<Session>> session = Session::Create(std::move(options), executor);
  Explored explored;
  EXPECT_TRUE(session.ok()) << session.error();
  if (!session.ok()) return explored;
  ScriptedActors actors(**session, program);
  while (true) {
    const ScriptedActors::RunResult run = actors.RunOnce();
    if (run.done) break;
    if (!run.redundant) {
      ++explored.complete_runs;
      std::string outcome = StateOf(database, tables);
      for (const auto& [actor, responses] : run.responses) absl::StrAppend(&outcome, actor, ":\n", responses);
      explored.outcomes.insert(std::move(outcome));
    }
    const auto ended = (*session)->EndRun(true, "");
    EXPECT_TRUE(ended.ok()) << ended.error();
    if (on_run != nullptr && !run.redundant) on_run(*(*session)->history(run.run));
  }
  explored.verdict = (*session)->verdict();
  return explored;
}

}  // namespace holdfast::race::testing
