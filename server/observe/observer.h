// Observes the requests of all threads: collects their records, writes the log, feeds the streams, and sums the counts.
//
//   request ─► lane of its thread ─► collector ─┬─► log writer ─► standard error
//                   │                           └─► ring of recent records ─► streams
//                   └ counts, summed when /_holdfast/metrics is read
//
// Each lane belongs to a thread that handles requests. While requests are recorded, the collector takes the records of
// all lanes when one has 64 of them, and otherwise 20 ms after it last did so; it formats them, and passes the lines to
// the log writer, so that neither formatting nor a slow reader of the log takes time of an event loop. If nothing is
// observed, a request loads one flag (RecordLane::active).
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "server/log/log_writer.h"
#include "server/observe/log_options.h"
#include "server/observe/record_buffer.h"
#include "server/observe/record_lane.h"
#include "server/observe/request_counters.h"
#include "server/observe/request_streams.h"

namespace holdfast::server {

struct ObserverOptions {
  LogOptions log = {};
  // Requests are counted, and AppendMetrics reports the counts.
  bool counts = false;
  // Where the log is written; must outlive the observer. Null: the standard error stream.
  LogWriter* log_writer = nullptr;
  std::chrono::milliseconds keep_alive = RequestStreams::kKeepAlive;
};

// Thread-safe.
class Observer {
 public:
  // `operations`: the names of the operations, by their numbers.
  Observer(const ObserverOptions& options, std::vector<std::string_view> operations);
  // Passes the rest of the log to its writer. No request may be in progress.
  ~Observer();
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  // Adds a lane, for one more thread. The lane lives as long as the observer.
  RecordLane* AddLane();

  // As RequestStreams::Reserve. Throws std::system_error if the collector's thread cannot be started.
  RequestStreams::Place ReserveStream();
  void OpenStream(RequestStreams::Place place, DeferredResponse response, std::string head,
                  std::optional<uint64_t> after);
  // Ends all streams, and refuses new ones. An open stream keeps its connection open, and the server stops only when
  // all connections are closed.
  void CloseStreams();
  // Waits until the records of requests that have ended by now are collected and written, at most for `timeout`. False
  // if some are not.
  bool Flush(std::chrono::milliseconds timeout);

  // Appends the counts in Prometheus's format, or a comment that says how to turn them on.
  void AppendMetrics(std::string* out);

 private:
  void Run();
  void Wake();
  void StartCollecting();
  // The flags that log, counts and streams need.
  uint8_t NeededBits() const;
  // mutex_ must be held.
  void UpdateFlags();
  // Only the collector calls these.
  void Collect();
  void WriteLog(const std::vector<RecordView>& records, uint64_t dropped);

  const ObserverOptions options_;
  const std::vector<std::string_view> operations_;
  ObservationFlags flags_;
  CountedTables tables_;
  std::mutex lanes_mutex_;
  // Guarded by lanes_mutex_.
  std::vector<std::unique_ptr<RecordLane>> lanes_;
  // Null: there is no log.
  LogWriter* log_ = nullptr;
  RequestStreams streams_;
  // Used by the collector only: the records of each lane, the records of all lanes in order, and the lines of the log.
  // Members, so that their memory is reused.
  std::vector<RecordBuffer> collected_;
  std::vector<RecordView> records_;
  std::string lines_;

  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_, all that follow; the destructor joins the thread without it.
  bool woken_ = false;
  bool stopping_ = false;
  // How many times Collect has ended.
  uint64_t rounds_ = 0;
  std::thread collector_;
};

}  // namespace holdfast::server
