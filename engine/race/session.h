// A session runs one test many times, each time under another schedule. It is the core of the race lab; the server
// (over HTTP) and race::Explore (in process, explore.h) drive it.
//
//   Session::Create
//     └─ BeginRun ── Arrive …, ActorSettled …, ActorDone … ── while Ready(): RunNextStep ── … until RunOver ── EndRun
//          └─ again, until RunStart::done; then verdict()
//
// An actor sends requests. Each request is parked (Arrive) until the strategy chooses its step. When the session awaits
// no actor (Ready, Awaited), the caller executes one step (RunNextStep). If the step completed a request, the caller
// sends its reply, and waits until that actor sends its next request or is done. A session starts no threads, never
// blocks and reads no clock; the caller measures timeouts.
//
// Deterministic: the same options, executor state and calls give the same results, byte for byte.
//
// Misuse (an unknown actor, a request of an actor that is done, a run that is over, …) changes nothing. It is returned
// as an error whose text addresses the author of the test.
//
// Not thread-safe: the caller serializes all calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/result.h"
#include "engine/race/history/detector.h"
#include "engine/race/history/history.h"
#include "engine/race/history/invariant.h"
#include "engine/race/steps/fault.h"
#include "engine/race/steps/operation.h"
#include "engine/race/steps/schedule.h"
#include "engine/race/steps/step_executor.h"
#include "engine/race/strategies/strategy.h"

namespace holdfast::race {

struct Replay {
  std::string schedule;
};
using StrategyOptions =
    std::variant<Exhaustive, PartialOrderSampling, ProbabilisticConcurrency, UniformlyRandom, Replay>;

struct SessionOptions {
  std::vector<std::string> actors = {};
  StrategyOptions strategy = Exhaustive{};
  uint64_t seed = 42;
  // The greatest number of runs, not counting those in which a failure is shrunk. 0: no bound.
  uint64_t max_runs = 2'000;
  // By how many versions eventually consistent reads may lag: `stale_reads` those of a table, `index_lag` those of a
  // global index.
  uint32_t stale_reads = 0;
  uint32_t index_lag = 0;
  // Whether the actor `ttl` may delete expired items at any moment of a run.
  bool time_to_live = true;
  std::vector<FaultRule> faults = {};
  std::vector<Invariant> always = {};
  // The session passes only if each of these events happened at least this often, in all runs together. The keys are
  // the names of EventCounts::Named.
  std::map<std::string, uint64_t> require = {};
  // Tables whose conditions are ignored, or "*" for all. This shows whether the test fails without its conditions.
  std::vector<std::string> ignore_conditions = {};
  // Whether a finding of the stale-write detector fails the run.
  bool fail_on_stale_writes = false;
  // Whether the session continues after a failing run. If not, the session ends with that run or, if `shrink` is true,
  // after that run was shrunk.
  bool continue_after_failure = false;
  bool shrink = true;
  // If true, an actor may send several requests at once, and ActorSettled says when it waits for their replies. If
  // false, an actor is settled as soon as it has sent a request.
  bool settles_explicitly = false;
  // A run is given up and fails when it reaches this number of steps, because an actor may retry for ever, and when the
  // history of its steps takes this many bytes (BytesOf).
  size_t steps_max = 10'000;
  size_t history_bytes_max = size_t{64} << 20;
};

template <typename T>
using OrMisuse = Result<T, std::string>;

struct RunStart {
  // Numbered from 1. Runs in which a failure is shrunk continue the numbers.
  uint64_t run = 0;
  // There is no further run: see verdict(). `run` is the number of the last run.
  bool done = false;
  // The actors to start. In a replay they are those that have a step in its schedule; while a failure other than that
  // of a check is shrunk, some may be left out; otherwise they are all. Actors that are not listed count as done.
  std::vector<std::string> actors;
};

// A request of an actor.
struct Arrival {
  std::string actor;
  Request request;
  // All attempts of one call have the same invocation id (amz-sdk-invocation-id). Empty: the only attempt of its call.
  std::string invocation;
};
using RequestId = uint64_t;

// The reply to send to the actor.
struct Reply {
  enum class Kind {
    // The response or error is sent.
    kOutcome,
    // Nothing was executed: ThrottlingException or ProvisionedThroughputExceededException. Clients retry it.
    kThrottled,
    // InternalServerError, whether or not the operation was executed. Clients retry it.
    kInternalError,
    // The connection is closed without a response.
    kDropped,
    // The outcome is sent after the client's timeout.
    kDelayed,
  };
  Kind kind = Kind::kOutcome;
  // Present for kOutcome and kDelayed.
  std::optional<Result<Response>> outcome;
};

struct StepReport {
  // The request that the step completed. Absent if the step prepared a transaction, if no client waits for the request,
  // or if the step concerned an expired item.
  struct Completion {
    RequestId request = 0;
    std::string actor;
    Reply reply;
  };
  std::optional<Completion> completed;
  // The thread and its step, for progress and logs: `alice PutItem room7 guest alice (v2)`.
  std::string text;
};

// How often each event happened, in one run or in all runs of a session.
struct EventCounts {
  uint64_t conflicts = 0;
  // Stale reads of tables, and of global indexes.
  uint64_t stale_reads = 0;
  uint64_t lagging_reads = 0;
  // Requests that were executed, but whose outcome was not sent, or was sent after the client's timeout.
  uint64_t lost_replies = 0;
  uint64_t retries = 0;
  uint64_t throttles = 0;
  // InternalServerErrors for requests that were not executed.
  uint64_t internal_errors = 0;
  uint64_t duplicates = 0;
  // Batches with unprocessed members.
  uint64_t unprocessed = 0;
  uint64_t conditional_check_failed = 0;
  uint64_t transaction_canceled = 0;
  // Deletions by time to live.
  uint64_t expired = 0;
  // Switches away from an actor that could continue.
  uint64_t preemptions = 0;

