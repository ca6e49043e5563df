// What the server does by itself: for databases whose clock goes, now and then what has fallen due.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>

#include "engine/engine.h"

namespace holdfast::server {

// A thread of its own, from construction to destruction.
class BackgroundWork {
 public:
  // `engine` must outlive this.
  explicit BackgroundWork(Engine* engine);
  ~BackgroundWork();
  BackgroundWork(const BackgroundWork&) = delete;
  BackgroundWork& operator=(const BackgroundWork&) = delete;

 private:
  void Run();

  Engine* const engine_;
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace holdfast::server
