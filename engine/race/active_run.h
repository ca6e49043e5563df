// One run of a session: the requests that are parked, the threads they belong to, and the execution of one step after
// the other. What the steps did is kept: the schedule, the history, what was met and what went wrong.
//
// A thread is one of an actor's requests that are pending together; an actor that sends one at a time is one thread. A
// thread's step is a whole request, or half a transaction, the second delivery of a duplicated request, or the deletion
// of an expired item.
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
#include "engine/race/session.h"
#include "engine/race/steps/intents.h"
#include "engine/race/steps/step_executor.h"
#include "engine/race/strategies/strategy.h"
#include "engine/race/thread_names.h"

namespace holdfast::race {

// What went wrong in a run; the first counts.
struct Conviction {
  std::string kind;
  std::string why;
  // What a shrunk run must have too to be the same failure: kind and, of an invariant, its name.
  std::string signature;
};

class ActiveRun {
 public:
  // All of them must outlive the run. Begins with the executor's state as it is. Threads of one name have one number in
  // all runs that share `names`.
  ActiveRun(uint64_t number, const SessionOptions& options, const std::vector<std::string>& actors,
            StepExecutor& executor, Strategy& strategy, ThreadNames& names);

  // As of Session.
  OrMisuse<RequestId> Arrive(Arrival arrival, RequestId id);
  OrMisuse<void> ActorSettled(std::string_view actor);
  OrMisuse<void> ActorDone(std::string_view actor, std::optional<std::string> failure);
  OrMisuse<void> PassOver(std::string_view actor);
  OrMisuse<void> Abandon(RequestId request);
  Result<Response> RunUnscheduled(const Request& request);
  bool Ready() const { return !pending_.empty() && Awaited().empty(); }
  bool Over() const { return given_up_ || (pending_.empty() && Awaited().empty() && LiveActors() == 0); }
  // Whether it is over for having too many steps.
  bool given_up() const { return given_up_; }
  std::vector<std::string> Awaited() const;
  OrMisuse<StepReport> RunNextStep();

  // The requests that are still parked, which get no reply from the run.
  std::vector<RequestId> Parked() const;
  // What each actor that is not done waits for, or is waited for: `; bob has sent no request and …; alice waits for …`.
  std::string DescribeWaiting() const;
  void Convict(std::string kind, std::string why, std::string name = {});

  uint64_t number() const { return history_.run; }
  const std::optional<Conviction>& conviction() const { return conviction_; }
  const Schedule& schedule() const { return schedule_; }
  const Met& met() const { return met_; }
  const std::vector<Finding>& findings() const { return findings_; }
  bool replayable() const { return replayable_; }
  History& history() { return history_; }

 private:
  enum class State { kRunning, kSettled, kPassedOver, kDone };
  struct Actor {
    int id = 0;
    State state = State::kRunning;
    std::set<size_t> slots;
    // Of the last request that was completed.
    std::string last_operation;
    // Invocation to its place in the history.
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
    size_t arrived = 0;
    Intents::Targets targets;
    Footprint footprint;
    // Of its operation in the history.
    size_t entry = 0;
    // Rules that allow a fault here.
    std::vector<size_t> rules;
    // The second delivery of a request, whose outcome is not told.
    bool is_duplicate = false;
    bool unconditional = false;
    std::optional<ExpiredItem> expired = std::nullopt;
    // How many older answers there are, after that many versions.
    uint64_t stale_counted_at = kNeverEnded;
    size_t stale = 0;
  };

  // What a step leads to.
  struct Stepped {
    Execution execution;
    std::string what;
    std::string text;
    // Present if the request is completed.
    std::optional<Reply> reply;
    // Whether the operation was executed, and so has a place in the detector and in what it read and wrote.
    bool executed = false;
  };

  std::string MisuseOf(std::string_view actor) const;
  Actor* Find(std::string_view actor);
  size_t LiveActors() const;
  size_t FreeSlot(Actor& actor, size_t first) const;
  void Park(Pending pending, Actor& actor);
  void AddExpired();
  size_t EntryOf(const Arrival& arrival, const Pending& pending, Actor& actor);

  std::vector<Option> Options();
  void AddFaults(const Pending& pending, const Option& plain, std::vector<Option>& options) const;
  void AddStale(Pending& pending, const Option& plain, std::vector<Option>& options);
  Footprint PhaseFootprint(const Pending& pending);

  Stepped Execute(int thread, Pending& pending, Variant variant);
  Stepped Refuse(const Pending& pending, Error error) const;
  Stepped Prepare(int thread, Pending& pending);
  Stepped Commit(int thread, Pending& pending);
  Stepped Expire(Pending& pending, Variant variant);
  Stepped CallWhole(int thread, Pending& pending, Variant variant);
  Stepped CallBatch(int thread, Pending& pending, bool partial);
  Stepped Executed(const Pending& pending, Variant variant, Execution execution, std::string what);
  void AddBudgets(const Pending& pending, std::optional<size_t> fired, Footprint& footprint) const;
  static void ApplyReplyFault(Variant variant, Stepped& stepped);
  // Returns the rule that fired, if any.
  std::optional<size_t> SpendFault(const Pending& pending, Variant variant);
  void ParkDuplicate(const Pending& pending);
  void ParkCommit(int thread, Pending pending);

  void Record(const Pending& pending, Variant variant, Stepped& stepped);
  void Detect(const Pending& pending, Stepped& stepped, HistoryStep& step);
  void Complete(const Pending& pending, const Reply& reply, StepReport& report);
  void Count(const Pending& pending, Variant variant, const Stepped& stepped);
  void CheckInvariants(const Pending& pending, const Stepped& stepped);
  Footprint WithOrderOfWrites(Footprint footprint) const;

  const SessionOptions& options_;
  StepExecutor& executor_;
  Strategy& strategy_;
  ThreadNames& names_;
  std::map<std::string, Actor, std::less<>> actors_;
  // By thread.
  std::map<int, Pending> pending_;
  Intents intents_;
  // How often each rule may still fire.
  std::vector<std::optional<uint32_t>> budgets_;
  StaleWriteDetector detector_;
  int last_actor_ = -1;
  // Of the items that have expired, how many there were in this run, and those whose deletion is pending.
  size_t expired_count_ = 0;
  std::set<ItemName> expiring_;
  // Names what may have made an item expire: a thread and the number of its step.
  std::string last_step_name_ = "start";
  std::map<int, size_t> steps_of_thread_;
  // Expired items that are kept in this run.
  std::set<ItemName> kept_;
  bool replayable_ = true;
  bool given_up_ = false;
  std::optional<Conviction> conviction_;
  Schedule schedule_;
  Met met_;
  std::vector<Finding> findings_;
  History history_;
};

}  // namespace holdfast::race
