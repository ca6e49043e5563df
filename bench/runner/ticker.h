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
  // Returns when no tick runs any more.
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  // Not absl::Notification: Debian's is invisible to ThreadSanitizer.
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stop_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace holdfast::bench
