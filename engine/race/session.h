// A session: a family of runs of one test, each under another schedule. The driver of the race lab, which a server over
// HTTP and race::Explore in process (explore.h) use alike.
//
//   Session::Create
//     └─ BeginRun ── Arrive …, ActorSettled …, ActorDone … ── while Ready(): RunNextStep ── … until RunOver ── EndRun
//          └─ again, until RunStart::done; then verdict()
//
// An actor sends requests; each parks (Arrive) until the strategy chooses its step. When every live actor is parked or
// done (Ready), the caller has one step executed (RunNextStep), answers the request that it completed, if any, and
// waits for what that actor does next. A session starts no threads, waits for nothing and reads no clock; the caller
// counts time.
//
// Deterministic: the same options, executor state and calls give the same results, byte for byte.
//
// Misuse (an unknown actor, a request of an actor that is done, a run that is over, …) changes nothing, and is returned
// as an error with a text for the test's author.
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
  // Shrinking not counted. 0: no bound.
  uint64_t max_runs = 2'000;
  // By how many versions an eventually consistent read may be behind: of a table, and of a global index.
  uint32_t stale_reads = 0;
  uint32_t index_lag = 0;
  // Whether items whose time to live is over may be deleted, at any moment of a run, by the actor `ttl`.
  bool time_to_live = true;
  std::vector<FaultRule> faults = {};
  std::vector<Invariant> always = {};
  // What has to be met at least so often in the session as a whole: names of `Met`.
  std::map<std::string, uint64_t> require = {};
  // The guard mutation: tables whose conditions are ignored, or "*".
  std::vector<std::string> ignore_conditions = {};
  // Whether a finding of the stale-write detector fails the run.
  bool fail_on_stale_writes = false;
  // Whether the session goes on after a failing run. If not, that run is shrunk first, if `shrink` is true.
  bool continue_after_failure = false;
  bool shrink = true;
  // An actor may send several requests at once, and says with ActorSettled when it waits for their answers. If false,
  // an actor is settled as soon as it has sent one.
  bool settles_explicitly = false;
  // A run of more steps fails, for an actor that retries for ever.
  size_t steps_max = 10'000;
};

template <typename T>
using OrMisuse = Result<T, std::string>;

struct RunStart {
  // Numbered from 1; the runs of shrinking go on with the numbers.
  uint64_t run = 0;
  // There is no further run: see verdict(). `run` is the last one's number.
  bool done = false;
  // The actors to start: all of them, but while a failure is shrunk, and those of its schedule in a replay. An actor
  // that is not among them counts as done.
  std::vector<std::string> actors;
};

// An actor's request, as it arrives.
struct Arrival {
  std::string actor;
  Request request;
  // Attempts of one call have one invocation id (amz-sdk-invocation-id). Empty: a call of its own.
  std::string invocation;
};
using RequestId = uint64_t;

// What the actor is to be told.
struct Reply {
  enum class Kind {
    // The outcome.
    kOutcome,
    // Nothing was executed: ThrottlingException or ProvisionedThroughputExceededException. Clients retry it.
    kThrottled,
    // InternalServerError, whether or not the operation was executed. Clients retry it.
    kInternalError,
    // The connection ends without an answer.
    kDropped,
    // The outcome, after the client has stopped to wait for it.
    kDelayed,
  };
  Kind kind = Kind::kOutcome;
  // Of kOutcome and kDelayed.
  std::optional<Result<Response>> outcome;
};

struct StepReport {
  // Which request the step completed; nothing if it was the first step of a transaction, or none of an actor's.
  struct Completion {
    RequestId request = 0;
    std::string actor;
    Reply reply;
  };
  std::optional<Completion> completed;
  // For progress and logs: `alice PutItem room7`.
  std::string text;
};

// How often something happened, in all runs together.
struct Met {
  uint64_t conflicts = 0;
  uint64_t stale_reads = 0;
  uint64_t lagging_reads = 0;
  uint64_t lost_replies = 0;
  uint64_t retries = 0;
  uint64_t throttles = 0;
  uint64_t internal_errors = 0;
  uint64_t duplicates = 0;
  uint64_t unprocessed = 0;
  uint64_t conditional_check_failed = 0;
  uint64_t transaction_canceled = 0;
  uint64_t expired = 0;
  uint64_t preemptions = 0;

  // In this order, with their names: `conflicts`, …
  std::vector<std::pair<std::string_view, uint64_t>> Named() const;
};

