// The race sessions of the server, at most one for each database, and the fault rules and anomalies that apply outside
// of sessions.
//
// While no session is open, no rule exists and no anomaly is on, in_use() is false, and the lab costs a request two
// atomic loads, and a look whether its headers name an actor.
//
// Thread-safe. A thread of its own, started when there is something to do, calls RaceSession::Tick, closes idle
// sessions and sends delayed responses.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "engine/base/result.h"
#include "engine/base/shared_latch.h"
#include "engine/engine.h"
#include "server/race/anomalies.h"
#include "server/race/fault_rules.h"
#include "server/race/race_options.h"
#include "server/race/race_outcome.h"
#include "server/race/race_session.h"

namespace holdfast::server {

class RaceLab {
 public:
  // `responses` must outlive the lab. `is_operation`: for the options of sessions and fault rules.
  RaceLab(RaceResponseSink* responses, OperationCheck is_operation)
      : responses_(responses), is_operation_(is_operation) {}
  // Closes all sessions.
  ~RaceLab();
  RaceLab(const RaceLab&) = delete;
  RaceLab& operator=(const RaceLab&) = delete;

  OperationCheck operation_check() const { return is_operation_; }
  // Whether a session is open, a fault rule exists, or UseAnomalies was called.
  bool in_use() const {
    return session_count_.load(std::memory_order_acquire) > 0 || !faults_.empty() || anomalies_ != nullptr;
  }
  // The open session on a database; null if there is none.
  std::shared_ptr<RaceSession> FindOn(const Database* database) const;
  // The number of a session on one of the selected databases: the lowest of those that are open, otherwise the lowest
  // of those that are being opened; nothing if there is none.
  std::optional<uint64_t> FindOn(const DatabaseSelection& selection) const;

  // ---- Calls of /_holdfast/races.

  // Sessions are opened on stores that `stores` makes, instead of on the databases themselves. To be called once,
  // before the first session.
  void UseStores(SessionStoreFactory stores) { stores_ = std::move(stores); }
  // A session is opened in two steps, because the second may take long: Reserve returns the id of the new session and
  // keeps other sessions off the database; Open must follow, and frees the database again if it fails.
  Result<uint64_t, RaceMisuse> Reserve(NamedDatabase database);
  Result<std::shared_ptr<RaceSession>, RaceMisuse> Open(uint64_t id, RaceOptions options);
  // `id` is a session's number as text. The error says why the session was closed, if it is one of the last 64 that
  // were.
  Result<std::shared_ptr<RaceSession>, RaceMisuse> Find(std::string_view id) const;
  // The open sessions, ascending by number.
  std::vector<std::shared_ptr<RaceSession>> List() const;
  Result<void, RaceMisuse> Close(std::string_view id);
  // Closes all sessions, and sends the delayed responses without waiting for their times, so that no request is left
  // without a response.
  void CloseAll(std::string_view why);

  // ---- Faults without a session.

  FaultRules& faults() { return faults_; }
  const FaultRules& faults() const { return faults_; }
  // From now on these anomalies happen to requests. To be called once, before the first request.
  void UseAnomalies(const AnomalyOptions& options);
  // Null unless UseAnomalies was called.
  Anomalies* anomalies() const { return anomalies_.get(); }
  // How many bytes delayed responses and the heads of their requests may have at the same time, with
  // kDelayedOverheadBytes added to each of them.
  static constexpr size_t kDelayedBytesMax = size_t{64} << 20;
  static constexpr size_t kDelayedOverheadBytes = 4'096;
  // Sends the response after `delay`, or at once if there would be more than kDelayedBytesMax. Only the bytes of a
  // RawOutcome are counted. If the client disconnects, or closes its sending side, the response is dropped within about
  // a second.
  void SendLater(CompletedRaceRequest completed, std::chrono::milliseconds delay);

 private:
  struct DelayedResponse {
    size_t bytes;
    CompletedRaceRequest completed;
  };
  // By the times at which they are due.
  using DelayedResponses = std::multimap<RaceSession::Clock::time_point, DelayedResponse>;

  void Close(const std::shared_ptr<RaceSession>& session, std::string_view why);
  // Removes and returns one of the delayed responses that are due; nothing if there is none.
  std::optional<CompletedRaceRequest> TakeDue(RaceSession::Clock::time_point now);
  void DropDisconnected();
  // mutex_ must be held.
  CompletedRaceRequest Remove(DelayedResponses::iterator delayed);
  // Wakes the thread, or starts it if it does not run yet. mutex_ must be held.
  void Wake();
  void Run();

  RaceResponseSink* const responses_;
  const OperationCheck is_operation_;
  SessionStoreFactory stores_ = DatabaseStore::Create;
  // The size of sessions_.
  std::atomic<size_t> session_count_{0};
  FaultRules faults_;
  std::unique_ptr<Anomalies> anomalies_;

  mutable SharedLatch latch_;
  std::map<uint64_t, std::shared_ptr<RaceSession>> sessions_ ABSL_GUARDED_BY(latch_);
  std::unordered_map<const Database*, std::shared_ptr<RaceSession>> by_database_ ABSL_GUARDED_BY(latch_);
  // The databases of the sessions that are being opened.
  std::map<uint64_t, NamedDatabase> reserved_ ABSL_GUARDED_BY(latch_);
  uint64_t next_id_ ABSL_GUARDED_BY(latch_) = 1;
  // The sessions that were closed last, with the reasons.
  std::deque<std::pair<uint64_t, std::string>> closed_ ABSL_GUARDED_BY(latch_);

  // Guards the members below. Locked before latch_.
  std::mutex mutex_;
  std::condition_variable changed_;
  DelayedResponses delayed_;
  // The sum of DelayedResponse::bytes.
  size_t delayed_bytes_ = 0;
  bool woken_ = false;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace holdfast::server
