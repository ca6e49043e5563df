// Programs of actors without threads: each actor sends one request after the other, and may make the next one from all
// that it was told before. Driven directly through a Session.
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

// Makes a request from what the actor was told so far.
using Step = std::function<Request(const std::string& told)>;
// Actor to its steps.
using Program = std::map<std::string, std::vector<Step>>;

class ScriptedActors {
 public:
  ScriptedActors(Session& session, const Program& program) : session_(session), program_(program) {}

  // One run, until it is over or, if it is redundant, abandoned.
  struct RunResult {
    bool done = false;
    bool redundant = false;
    uint64_t run = 0;
    // Actor to all that it was told.
    std::map<std::string, std::string> told;
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
      if (step->completed.has_value()) Take(step->completed->actor, step->completed->reply);
    }
    result.redundant = session_.Redundant();
    for (const auto& [actor, state] : states_) result.told[actor] = state.told;
    return result;
  }

 private:
  static constexpr int kAttemptsMax = 3;
  struct State {
    size_t next = 0;
    int attempts = 0;
    std::string told;
    Request request;
  };

  void Continue(const std::string& actor) {
    State& state = states_[actor];
    const std::vector<Step>& steps = program_.at(actor);
    if (state.next == steps.size()) {
      EXPECT_TRUE(session_.ActorDone(actor).ok());
      return;
    }
    state.request = steps[state.next++](state.told);
    state.attempts = 0;
    Send(actor);
  }
  void Send(const std::string& actor) {
    State& state = states_[actor];
    ++state.attempts;
    const OrMisuse<RequestId> arrived = session_.Arrive({actor, state.request, absl::StrCat("call ", state.next)});
    EXPECT_TRUE(arrived.ok()) << arrived.error();
  }
  void Take(const std::string& actor, const Reply& reply) {
    State& state = states_[actor];
    const bool outcome = reply.kind == Reply::Kind::kOutcome;
    if (!outcome && state.attempts < kAttemptsMax) return Send(actor);
    absl::StrAppend(&state.told, outcome ? DescribeOutcome(*reply.outcome) : "no reply", "\n");
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
  // Of each complete run: what all actors were told, and the final state.
  std::set<std::string> outcomes;
  // How often an equal outcome was met by a run.
  uint64_t complete_runs = 0;
  Verdict verdict;
};

// Explores the program to its end. `make_database` makes the start state. `on_run`: after each complete run.
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
      for (const auto& [actor, told] : run.told) absl::StrAppend(&outcome, actor, ":\n", told);
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
