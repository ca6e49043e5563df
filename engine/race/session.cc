#include "engine/race/session.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/race/active_run.h"
#include "engine/race/history/witness.h"
#include "engine/race/steps/absl_view.h"
#include "engine/race/strategies/shrink.h"
#include "engine/tables/table_name.h"

namespace holdfast::race {
namespace {

using EventCountMember = uint64_t EventCounts::*;
constexpr std::pair<std::string_view, EventCountMember> kEventCountMembers[] = {
    {"conflicts", &EventCounts::conflicts},
    {"stale_reads", &EventCounts::stale_reads},
    {"lagging_reads", &EventCounts::lagging_reads},
    {"lost_replies", &EventCounts::lost_replies},
    {"retries", &EventCounts::retries},
    {"throttles", &EventCounts::throttles},
    {"internal_errors", &EventCounts::internal_errors},
    {"duplicates", &EventCounts::duplicates},
    {"unprocessed", &EventCounts::unprocessed},
    {"conditional_check_failed", &EventCounts::conditional_check_failed},
    {"transaction_canceled", &EventCounts::transaction_canceled},
    {"expired", &EventCounts::expired},
    {"preemptions", &EventCounts::preemptions},
};

void Add(const EventCounts& more, EventCounts& total) {
  for (const auto& [name, member] : kEventCountMembers) total.*member += more.*member;
}

uint64_t CountOfEvent(const EventCounts& counts, std::string_view name) {
  for (const auto& [known, member] : kEventCountMembers) {
    if (known == name) return counts.*member;
  }
  return 0;
}

Result<void, std::string> CheckActors(const SessionOptions& options) {
  if (options.actors.empty()) return std::string("the session has no actors");
  std::set<std::string> names;
  for (const std::string& actor : options.actors) {
    if (!IsActorName(actor)) {
      return absl::StrCat("'", actor, "' cannot name an actor: 1 to 64 letters, digits, '_', '-' and '.' can");
    }
    if (actor == kTimeToLiveActor) return absl::StrCat("the actor '", actor, "' is the lab's own");
    if (!names.insert(actor).second) return absl::StrCat("two actors are called '", actor, "'");
  }
  return {};
}

Result<void, std::string> CheckFaults(const SessionOptions& options) {
  for (const FaultRule& rule : options.faults) {
    const std::string name = absl::StrCat("the fault rule '", ToAbsl(NameOf(rule.action)), "' ");
    const bool known = rule.actor.empty() ||
                       std::find(options.actors.begin(), options.actors.end(), rule.actor) != options.actors.end();
    if (!known) return absl::StrCat(name, "is for '", rule.actor, "', which is no actor of the session");
    if (const std::optional<std::string> problem = ProblemOf(rule)) {
      return absl::StrCat(name, "can never fire: ", *problem);
    }
    if (rule.nth == 0u) return name + "is for the 0th request; the first is number 1";
    if (rule.probability < 0 || rule.probability > 1) return name + "has a probability that is not between 0 and 1";
    if (!rule.budget.has_value() && std::holds_alternative<Exhaustive>(options.strategy)) {
      return name + "needs a budget, because an exhaustive session explores each time it may fire";
    }
  }
  return {};
}

OrMisuse<std::unique_ptr<Strategy>> MakeStrategy(const SessionOptions& options) {
  if (const auto* exhaustive = std::get_if<Exhaustive>(&options.strategy)) return MakeExhaustive(*exhaustive);
  if (const auto* pct = std::get_if<ProbabilisticConcurrency>(&options.strategy)) {
    if (pct->depth == 0) return std::string("the depth of probabilistic concurrency testing is at least 1");
    return MakeProbabilisticConcurrency(*pct, options.seed);
  }
  if (const auto* replay = std::get_if<Replay>(&options.strategy)) {
    Result<Schedule, std::string> schedule = ParseSchedule(replay->schedule);
    if (!schedule.ok()) return std::move(schedule).error();
    for (const ScheduledStep& step : *schedule) {
      const std::string_view actor = ActorOfThread(step.thread);
      const bool known = actor == kTimeToLiveActor ||
                         std::find(options.actors.begin(), options.actors.end(), actor) != options.actors.end();
      if (!known) return absl::StrCat("the schedule has a step of '", ToAbsl(actor), "', which is no actor");
    }
    return MakeReplay(std::move(schedule).value(), ReplayMode::kStrict);
  }
  if (std::holds_alternative<UniformlyRandom>(options.strategy)) return MakeUniformlyRandom(options.seed);
  return MakePartialOrderSampling(options.seed);
}

class SessionImpl final : public Session {
 public:
  SessionImpl(SessionOptions options, StepExecutor& executor, std::unique_ptr<Strategy> strategy)
      : options_(std::move(options)), executor_(executor), strategy_(std::move(strategy)) {
    // Numbers the actors in the order of the options, independently of which actor sends the first request.
    for (const std::string& actor : options_.actors) names_.NumberOf(actor);
    explored_actors_ = options_.actors;
    fault_uses_.resize(options_.faults.size());
    if (const auto* replay = std::get_if<Replay>(&options_.strategy))
      RemoveActorsWithoutStep(*ParseSchedule(replay->schedule));
  }

