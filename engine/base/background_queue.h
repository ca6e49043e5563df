// Through this queue an engine passes work to a background worker: large structures to destroy that are out of use, and
// the notification that other work is pending (Engine::RunBackgroundWork).
//
// Without a worker nothing is deferred: the thread that drops a structure destroys it at once.
//
// Thread safety: every method may be called from any thread. Drop and Wake may be called with other latches held.
#pragma once

#include <deque>
#include <functional>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "engine/base/latch.h"

namespace holdfast {

// A structure that is out of use and is destroyed in parts.
class Garbage {
 public:
  Garbage() = default;
  Garbage(const Garbage&) = delete;
  Garbage& operator=(const Garbage&) = delete;
  // Destroys the remaining parts.
  virtual ~Garbage() = default;
  // Destroys one part. Returns whether parts remain after that.
  virtual bool DestroyPart() = 0;
};

class BackgroundQueue {
 public:
  // Registers the worker. `wake` is called when there is new work, from any thread and perhaps with latches held, so it
  // must do no more than notify the worker. An empty function ends the registration; the queue keeps what it holds.
  void SetWorker(std::function<void()> wake);
  bool has_worker() const;
  // Notifies the worker, if one is registered, that work is pending.
  void Wake();

  // Enqueues `garbage` for the worker, or destroys it at once if no worker is registered.
  void Drop(std::unique_ptr<Garbage> garbage);
  // Destroys one part of the structure at the front of the queue. Returns false if the queue was already empty.
  bool DestroyPart();

 private:
  mutable Latch latch_;
  std::function<void()> wake_ ABSL_GUARDED_BY(latch_);
  std::deque<std::unique_ptr<Garbage>> garbage_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast
