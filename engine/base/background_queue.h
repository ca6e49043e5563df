// What an engine leaves to a background worker: large structures that are out of use and take long to destroy, and the
// news that there is other work (Engine::RunBackgroundWork).
//
// Without a worker nothing is left: what is dropped is destroyed at once, by the thread that drops it.
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
  // Destroys what is left.
  virtual ~Garbage() = default;
  // Destroys one part. False if nothing is left.
  virtual bool DestroyPart() = 0;
};

class BackgroundQueue {
 public:
  // Registers the worker. `wake` is called when there is new work, from any thread and perhaps with latches held, so it
  // must do no more than notify the worker. An empty function ends the registration.
  void SetWorker(std::function<void()> wake);
  bool has_worker() const;
  // Tells the worker, if there is one, that there is work.
  void Wake();

  // Leaves `garbage` to the worker, or destroys it if there is none.
  void Drop(std::unique_ptr<Garbage> garbage);
  // Destroys one part of what was left. False if nothing is left.
  bool DestroyPart();

 private:
  mutable Latch latch_;
  std::function<void()> wake_ ABSL_GUARDED_BY(latch_);
  std::deque<std::unique_ptr<Garbage>> garbage_ ABSL_GUARDED_BY(latch_);
};

}  // namespace holdfast