  OrMisuse<RunStart> BeginRun() override {
    if (in_run()) return absl::StrCat("run ", run_->number(), " has not ended");
    if (phase_ == Phase::kExploring && !BeginExploringRun()) phase_ = Phase::kDone;
    Strategy* strategy = strategy_.get();
    std::vector<std::string> actors = explored_actors_;
    if (phase_ == Phase::kShrinking) {
      std::optional<Shrinker::Candidate> candidate = shrinker_->Next();
      if (candidate.has_value()) {
        actors = candidate->actors;
        candidate_replay_ = MakeReplay(std::move(candidate->schedule), ReplayMode::kLenient);
        strategy = candidate_replay_.get();
        strategy->BeginRun();
      } else {
        phase_ = Phase::kDone;
      }
    }
    if (phase_ == Phase::kDone) {
      // Restores the start state for the caller's next requests, or for another session.
      if (runs_ > 0 && !std::exchange(restored_, true)) executor_.BeginRun();
      return RunStart{runs_, true, {}};
    }
    executor_.BeginRun();
    if (runs_ == 0) {
      InvariantEvaluation evaluation(executor_);
      for (const Invariant& invariant : options_.always) {
        if (const std::optional<std::string> violation = evaluation.Violation(invariant)) {
          phase_ = Phase::kDone;
          return absl::StrCat("the start state violates '", invariant.name, "': ", *violation);
        }
      }
    }
    run_.emplace(++runs_, options_, actors, executor_, *strategy, names_);
    ended_ = false;
    return RunStart{runs_, false, actors};
  }

  OrMisuse<RunEnd> EndRun(bool ok, std::string_view why) override {
    if (!in_run()) return NoRun();
    if (!ok) {
      run_->Fail("check", why.empty() ? "the test's check failed" : std::string(why));
    } else if (!run_->Over() && !Redundant()) {
      FailAsStuck("the run was ended before it was over");
    }
    return End();
  }

  OrMisuse<RunEnd> EndStuckRun(std::string_view why) override {
    if (!in_run()) return NoRun();
    if (!run_->Over()) FailAsStuck(why);
    return End();
  }

  OrMisuse<void> Stop() override {
    if (in_run()) return absl::StrCat("run ", run_->number(), " has not ended");
    if (phase_ == Phase::kExploring) stopped_ = true;
    phase_ = Phase::kDone;
    return {};
  }

  OrMisuse<RequestId> Arrive(Arrival arrival) override {
    if (!in_run()) return NoRun();
    return run_->Arrive(std::move(arrival), ++last_request_);
  }
  OrMisuse<void> ActorSettled(std::string_view actor) override {
    if (!in_run()) return NoRun();
    return run_->ActorSettled(actor);
  }
  OrMisuse<void> ActorDone(std::string_view actor, std::optional<std::string> failure) override {
    if (!in_run()) return NoRun();
    return run_->ActorDone(actor, std::move(failure));
  }
  OrMisuse<void> PassOver(std::string_view actor) override {
    if (!in_run()) return NoRun();
    return run_->PassOver(actor);
  }
  OrMisuse<void> Abandon(RequestId request) override {
    if (!in_run()) return NoRun();
    return run_->Abandon(request);
  }
  Result<Response> RunUnscheduled(const Request& request) override {
    return in_run() ? run_->RunUnscheduled(request) : executor_.Execute(request).outcome;
  }
  bool Ready() const override { return in_run() && !run_->Over() && run_->Ready(); }
  bool RunOver() const override { return in_run() && run_->Over(); }
  bool Redundant() const override {
    return in_run() && phase_ == Phase::kExploring && strategy_->redundant() && !run_->failure_cause().has_value();
  }
  std::vector<std::string> Awaited() const override { return in_run() ? run_->Awaited() : std::vector<std::string>(); }
  OrMisuse<StepReport> RunNextStep() override {
    if (!in_run()) return NoRun();
    return run_->RunNextStep();
  }