  // The counts with their names (`conflicts`, …), in the order of the members.
  std::vector<std::pair<std::string_view, uint64_t>> Named() const;
};

struct Failure {
  uint64_t run = 0;
  // `invariant`, `check`, `actor`, `stale write`, `history` or `stuck`.
  std::string kind;
  // A sentence. For an invariant or a stale write it names the request that caused the failure.
  std::string why;
  // The value of Replay::schedule that repeats the run.
  std::string schedule;
  // The run as text, one column for each actor (history/witness.h).
  std::string witness;
};

struct RunEnd {
  // The requests that are still parked. The run has no reply to them; the caller answers them with an error.
  std::vector<RequestId> parked;
  // The failure of this run, whether or not it is the first failure of the session.
  std::optional<Failure> failure;
};

struct Verdict {
  bool done = false;
  // Whether every order was explored that the actors, faults and stale reads permit: the strategy is exhaustive and has
  // no bound on preemptions, neither a failure nor a budget ended the exploration, each run that was not redundant
  // reached its end without an actor being passed over, no run showed that the test is not deterministic, and
  // `unscheduled` is 0.
  bool complete = false;
  // Whether the session is done, it had at least one run, no run failed, the counts of SessionOptions::require were
  // reached, and a replay followed its schedule.
  bool passed = false;
  // The result in a sentence.
  std::string summary;
  // The runs, and those that failed, without the runs in which a failure was shrunk.
  uint64_t runs = 0;
  uint64_t failed = 0;
  StrategyCounts counts;
  // Of all runs, except those in which a failure was shrunk.
  EventCounts event_counts;
  // The first failing run, and the simplest run that shrinking found, which is the first failing run itself if none is
  // simpler. `shrunk` is absent if the failure was not shrunk.
  std::optional<Failure> failure;
  std::optional<Failure> shrunk;
  // The findings of the stale-write detector, also in runs that passed. Findings that have the kind, actor, operation
  // and table of an earlier one are left out.
  std::vector<Finding> findings;
  // How many runs cannot be replayed because an actor was passed over.
  uint64_t not_replayable = 0;
  // How many requests without an actor were executed while actors were running, in an order that was not chosen.
  uint64_t unscheduled = 0;
  // A sentence about each fault rule that has fired in no run. Empty until the session is done, in a replay, and if the
  // session has ended with a failure.
  std::vector<std::string> unfired_faults;

