// One run of a session. Keeps the parked requests with their threads, executes one step after the other, and records
// the schedule, the history, the counts of events and the first failure.
//
// A thread is a slot for one pending request of an actor. An actor that sends one request at a time is one thread. A
// step of a thread executes a whole request, one of the two phases of a transaction, the second delivery of a
// duplicated request, or the deletion of an expired item.
//
// Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/race/history/detector.h"
#include "engine/race/history/history.h"
#include "engine/race/name_numbers.h"
#include "engine/race/session.h"
#include "engine/race/steps/intents.h"
#include "engine/race/steps/step_executor.h"
#include "engine/race/strategies/strategy.h"

namespace holdfast::race {

// The first failure of a run.
struct FailureCause {
  std::string kind;
  std::string why;
  // The kind, followed by the name of the invariant or of the kind of stale write. A run that shrinks a failure fails
  // in the same way as the original run if their signatures are equal.
  std::string signature;
};

// How many requests a fault rule has matched, its `nth` included, and how often it has fired.
struct FaultUse {
  uint64_t matched = 0;
  uint64_t fired = 0;
};

class ActiveRun {
 public:
  // `actors`: those of the session's actors that take part; the others count as done. All arguments except `actors`
  // must outlive the run, which begins with the executor's present state. A thread's name has the same number in all
  // runs that share `names`.
  ActiveRun(uint64_t number, const SessionOptions& options, const std::vector<std::string>& actors,
            StepExecutor& executor, Strategy& strategy, NameNumbers& names);

  // These implement the functions of Session with the same names; Over implements Session::RunOver.
  OrMisuse<RequestId> Arrive(Arrival arrival, RequestId id);
  OrMisuse<void> ActorSettled(std::string_view actor);
  OrMisuse<void> ActorDone(std::string_view actor, std::optional<std::string> failure);
  OrMisuse<void> PassOver(std::string_view actor);
  OrMisuse<void> Abandon(RequestId request);
  Result<Response> RunUnscheduled(const Request& request);
  bool Ready() const { return !pending_.empty() && Awaited().empty(); }
  bool Over() const { return given_up_ || (pending_.empty() && Awaited().empty() && LiveActorCount() == 0); }
  // Whether the run is over because it has SessionOptions::steps_max steps, or so many bytes of history.
  bool given_up() const { return given_up_; }
  std::vector<std::string> Awaited() const;
  OrMisuse<StepReport> RunNextStep();

  // The requests that are still parked and whose clients wait for them.
  std::vector<RequestId> Parked() const;
  // Describes each actor that is not done: `; alice waits for the response to its …; bob has sent no request and …`.
  std::string DescribeWaiting() const;
  // Records a failure, unless the run has failed already. `name` becomes part of the signature.
  void Fail(std::string kind, std::string why, std::string_view name = {});

  uint64_t number() const { return history_.run; }
  const std::optional<FailureCause>& failure_cause() const { return failure_cause_; }
  const Schedule& schedule() const { return schedule_; }
  const EventCounts& event_counts() const { return event_counts_; }
  const std::vector<Finding>& findings() const { return findings_; }
  // Of each fault rule.
  const std::vector<FaultUse>& fault_uses() const { return fault_uses_; }
  bool replayable() const { return replayable_; }
  // How many requests without an actor were executed while an actor was not done.
  uint64_t unscheduled() const { return unscheduled_; }
  History& history() { return history_; }

 private:
  enum class State { kRunning, kSettled, kPassedOver, kDone };
  struct Actor {
    int id = 0;
    State state = State::kRunning;
    // The slots of its pending requests.
    std::set<size_t> slots;
    // The operation of the last request that was completed.
    std::string last_operation;
    // From invocation ids to positions in the history.
    std::map<std::string, size_t> invocations;
    // For each fault rule, how many of the actor's requests matched it.
    std::vector<uint32_t> matches;
  };

  enum class Phase { kWhole, kPrepare, kCommit, kExpiry };
  struct Pending {
    std::string actor;
    int actor_id = 0;
    size_t slot = 0;
    std::string thread_name;
    RequestId id = 0;
    Request request;
    Phase phase = Phase::kWhole;
    // How many steps of the run had been executed when this step became pending.
    size_t arrived = 0;
    Intents::Targets targets;
    Footprint footprint;
    // The position of its entry in the history.
    size_t entry = 0;
    // The fault rules that match the request.
    std::vector<size_t> rules;
    // Whether no client waits for the outcome: in the second delivery of a request, and in an abandoned request.
    bool without_client = false;
    bool unconditional = false;
    std::optional<ExpiredItem> expired = std::nullopt;
    // The commit number at which stale_count was computed; kNeverEnded: not yet.
    uint64_t stale_counted_at = kNeverEnded;
    // The number of stale responses that the read may have (StepExecutor::CountStale).
    size_t stale_count = 0;
  };

