#include "server/dispatch/request_pool.h"

#include <utility>

#include "server/dispatch/thread_priority.h"
#include "server/log/exception_log.h"

namespace holdfast::server {
namespace {

// How soon a thread asks again whether enough responses were sent for the next request to be handled.
constexpr std::chrono::milliseconds kRetryInterval{1};

}  // namespace

RequestPool::RequestPool(size_t threads_max, HandlerFactory make_handler)
    : threads_max_(threads_max), make_handler_(std::move(make_handler)) {}

RequestPool::~RequestPool() {
  Stop(std::chrono::milliseconds(0));
  for (std::thread& thread : threads_) thread.join();
}

void RequestPool::Enqueue(DeferredRequest request) {
  const std::lock_guard lock(mutex_);
  if (stopping_) return;
  const uint64_t series = request.series;
  std::list<DeferredRequest> added;
  added.push_back(std::move(request));
  if (series != 0) {
    const auto [others, is_first] = waiting_.try_emplace(series);
    if (!is_first) return others->second.splice(others->second.end(), added);
  }
  queue_.splice(queue_.end(), added);
  if (busy_ + queue_.size() > threads_.size() && threads_.size() < threads_max_) {
    try {
      StartThread();
    } catch (...) {
      // The existing threads will handle the request.
      if (!threads_.empty()) {
        LogException("starting a thread");
      } else {
        queue_.pop_back();
        waiting_.erase(series);
        throw;
      }
    }
  }
  changed_.notify_one();
}

bool RequestPool::Stop(std::chrono::milliseconds timeout) {
  std::list<DeferredRequest> dropped;
  std::map<uint64_t, std::list<DeferredRequest>> dropped_series;
  std::unique_lock lock(mutex_);
  stopping_ = true;
  dropped.swap(queue_);
  dropped_series.swap(waiting_);
  changed_.notify_all();
  return changed_.wait_for(lock, timeout, [this] { return busy_ == 0; });
}

void RequestPool::StartThread() {
  threads_.reserve(threads_.size() + 1);
  handlers_.push_back(make_handler_());
  try {
    threads_.emplace_back([this, handler = handlers_.back().get()] { Run(handler); });
  } catch (...) {
    handlers_.pop_back();
    throw;
  }
}

void RequestPool::ContinueSeries(uint64_t series) noexcept {
  const auto others = waiting_.find(series);
  if (others == waiting_.end()) return;
  if (others->second.empty()) {
    waiting_.erase(others);
  } else {
    queue_.splice(queue_.end(), others->second, others->second.begin());
  }
}

void RequestPool::Run(DeferredRequestHandler* handler) {
  // The event loops handle small requests, which have priority.
  LowerThreadPriority();
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (stopping_) return;
    if (queue_.front().response.must_wait()) {
      // Sleeps instead of waiting for changed_: otherwise the notification for a new request could wake this thread
      // instead of an idle one.
      lock.unlock();
      std::this_thread::sleep_for(kRetryInterval);
      lock.lock();
      continue;
    }
    const uint64_t series = queue_.front().series;
    {
      // Destroyed while the mutex is not held: freeing its memory may take long, and abandoning its response locks
      // another mutex.
      DeferredRequest request = std::move(queue_.front());
      queue_.pop_front();
      ++busy_;
      lock.unlock();
      if (request.response.client() != ClientStatus::kGone) {
        try {
          handler->HandleDeferred(std::move(request));
        } catch (...) {
          LogException("a deferred request");
        }
      }
    }
    lock.lock();
    --busy_;
    ContinueSeries(series);
    if (stopping_) changed_.notify_all();
  }
}

}  // namespace holdfast::server
