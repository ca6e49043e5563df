#include "engine/race/explore.h"

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <set>

#include "absl/strings/str_cat.h"
#include "engine/race/actor_thread.h"
#include "engine/race/steps/engine_executor.h"

namespace holdfast::race {
namespace {

class Explorer {
 public:
  Explorer(Session& session, const std::function<void(Run&)>& test) : session_(session), test_(test) {
    for (const std::string& actor : session.options().actors) threads_[actor] = std::make_unique<ActorThread>();
  }

  // Executes all runs of the session. Returns the text of a misuse, or an empty text.
  std::string ExploreAll() {
    while (true) {
      OrMisuse<RunStart> start = session_.BeginRun();
      if (!start.ok()) return std::move(start).error();
      if (start->done) return {};
      if (std::string misuse = ExploreRun(*start); !misuse.empty()) return misuse;
    }
  }

 private:
  // Ends the functions of all actors.
  struct AbandonAtEnd {
    ~AbandonAtEnd() { explorer.Abandon(); }
    Explorer& explorer;
  };

  std::string ExploreRun(const RunStart& start) {
    Run run;
    test_(run);
    // The actors' functions belong to `run`, so they must end before `run` is destroyed, also if a step throws what a
    // call of Client::Other or the function of an invariant has thrown.
    const AbandonAtEnd abandon_at_end{*this};
    if (run.actors().size() != threads_.size()) return "the test declares other actors than before";
    for (const auto& [name, function] : run.actors()) {
      if (!threads_.contains(name)) return absl::StrCat("the test declares other actors than before: '", name, "'");
    }
    for (const auto& [name, function] : run.actors()) {
      const bool takes_part = std::find(start.actors.begin(), start.actors.end(), name) != start.actors.end();
      if (!takes_part) continue;
      live_.insert(name);
      const ActorThread::Event event = threads_.at(name)->Start(function);
      if (std::string misuse = ForwardEvent(name, event); !misuse.empty()) return misuse;
    }
    while (!session_.RunOver() && !session_.Redundant()) {
      const OrMisuse<StepReport> step = session_.RunNextStep();
      if (!step.ok()) return step.error();
      if (!step->completed.has_value()) continue;
      const std::string& actor = step->completed->actor;
      const ActorThread::Event event = threads_.at(actor)->DeliverReply(step->completed->reply);
      if (std::string misuse = ForwardEvent(actor, event); !misuse.empty()) return misuse;
    }
    const bool checks = live_.empty() && !session_.Redundant();
    const std::string why = checks ? Check(run) : "";
    const auto ended = session_.EndRun(why.empty(), why);
    return ended.ok() ? "" : ended.error();
  }

  // Passes the actor's next request to the session, or reports to it that the actor is done.
  std::string ForwardEvent(const std::string& actor, const ActorThread::Event& event) {
    if (event.request != nullptr) {
      const OrMisuse<RequestId> arrived = session_.Arrive({actor, *event.request, event.invocation});
      return arrived.ok() ? "" : arrived.error();
    }
    live_.erase(actor);
    const OrMisuse<void> done = session_.ActorDone(actor, event.failure);
    return done.ok() ? "" : done.error();
  }

  void Abandon() {
    for (const std::string& actor : live_) threads_.at(actor)->Abandon();
    live_.clear();
  }

  static std::string Check(const Run& run) {
    for (const auto& [name, holds] : run.checks()) {
      try {
        if (!holds()) return absl::StrCat("'", name, "' does not hold at the end");
      } catch (const std::exception& exception) {
        return absl::StrCat("'", name, "' failed: ", exception.what());
      } catch (...) {
        return absl::StrCat("'", name, "' failed: an exception of another type than std::exception");
      }
    }
    return {};
  }

  Session& session_;
  const std::function<void(Run&)>& test_;
  std::map<std::string, std::unique_ptr<ActorThread>> threads_;
  // Actors whose function has not ended.
  std::set<std::string> live_;
};

Exploration ExplorationWithMisuse(std::string text) {
  Exploration found;
  found.verdict.summary = text;
  found.misuse = std::move(text);
  return found;
}

}  // namespace

Invariant Unique(std::string table, std::vector<std::string> attributes, std::string where, ExpressionFields fields) {
  return {.table = std::move(table),
          .where = std::move(where),
          .unique = std::move(attributes),
          .fields = std::move(fields)};
}

Invariant Each(std::string table, std::string condition, ExpressionFields fields, std::string where) {
  return {
      .table = std::move(table), .where = std::move(where), .each = std::move(condition), .fields = std::move(fields)};
}

Exploration Explore(Database& database, SessionOptions options, const std::function<void(Run&)>& test) {
  Run declared;
  test(declared);
  options.actors.clear();
  for (const auto& [name, function] : declared.actors()) options.actors.push_back(name);
  options.always = declared.always();
  EngineExecutor executor(database, {.keep_versions = options.stale_reads > 0 || options.index_lag > 0});
  OrMisuse<std::unique_ptr<Session>> session = Session::Create(std::move(options), executor);
  if (!session.ok()) return ExplorationWithMisuse(std::move(session).error());
  std::string misuse = Explorer(**session, test).ExploreAll();
  if (!misuse.empty()) return ExplorationWithMisuse(std::move(misuse));
  Exploration found;
  found.verdict = (*session)->verdict();
  const Failure* const failure = found.verdict.witness();
  const History* const history = (*session)->history(failure != nullptr ? failure->run : found.verdict.runs);
  if (history != nullptr) found.history = *history;
  return found;
}

}  // namespace holdfast::race