  // The result of a step.
  struct StepResult {
    Execution execution;
    // HistoryStep::what and HistoryStep::text.
    std::string what;
    std::string text;
    // Present if the request is completed.
    std::optional<Reply> reply;
    // Whether the operation was executed: then its reads and writes go to the history and to the stale-write detector.
    bool executed = false;
  };

  std::string MisuseOf(std::string_view actor) const;
  Actor* Find(std::string_view actor);
  size_t LiveActorCount() const;
  size_t FreeSlot(Actor& actor, size_t first) const;
  void Park(Pending pending, Actor& actor);
  void ParkExpiryDeletions();
  size_t FindOrAddEntry(const Arrival& arrival, const Pending& pending, Actor& actor);

  std::vector<Option> Options();
  void AddFaultOptions(const Pending& pending, const Option& plain, std::vector<Option>& options) const;
  void AddStaleOptions(Pending& pending, const Option& plain, std::vector<Option>& options);
  Footprint PhaseFootprint(const Pending& pending);

  StepResult Execute(int thread, Pending& pending, Variant variant);
  StepResult Refuse(const Pending& pending, Error error) const;
  StepResult Prepare(int thread, Pending& pending);
  StepResult Commit(int thread, Pending& pending);
  StepResult Expire(Pending& pending, Variant variant);
  StepResult ExecuteWholeRequest(int thread, Pending& pending, Variant variant);
  StepResult ExecuteBatch(int thread, Pending& pending, bool partial);
  StepResult MakeStepResult(const Pending& pending, Variant variant, Execution execution, std::string what);
  void AddBudgetAreas(const Pending& pending, std::optional<size_t> fired, Footprint& footprint) const;
  static void ApplyReplyFault(Variant variant, StepResult& result);
  // Returns the rule that fired, if any, after reducing its budget.
  std::optional<size_t> SpendFaultBudget(const Pending& pending, Variant variant);
  void ParkDuplicate(const Pending& pending);
  void ParkCommit(int thread, Pending pending);

  void Record(const Pending& pending, Variant variant, StepResult& result);
  // Records the outcome that the client gets.
  void RecordOutcome(const Pending& pending, const Execution& execution);
  // The last entry of the history is that of a request without an actor: removes it if it is beyond what is kept.
  void LimitRequestsWithoutActor();
  void DetectStaleWrites(const Pending& pending, StepResult& result, HistoryStep& step);
  void Complete(const Pending& pending, const Reply& reply, StepReport& report);
  void CountEvents(const Pending& pending, Variant variant, const StepResult& result);
  void CheckInvariants(const Pending& pending, const StepResult& result);
  Footprint WithWriteOrderAreas(Footprint footprint) const;

  const SessionOptions& options_;
  StepExecutor& executor_;
  Strategy& strategy_;
  NameNumbers& names_;
  std::map<std::string, Actor, std::less<>> actors_;
  // Keyed by the number of the thread.
  std::map<int, Pending> pending_;
  Intents intents_;
  // How often each rule may still fire.
  std::vector<std::optional<uint32_t>> budgets_;
  std::vector<FaultUse> fault_uses_;
  StaleWriteDetector detector_;
  int last_actor_ = -1;
  // How many deletions of expired items this run has parked. Numbers the names of their threads.
  size_t expired_count_ = 0;
  // The expired items whose deletion is pending.
  std::set<ItemName> expiring_;
  // The last step: its thread, and its number among the steps of that thread, from 1 (`alice 2`). Names the deletions
  // of items that are found expired after this step.
  std::string last_step_name_ = "start";
  // How many items were found expired since the last step: by that step, and then by requests without an actor.
  size_t expired_after_last_step_ = 0;
  std::map<int, size_t> steps_of_thread_;
  // Expired items that are not deleted in this run, because the strategy chose Variant::Keep for them.
  std::set<ItemName> kept_;
  bool replayable_ = true;
  bool given_up_ = false;
  std::optional<FailureCause> failure_cause_;
  Schedule schedule_;
  EventCounts event_counts_;
  std::vector<Finding> findings_;
  History history_;
  // Of the steps and versions of the actors' requests.
  size_t history_bytes_ = 0;
  uint64_t unscheduled_ = 0;
  // The requests without an actor that the history has, and the versions that they have read and written.
  size_t requests_without_actor_ = 0;
  size_t versions_without_actor_ = 0;
};

}  // namespace holdfast::race