  const SessionOptions& options() const override { return options_; }
  Verdict verdict() const override;
  const History* history(uint64_t run) const override {
    if (run_.has_value() && run_->number() == run) return &const_cast<ActiveRun&>(*run_).history();
    for (const std::optional<History>* kept : {&failure_history_, &shrunk_history_}) {
      if (kept->has_value() && (*kept)->run == run) return &**kept;
    }
    return nullptr;
  }

 private:
  enum class Phase { kExploring, kShrinking, kDone };

  bool in_run() const { return run_.has_value() && !ended_; }
  std::string NoRun() const {
    return runs_ == 0 ? std::string("no run has begun") : absl::StrCat("run ", runs_, " is over");
  }

  // Removes the actors that have no step in `schedule`. A schedule lacks an actor if shrinking removed it from the run.
  void RemoveActorsWithoutStep(const Schedule& schedule) {
    explored_actors_.erase(std::remove_if(explored_actors_.begin(), explored_actors_.end(),
                                          [&](const std::string& actor) {
                                            return std::none_of(schedule.begin(), schedule.end(),
                                                                [&](const ScheduledStep& step) {
                                                                  return ActorOfThread(step.thread) == actor;
                                                                });
                                          }),
                           explored_actors_.end());
  }

  bool BeginExploringRun() {
    exhausted_ = !strategy_->BeginRun();
    budget_spent_ = !exhausted_ && options_.max_runs != 0 && runs_ == options_.max_runs;
    return !exhausted_ && !budget_spent_;
  }

  void FailAsStuck(std::string_view why) { run_->Fail("stuck", absl::StrCat(ToAbsl(why), run_->DescribeWaiting())); }

  RunEnd End() {
    const bool complete = run_->Over() && !run_->given_up();
    History& history = run_->history();
    history.schedule = FormatSchedule(run_->schedule());
    if (const std::optional<std::string> problem = Contradiction(history)) run_->Fail("history", *problem);
    RunEnd end;
    end.parked = run_->Parked();
    if (run_->failure_cause().has_value()) end.failure = FailureOf(*run_->failure_cause());
    ended_ = true;
    if (phase_ == Phase::kShrinking) {
      EndShrinkingRun(end);
    } else {
      EndExploringRun(complete, end);
    }
    return end;
  }

  Failure FailureOf(const FailureCause& cause) {
    const History& history = run_->history();
    return {history.run, cause.kind, cause.why, history.schedule, FormatWitness(history, options_.actors)};
  }

  void EndExploringRun(bool complete, const RunEnd& end) {
    strategy_->EndRun(complete);
    if (!complete && !strategy_->redundant()) cut_short_ = true;
    Add(run_->event_counts(), event_counts_);
    if (!run_->replayable()) ++not_replayable_;
    for (size_t i = 0; i < fault_uses_.size(); ++i) {
      fault_uses_[i].matched += run_->fault_uses()[i].matched;
      fault_uses_[i].fired += run_->fault_uses()[i].fired;
    }
    unscheduled_ += run_->unscheduled();
    if (divergence_.empty()) divergence_ = strategy_->divergence();
    for (const Finding& finding : run_->findings()) {
      const bool known = std::any_of(findings_.begin(), findings_.end(),
                                     [&](const Finding& other) { return IsOfSameKind(finding, other); });
      if (!known) findings_.push_back(finding);
    }
    explored_runs_ = runs_;
    if (!end.failure.has_value()) return;
    ++failed_;
    if (failure_.has_value()) return;
    failure_ = end.failure;
    failure_history_ = run_->history();
    if (options_.continue_after_failure) return;
    phase_ = Phase::kDone;
    if (!options_.shrink || !run_->replayable() || std::holds_alternative<Replay>(options_.strategy)) return;
    // A stuck run is not shrunk: each candidate that is stuck as well would take the caller's whole timeout.
    if (end.failure->kind == "stuck") return;
    signature_ = run_->failure_cause()->signature;
    shrinker_.emplace(run_->schedule(), options_.actors, /*may_drop_actors=*/end.failure->kind != "check");
    shrunk_ = failure_;
    phase_ = Phase::kShrinking;
  }

  void EndShrinkingRun(const RunEnd& end) {
    candidate_replay_->EndRun(true);
    const std::optional<FailureCause>& cause = run_->failure_cause();
    const bool same = cause.has_value() && cause->signature == signature_ && run_->replayable();
    if (!shrinker_->Report(same, run_->schedule())) return;
    shrunk_ = end.failure;
    shrunk_history_ = run_->history();
  }

  bool IsComplete() const {
    const auto* exhaustive = std::get_if<Exhaustive>(&options_.strategy);
    return exhaustive != nullptr && !exhaustive->preemptions.has_value() && exhausted_ && !cut_short_ &&
           not_replayable_ == 0 && unscheduled_ == 0 && divergence_.empty();
  }
  std::string DescribeExplored() const;
  std::vector<std::string> DescribeUnfiredFaults() const;

  const SessionOptions options_;
  StepExecutor& executor_;
  const std::unique_ptr<Strategy> strategy_;
  NameNumbers names_;
  // The actors of every run, except of runs in which a failure is shrunk.
  std::vector<std::string> explored_actors_;
  Phase phase_ = Phase::kExploring;
  // Replays the candidate of the current run while a failure is shrunk.
  std::unique_ptr<Strategy> candidate_replay_;
  std::optional<Shrinker> shrinker_;
  // FailureCause::signature of the failure that is shrunk.
  std::string signature_;
  std::optional<ActiveRun> run_;
  bool ended_ = true;
  bool stopped_ = false;
  // The start state was restored after the last run.
  bool restored_ = false;
  bool budget_spent_ = false;
  // The strategy has nothing more to explore.
  bool exhausted_ = false;
  // Some run that was not redundant was ended before it was over, or was given up.
  bool cut_short_ = false;
  uint64_t runs_ = 0;
  uint64_t explored_runs_ = 0;
  RequestId last_request_ = 0;
  uint64_t failed_ = 0;
  uint64_t not_replayable_ = 0;
  uint64_t unscheduled_ = 0;
  EventCounts event_counts_;
  // Of each fault rule, in all runs.
  std::vector<FaultUse> fault_uses_;
  std::vector<Finding> findings_;
  std::string divergence_;
  std::optional<Failure> failure_;
  std::optional<History> failure_history_;
  std::optional<Failure> shrunk_;
  std::optional<History> shrunk_history_;
};

// Describes what was explored. The text follows `no run failed: ` in the summary.
std::string SessionImpl::DescribeExplored() const {
  const StrategyCounts counts = strategy_->counts();
  if (std::holds_alternative<Replay>(options_.strategy)) return "the schedule was followed";
  const auto* exhaustive = std::get_if<Exhaustive>(&options_.strategy);
  if (exhaustive == nullptr) {
    return absl::StrCat(counts.explored, " orders were sampled with the seed ", options_.seed);
  }
  std::string text = absl::StrCat(counts.explored, counts.explored == 1 ? " order was run" : " orders were run");
  if (budget_spent_ || stopped_) return text + ", and there are more";
  if (!exhausted_) return text + " so far";
  if (not_replayable_ > 0) {
    return absl::StrCat(text, ", and there may be more: in ", not_replayable_, not_replayable_ == 1 ? " run" : " runs",
                        " an actor was passed over");
  }
  if (!divergence_.empty() || unscheduled_ > 0) return text + ", and there may be more";
  if (exhaustive->preemptions.has_value()) {
    return absl::StrCat(text, ", all there are with at most ", *exhaustive->preemptions, " preemptions");
  }
  if (!counts.orders.has_value()) return text + ", and all others are equal to one of them";
  if (*counts.orders == static_cast<double>(counts.explored)) return text + ", all there are";
  return absl::StrCat(
      text, " of ", FormatOrders(*counts.orders),
      ", and the others differ from one of them only in the order of steps that do not affect each other");
}

std::vector<std::string> SessionImpl::DescribeUnfiredFaults() const {
  std::vector<std::string> sentences;
  // A replay fires the faults of its schedule, and a failure may end the exploration before others have fired.
  const bool cut_off = failure_.has_value() && !options_.continue_after_failure;
  if (phase_ != Phase::kDone || cut_off || std::holds_alternative<Replay>(options_.strategy)) return sentences;
  for (size_t i = 0; i < fault_uses_.size(); ++i) {
    const auto [matched, fired] = fault_uses_[i];
    if (fired > 0) continue;
    sentences.push_back(absl::StrCat(
        "the fault rule ", Describe(options_.faults[i]), " never fired: ",
        matched == 0 ? "no request matched it" : absl::StrCat("it was not chosen for the ", matched, " that matched")));
  }
  return sentences;
}

Verdict SessionImpl::verdict() const {
  Verdict verdict;
  verdict.done = phase_ == Phase::kDone && !in_run();
  verdict.complete = IsComplete();
  verdict.runs = explored_runs_;
  verdict.failed = failed_;
  verdict.counts = strategy_->counts();
  verdict.event_counts = event_counts_;
  verdict.failure = failure_;
  verdict.shrunk = shrunk_;
  verdict.findings = findings_;
  verdict.not_replayable = not_replayable_;
  verdict.unscheduled = unscheduled_;
  verdict.unfired_faults = DescribeUnfiredFaults();
  std::vector<std::string> unmet;
  for (const auto& [name, least] : options_.require) {
    const uint64_t count = CountOfEvent(event_counts_, name);
    if (count < least) unmet.push_back(absl::StrCat(name, " was met ", count, " times, and ", least, " are required"));
  }
  const bool replays = std::holds_alternative<Replay>(options_.strategy);
  if (failure_.has_value()) {
    verdict.summary = absl::StrCat("run ", failure_->run, " failed: ", failure_->why);
    if (replays && !divergence_.empty()) absl::StrAppend(&verdict.summary, "; ", divergence_);
  } else if (replays && !divergence_.empty()) {
    verdict.summary = divergence_;
  } else if (explored_runs_ == 0) {
    verdict.summary = "no run was completed";
  } else if (verdict.done && !unmet.empty()) {
    verdict.summary = absl::StrJoin(unmet, "; ");
  } else {
    verdict.passed = verdict.done;
    verdict.summary = absl::StrCat("no run failed: ", DescribeExplored());
    if (!divergence_.empty()) absl::StrAppend(&verdict.summary, "; but ", divergence_);
    if (unscheduled_ > 0) absl::StrAppend(&verdict.summary, "; but ", DescribeUnscheduled(unscheduled_));
    for (const std::string& unfired : verdict.unfired_faults) absl::StrAppend(&verdict.summary, "; but ", unfired);
  }
  return verdict;
}

}  // namespace

// Not by absl::StrFormat, which ends the process if memory runs out.
std::string FormatOrders(double orders) {
  std::array<char, 320> text{};  // A double has at most 309 digits before the point.
  std::snprintf(text.data(), text.size(), "%.0f", orders);
  return text.data();
}

std::string DescribeUnscheduled(uint64_t requests) {
  return absl::StrCat(requests, requests == 1 ? " request" : " requests",
                      " without an actor came while actors were running, and the order of such requests is not chosen: "
                      "does every client of the application name its actors?");
}

std::vector<std::pair<std::string_view, uint64_t>> EventCounts::Named() const {
  std::vector<std::pair<std::string_view, uint64_t>> named;
  for (const auto& [name, member] : kEventCountMembers) named.emplace_back(name, this->*member);
  return named;
}

OrMisuse<std::unique_ptr<Session>> Session::Create(SessionOptions options, StepExecutor& executor) {
  // The tables of requests and of items are matched by their names.
  const auto to_name = [](std::string& table) { table = std::string(BareTableName(table)); };
  for (FaultRule& rule : options.faults) to_name(rule.table);
  for (Invariant& invariant : options.always) to_name(invariant.table);
  for (std::string& table : options.ignore_conditions) to_name(table);
  if (auto checked = CheckActors(options); !checked.ok()) return std::move(checked).error();
  if (auto checked = CheckFaults(options); !checked.ok()) return std::move(checked).error();
  if ((options.stale_reads > 0 || options.index_lag > 0) && !executor.can_read_stale()) {
    return std::string("stale reads and index lag are not possible in front of this store");
  }
  for (const auto& required : options.require) {
    const bool known = std::any_of(std::begin(kEventCountMembers), std::end(kEventCountMembers),
                                   [&](const auto& member) { return member.first == required.first; });
    if (!known) {
      return absl::StrCat("nothing that can be required is called '", required.first, "', only: ",
                          absl::StrJoin(kEventCountMembers, ", ",
                                        [](std::string* list, const auto& member) { list->append(member.first); }));
    }
  }
  for (const std::string& table : options.ignore_conditions) {
    if (table != "*" && !executor.HasTable(table)) {
      return absl::StrCat("the conditions of the table '", table, "' cannot be ignored, because it does not exist");
    }
  }
  for (const Invariant& invariant : options.always) {
    if (auto checked = Validate(invariant, executor); !checked.ok()) return std::move(checked).error();
  }
  OrMisuse<std::unique_ptr<Strategy>> strategy = MakeStrategy(options);
  if (!strategy.ok()) return std::move(strategy).error();
  return std::unique_ptr<Session>(
      std::make_unique<SessionImpl>(std::move(options), executor, std::move(strategy).value()));
}

}  // namespace holdfast::race
