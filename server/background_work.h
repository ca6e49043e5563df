// Does the work that is not done by requests: work that falls due in databases whose clock runs, and work that would
// take too long for a request (Engine::RunBackgroundWork).
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "engine/engine.h"

namespace holdfast::server {

// The engine's background worker. It has a thread of its own, from construction to destruction.
class BackgroundWork {
 public:
  // `engine` must outlive this.
  explicit BackgroundWork(Engine* engine);
  // Waits for the current slice, if any.
  ~BackgroundWork();
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

 private:
  void Wake();
  void Run();
  // Returns whether there is more work to do immediately.
  bool RunSlices(bool sweep);

  Engine* const engine_;
  // Read without the mutex, also during slices.
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable wake_;
  bool woken_ = false;
  std::thread thread_;
};

}  // namespace holdfast::server