  const Failure* witness() const { return shrunk ? &*shrunk : failure ? &*failure : nullptr; }
};

// A sentence about Verdict::unscheduled.
std::string DescribeUnscheduled(uint64_t requests);
// The number of orders, which may have more digits than an integer type can hold.
std::string FormatOrders(double orders);

class Session {
 public:
  // The executor must outlive the session. The options may name tables by their ARNs, too. An error says which option
  // is wrong.
  static OrMisuse<std::unique_ptr<Session>> Create(SessionOptions options, StepExecutor& executor);
  virtual ~Session() = default;

  // ---- Runs.

  // Restores the start state and begins the next run, or says that there is none. The run before must have ended.
  virtual OrMisuse<RunStart> BeginRun() = 0;
  // Ends the run. If the test's own check failed, `ok` is false and `why` is the reason. With `ok`, a run that is
  // neither over nor redundant fails as `stuck`.
  virtual OrMisuse<RunEnd> EndRun(bool ok, std::string_view why) = 0;
  // Ends a run in which nothing has happened for too long. It fails as `stuck`, with `why` and a description of what
  // each actor waits for. If the run is over, this is EndRun(true, "").
  virtual OrMisuse<RunEnd> EndStuckRun(std::string_view why) = 0;
  // Ends the session, because the caller's time budget is spent. A call during a run is misuse.
  virtual OrMisuse<void> Stop() = 0;

  // ---- During a run.

  // Parks the request until its step is chosen.
  virtual OrMisuse<RequestId> Arrive(Arrival arrival) = 0;
  // With settles_explicitly: the actor waits for the replies to the requests that it has sent.
  virtual OrMisuse<void> ActorSettled(std::string_view actor) = 0;
  // The actor sends no more requests in this run. The run fails if `failure` is present: the text of an exception that
  // the actor threw.
  virtual OrMisuse<void> ActorDone(std::string_view actor, std::optional<std::string> failure = std::nullopt) = 0;
  // The actor has been silent for too long: the run continues without waiting for it, and is not replayable. The actor
  // may still send requests.
  virtual OrMisuse<void> PassOver(std::string_view actor) = 0;
  // With settles_explicitly: the client hung up or timed out. No step completes this request any more, but it may still
  // be executed.
  virtual OrMisuse<void> Abandon(RequestId request) = 0;
  // Executes a request without an actor (a test's set-up or check) at once. During a run it becomes part of the
  // history, unless there are more of them than a history keeps; it is also allowed between runs.
  virtual Result<Response> RunUnscheduled(const Request& request) = 0;

  // Whether no actor is awaited, a step is pending, and the run is not over.
  virtual bool Ready() const = 0;
  // Whether every actor is done and no step is pending, or the run was given up (SessionOptions::steps_max).
  virtual bool RunOver() const = 0;
  // Whether the rest of this run can only repeat what was explored: the caller may abandon it by EndRun(true, "").
  virtual bool Redundant() const = 0;
  // The actors that must send a request, settle, be done or be passed over before the next step can be chosen: those
  // that are running, and those that have settled without a parked request.
  virtual std::vector<std::string> Awaited() const = 0;
  // Chooses a step and executes it. Ready() must be true.
  virtual OrMisuse<StepReport> RunNextStep() = 0;

  // ---- Results.

  virtual const SessionOptions& options() const = 0;
  virtual Verdict verdict() const = 0;
  // The history of the current or last run, of the first failing run, or of the run that the failing run was shrunk to.
  // Null for other runs.
  virtual const History* history(uint64_t run) const = 0;
};

}  // namespace holdfast::race
