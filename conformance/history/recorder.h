// Records the operations of concurrent clients in the form that the checkers read.
//
//   const size_t call = recorder.Invoke(record);    // before the request is sent
//   … send, wait for the response …
//   recorder.Complete(call, Outcome::kOk, [&](RegisterOperation& done) { done.observed = 7; });
//
// A call that is never completed has no response: its outcome stays unknown.
//
// Thread safety: every method may be called from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "conformance/history/operation_record.h"

namespace holdfast::conformance {

// Monotonic across threads.
using MonotonicClock = std::function<int64_t()>;

// Returns nanoseconds since the call of StartNanosecondClock.
MonotonicClock StartNanosecondClock();
// Returns 1, 2, 3, …: for histories that must be the same in every run.
MonotonicClock CountingClock();

template <typename Record>
class Recorder {
 public:
  explicit Recorder(MonotonicClock now) : now_(std::move(now)) {}
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Records the invocation of `call`, whose times and outcome are overwritten. Returns the number that Complete takes.
  size_t Invoke(Record call) {
    // The time is taken before waiting for the mutex here, and after it in Complete: an interval that is too long can
    // hide a violation, while one that is too short can invent one.
    call.invoked = now_();
    call.completed = kNeverCompleted;
    call.outcome = Outcome::kUnknown;
    const std::lock_guard<std::mutex> lock(mutex_);
    records_.push_back(std::move(call));
    return records_.size() - 1;
  }

  // Records the response; `fill(Record&)` stores what it contains. Each call is completed at most once. An unknown
  // outcome leaves the interval open, because the call may still take effect.
  template <typename Fill>
  void Complete(size_t call, Outcome outcome, Fill fill) {
    const std::lock_guard<std::mutex> lock(mutex_);
    Record& record = records_[call];
    fill(record);
    record.outcome = outcome;
    if (outcome != Outcome::kUnknown) record.completed = now_();
  }
  void Complete(size_t call, Outcome outcome) {
    Complete(call, outcome, [](Record&) {});
  }

  // All records so far, in the order in which Invoke stored them.
  std::vector<Record> history() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return records_;
  }

 private:
  const MonotonicClock now_;
  // Not absl::Mutex: Debian's is invisible to ThreadSanitizer.
  mutable std::mutex mutex_;
  std::vector<Record> records_;  // guarded by mutex_
};

}  // namespace holdfast::conformance
