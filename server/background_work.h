// Does the work that is not done by requests (Engine::RunBackgroundWork): status changes and expiry that fall due in
// databases whose clock runs, work that would take too long for a request, and the writes that other Regions have sent.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "engine/engine.h"

namespace holdfast::server {

// The engine's background worker. It has a thread of its own, from construction to destruction.
class BackgroundWorker {
 public:
  // `engine` must outlive this.
  explicit BackgroundWorker(Engine* engine);
  // Waits for the current slice, if any.
  ~BackgroundWorker();
  BackgroundWorker(const BackgroundWorker&) = delete;
  BackgroundWorker& operator=(const BackgroundWorker&) = delete;

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
  // Guarded by mutex_.
  bool woken_ = false;
  std::thread thread_;
};

}  // namespace holdfast::server