struct Failure {
  uint64_t run = 0;
  // What convicted it: `invariant`, `check`, `actor`, `stale write`, `history`, `stuck`.
  std::string kind;
  // In a sentence, with the guilty request.
  std::string why;
  // What to give to Replay.
  std::string schedule;
  // One column for each actor, as text.
  std::string witness;
};

struct RunEnd {
  // The requests that are still parked, to be answered with an error: the run gives them no reply.
  std::vector<RequestId> parked;
  // Of this run, whether or not it is the session's first, and also while a failure is shrunk.
  std::optional<Failure> failure;
};

struct Verdict {
  bool done = false;
  // Whether every order was explored that the actors, faults and older answers permit: the strategy is exhaustive and
  // has no bound on preemptions, neither a failure nor a budget ended the exploration, and each run went to its end
  // without an actor being passed over.
  bool complete = false;
  // Whether no run failed, what is required was met, and a replay followed its schedule.
  bool passed = false;
  // In a sentence.
  std::string summary;
  uint64_t runs = 0;
  uint64_t failed = 0;
  StrategyCounts counts;
  Met met;
  // The first failing run, and what it was shrunk to.
  std::optional<Failure> failure;
  std::optional<Failure> shrunk;
  // The stale-write detector's, each kind once for its actor, operation and table, also of runs that passed.
  std::vector<Finding> findings;
  // Runs that cannot be replayed, because an actor was passed over.
  uint64_t not_replayable = 0;

  const Failure* witness() const { return shrunk ? &*shrunk : failure ? &*failure : nullptr; }
};

class Session {
 public:
  // The executor must outlive the session. An error says which option is wrong.
  static OrMisuse<std::unique_ptr<Session>> Create(SessionOptions options, StepExecutor& executor);
  virtual ~Session() = default;

  // ---- Runs.

  // Restores the start state and begins the next run, or says that there is none. The run before must have ended.
  virtual OrMisuse<RunStart> BeginRun() = 0;
  // The test's own verdict on the run, with the reason if it is not ok. A run that is not over is abandoned; if it is
  // ok, and not redundant, it fails as `stuck`.
  virtual OrMisuse<RunEnd> EndRun(bool ok, std::string_view why) = 0;
  // Nothing has happened for too long, as `why` says: the run fails as `stuck`, and the failure adds who waits for what.
  // If it is over, this is EndRun(true, "").
  virtual OrMisuse<RunEnd> EndStuckRun(std::string_view why) = 0;
  // No further runs: the time budget of the caller is spent. Not during a run.
  virtual OrMisuse<void> Stop() = 0;

  // ---- During a run.

  // Parks the request until its step is chosen.
  virtual OrMisuse<RequestId> Arrive(Arrival arrival) = 0;
  // With settles_explicitly: the actor waits for the answers to what it sent.
  virtual OrMisuse<void> ActorSettled(std::string_view actor) = 0;
  // The actor sends no more in this run. `failure`: what it threw, which fails the run.
  virtual OrMisuse<void> ActorDone(std::string_view actor, std::optional<std::string> failure = std::nullopt) = 0;
  // The actor has been silent for too long: the run goes on without waiting for it, and is not replayable. It may send
  // again.
  virtual OrMisuse<void> PassOver(std::string_view actor) = 0;
  // The client hung up or timed out: nothing is completed for this request any more, but it may still be executed.
  virtual OrMisuse<void> Abandon(RequestId request) = 0;
  // A request without an actor (a test's set-up or check): executed at once, and part of the history. Also between
  // runs, where it is not part of a history.
  virtual Result<Response> RunUnscheduled(const Request& request) = 0;

  // Whether every live actor is parked or done, and a step is pending.
  virtual bool Ready() const = 0;
  // Whether every actor is done and no step is pending, or the run has failed for good (an invariant, too many steps):
  // what is left of it is then not worth running, but may be run.
  virtual bool RunOver() const = 0;
  // Whether an equal run was explored already, as it turns out during this one: EndRun(true, "") may abandon it.
  virtual bool Redundant() const = 0;
  // The actors that are neither parked nor done.
  virtual std::vector<std::string> Awaited() const = 0;
  // Chooses a step and executes it. Ready() must be true.
  virtual OrMisuse<StepReport> RunNextStep() = 0;

  // ---- Results.

  virtual const SessionOptions& options() const = 0;
  virtual Verdict verdict() const = 0;
  // Of a run: those kept are the current or last one, the first that failed, and what that was shrunk to. Null for
  // others.
  virtual const History* history(uint64_t run) const = 0;
};

}  // namespace holdfast::race
