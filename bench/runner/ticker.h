// Calls a function periodically on a thread of its own.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace holdfast::bench {

class Ticker {
 public:
  Ticker(std::chrono::milliseconds period, std::function<void()> tick);
  // Waits for a tick that is running.
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  // Not absl::Notification: ThreadSanitizer does not see the synchronisation of Debian's build of it.
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stop_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace holdfast::bench
