// A race session of the server: the core's session (engine/race/session.h), the requests that are parked in it, and
// what the core leaves to its caller: time, clients that disconnect, and the serialization of calls.
//
//   request ──► Arrive ──► batch ─────────────► parked ──────────────────► completed
//                          until all requests   until the strategy has     (RaceResponseSink)
//                          that the actor sends chosen its step
//                          at once have arrived
//
// A run:  BeginRun ── Arrive …, FinishActor … ── EndRun. The server itself ends a run that is stuck; EndRun must then
// still be called before the next run.
//
// Thread-safe: one latch guards all state. It is held while a step is executed, and never while a request waits.
// Responses are sent after the latch was released. A thread of an event loop must not call this class, because it would
// wait for the latch. View and Tick never wait for it: they are called for all sessions.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "engine/base/latch.h"
#include "engine/base/result.h"
#include "engine/engine.h"
#include "engine/race/session.h"
#include "server/race/race_actor.h"
#include "server/race/race_options.h"
#include "server/race/race_outcome.h"
#include "server/race/report/race_view.h"
#include "server/race/session_store.h"

namespace holdfast::server {

// The error of a call that is invalid, or not allowed in the present state of the session: the HTTP status and a
// sentence.
struct RaceMisuse {
  int status = 409;
  std::string message;
};

// A request of an actor.
struct RaceRequest {
  RaceActor actor;
  race::Request request;
  // Receives the response to an OpaqueRequest, or to a request that is forwarded, when the request is executed. Null
  // for operations on items that are executed in this process.
  std::shared_ptr<RawOutcome> raw_outcome;
  OwnedRequest http;
  DeferredResponse response;
};

struct RaceRunStart {
  uint64_t run = 0;
  bool done = false;
  // `explore`, `shrink` or `replay`.
  std::string_view purpose;
  // The actors to start.
  std::vector<std::string> actors;
};

struct RaceRunResult {
  uint64_t run = 0;
  bool failed = false;
  // Why it failed, and the schedule that repeats it; both are empty if the run has not failed.
  std::string why;
  std::string replay;
  uint64_t explored = 0;
  uint64_t failures = 0;
};

class RaceSession {
 public:
  using Clock = std::chrono::steady_clock;

  // The start state is the present state of the store, unless the test writes it (StartState::kTest). `responses` must
  // outlive the session.
  static Result<std::unique_ptr<RaceSession>, std::string> Open(uint64_t id, NamedDatabase database,
                                                                RaceOptions options, const SessionStoreFactory& stores,
                                                                RaceResponseSink* responses, Clock::time_point now);
  ~RaceSession();
  RaceSession(const RaceSession&) = delete;
  RaceSession& operator=(const RaceSession&) = delete;

  uint64_t id() const { return id_; }
  const DatabaseName& database_name() const { return name_; }
  const Database* database() const { return database_.get(); }
  std::chrono::seconds idle() const { return options_.idle; }
  // SessionStore::restores_start_each_run.
  bool restores_start_each_run() const { return restores_start_; }
  // Whether requests with this access key id belong to the actor of that name (RaceOptions::keys_are_actors).
  bool IsActorKey(std::string_view access_key_id) const;

  // ---- Requests.

  void Arrive(RaceRequest request);
  // Executes a request without an actor immediately. Nothing if the session is closed.
  std::optional<Result<race::Response>> RunUnscheduled(const race::Request& request);

  // ---- Calls of /_holdfast/races.

  Result<RaceRunStart, RaceMisuse> BeginRun();
  Result<void, RaceMisuse> FinishActor(std::string_view actor);
  // To be called when the actor has sent no further request since its last response, and awaits the responses to
  // `outstanding` requests. Does not wait for them.
  Result<void, RaceMisuse> SettleActor(std::string_view actor, uint32_t outstanding);
  Result<RaceRunResult, RaceMisuse> EndRun(uint64_t run, bool ok, std::string_view why);
  // Returns what the session had found when a run last began or ended, without a history. `counts_as_call`: whether the
  // session's idle time starts again.
  RaceView View(bool counts_as_call = true);
  // The same with the history of `run`. If `run` is absent, the history is that of the witness, or of the last run if
  // there is no witness.
  RaceView ViewWithHistory(std::optional<uint64_t> run);

  // ---- Time.

  // Sends delayed responses that are due, passes over silent actors, ends a stuck run, and abandons requests whose
  // clients have disconnected. Does nothing while a step or a call is executed. Returns when it should be called again
  // at the latest; nothing if the session is idle and should be closed.
  std::optional<Clock::time_point> Tick(Clock::time_point now);
  // Refuses parked requests with a sentence that ends with `why`, and restores the state that the session found when
  // it was opened. Later requests are refused, and later calls except View fail.
  void Close(std::string_view why);

 private:
  struct Parked {
    std::string actor;
    std::shared_ptr<RawOutcome> raw_outcome;
    OwnedRequest http;
    DeferredResponse response;
  };
  // A completed request whose response is sent later, because of commit_then_delay.
  struct Delayed {
    std::string actor;
    Clock::time_point due;
    CompletedRaceRequest completed;
  };
  struct Actor {
    bool takes_part = false;
    bool done = false;
    // Requests in `parked_`.
    size_t parked = 0;
    // How many outstanding requests the actor has announced.
    size_t announced = 0;
    // Requests that have arrived, and were not passed to the core yet.
    std::vector<RaceRequest> batch;
    // When the actor last sent a request or was sent a response.
    Clock::time_point last_seen;
  };
  using CompletedRequests = std::vector<CompletedRaceRequest>;

  RaceSession(uint64_t id, NamedDatabase database, RaceOptions options, std::unique_ptr<SessionStore> store,
              RaceResponseSink* responses, Clock::time_point now);

  // Makes View return what the session has found by now.
  void PublishView() ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  void RestartIdleTime(Clock::time_point now) { last_call_.store(now, std::memory_order_relaxed); }
  // Why a request of the actor is refused; empty if it is accepted.
  std::string ReasonToRefuse(std::string_view actor) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  // The error of a call about the actor; nothing if the call is valid.
  std::optional<RaceMisuse> CheckActorCall(std::string_view actor) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  RaceMisuse ClosedMisuse() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  std::string ActorNames() const;
  // RaceRunStart::purpose of the current run.
  std::string_view Purpose() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  // Passes the actor's batch to the core.
  void ParkBatch(Actor& actor, CompletedRequests* completed) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  // Executes steps until the core waits for an actor.
  void RunSteps(CompletedRequests* completed) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  void Complete(race::StepReport::Completion completion, Clock::time_point now, CompletedRequests* completed)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  // Moves all requests that are parked, in a batch or delayed to `completed`. The delayed ones keep their outcomes, the
  // others are refused.
  void RefuseAll(const std::string& why, CompletedRequests* completed) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  void AbandonDisconnected(Clock::time_point now, CompletedRequests* completed) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  void SendDelayed(Clock::time_point now, CompletedRequests* completed) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  void PassOverSilent(Clock::time_point now, CompletedRequests* completed) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  void EndStuckRun(Clock::time_point now, CompletedRequests* completed) ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  // Stores the result of a run that the core has ended, and refuses the requests that remain.
  void FinishRun(race::OrMisuse<race::RunEnd> ended, CompletedRequests* completed)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  bool HasDelayed(std::string_view actor) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(latch_);
  void Send(CompletedRequests completed);

  const uint64_t id_;
  const DatabaseName name_;
  const std::shared_ptr<Database> database_;
  const RaceOptions options_;
  RaceResponseSink* const responses_;

  const bool restores_start_;

  Latch latch_;
  const std::unique_ptr<SessionStore> store_ ABSL_PT_GUARDED_BY(latch_);
  std::unique_ptr<race::Session> core_ ABSL_GUARDED_BY(latch_);
  std::map<std::string, Actor, std::less<>> actors_ ABSL_GUARDED_BY(latch_);
  std::map<race::RequestId, Parked> parked_ ABSL_GUARDED_BY(latch_);
  std::vector<Delayed> delayed_ ABSL_GUARDED_BY(latch_);
  // Why the session was closed; empty while it is open.
  std::string closed_ ABSL_GUARDED_BY(latch_);
  // The number of the run that BeginRun began last; 0: none yet.
  uint64_t run_ ABSL_GUARDED_BY(latch_) = 0;
  // The core is in a run.
  bool running_ ABSL_GUARDED_BY(latch_) = false;
  // EndRun was not called yet for the run that BeginRun began last.
  bool result_due_ ABSL_GUARDED_BY(latch_) = false;
  // The result of the run that BeginRun began last; complete once the core has ended it.
  RaceRunResult result_ ABSL_GUARDED_BY(latch_);
  std::atomic<Clock::time_point> last_call_;
  // When something last happened in the run.
  Clock::time_point last_progress_ ABSL_GUARDED_BY(latch_);

  // Locked after latch_, and held only to copy.
  Latch view_latch_;
  race::Verdict published_verdict_ ABSL_GUARDED_BY(view_latch_);
  // RaceView::run.
  uint64_t published_run_ ABSL_GUARDED_BY(view_latch_) = 0;
};

}  // namespace holdfast::server
