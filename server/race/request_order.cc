#include "server/race/request_order.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "server/log/exception_log.h"

namespace holdfast::server {

using std::chrono::duration_cast;
using std::chrono::milliseconds;

RequestOrder::~RequestOrder() { Stop(); }

void RequestOrder::Stop() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void RequestOrder::BeginRun(Mode mode, milliseconds hold, uint64_t seed) {
  std::vector<Waiting> dropped;
  std::deque<Waiting> dropped_ready;
  std::unique_lock lock(mutex_);
  dropped = std::exchange(gathered_, {});
  std::move(held_.begin(), held_.end(), std::back_inserter(dropped));
  held_.clear();
  dropped_ready = std::exchange(ready_, {});
  // The time is reset before the wait, because a request may arrive during the wait and begin to gather others.
  gather_until_ = Clock::time_point::max();
  changed_.wait(lock, [this] { return executing_ == 0; });
  mode_ = mode;
  hold_ = hold;
  random_.emplace(seed);
  counts_ = Counts();
  planner_.BeginRun(hold, seed, Clock::now());
  if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
}

RequestOrder::Mode RequestOrder::mode() const {
  const std::lock_guard lock(mutex_);
  return mode_;
}

void RequestOrder::Arrive(OwnedRequest request, DeferredResponse response, Access access, milliseconds hold) {
  const Clock::time_point now = Clock::now();
  {
    const std::lock_guard lock(mutex_);
    ++counts_.requests;
    Waiting waiting{std::move(request), std::move(response), now, std::move(access), now, std::nullopt};
    if (mode_ != Mode::kSeeded) {
      waiting.due = now + hold;
      held_.push_back(std::move(waiting));
    } else {
      UpdateHeld(waiting.access, now, &waiting.skips_planner);
      if (gathered_.empty()) gather_begun_ = now;
      gathered_.push_back(std::move(waiting));
      gather_until_ =
          gathered_.size() == 1 ? now + kGatherAlone : std::min(now + kGatherMore, gather_begun_ + kGatherMax);
    }
  }
  changed_.notify_all();
}

// A write to the same item ends the delay, and the two writes are gathered and shuffled. After a read of the item, the
// held write waits for kAfterRead at most.
void RequestOrder::UpdateHeld(const Access& access, Clock::time_point now, bool* conflicts) {
  for (size_t i = 0; i < held_.size();) {
    Waiting& waiting = held_[i];
    if (!OrderMatters(waiting.access, access)) {
      ++i;
      continue;
    }
    waiting.productive = true;
    if (!WriteSameItem(waiting.access, access)) {
      waiting.due = std::min(waiting.due, now + kAfterRead);
      ++i;
      continue;
    }
    *conflicts = true;
    waiting.skips_planner = true;
    if (gathered_.empty()) gather_begun_ = now;
    gathered_.push_back(std::move(waiting));
    held_.erase(held_.begin() + static_cast<ptrdiff_t>(i));
  }
}

void RequestOrder::EndHold(Waiting waiting, Clock::time_point now) {
  if (waiting.site.has_value()) {
    planner_.Learn(*waiting.site, waiting.productive, duration_cast<milliseconds>(now - waiting.arrived));
    counts_.productive += waiting.productive ? 1 : 0;
    waiting.site.reset();
  }
  ready_.push_back(std::move(waiting));
}

void RequestOrder::EndGathering(Clock::time_point now) {
  gather_until_ = Clock::time_point::max();
  std::vector<Waiting> gathered = std::exchange(gathered_, {});
  if (gathered.size() > 1) counts_.reordered += gathered.size();
  while (!gathered.empty()) {
    const size_t next = random_->Below(gathered.size());
    Waiting waiting = std::move(gathered[next]);
    gathered.erase(gathered.begin() + static_cast<ptrdiff_t>(next));
    if (!waiting.skips_planner) {
      waiting.skips_planner = true;
      waiting.site = planner_.Choose(waiting.access, now);
      if (waiting.site.has_value()) {
        ++counts_.delays;
        waiting.due = now + hold_;
        // The other gathered requests have arrived already, so one of them may make the delay productive immediately.
        waiting.productive = std::any_of(gathered.begin(), gathered.end(), [&](const Waiting& other) {
          return OrderMatters(waiting.access, other.access);
        });
        if (waiting.productive) waiting.due = now + std::min(hold_, kAfterRead);
        held_.push_back(std::move(waiting));
        continue;
      }
    }
    EndHold(std::move(waiting), now);
  }
}

void RequestOrder::EndHolds(Clock::time_point now) {
  for (size_t i = 0; i < held_.size();) {
    if (held_[i].due > now) {
      ++i;
      continue;
    }
    Waiting waiting = std::move(held_[i]);
    held_.erase(held_.begin() + static_cast<ptrdiff_t>(i));
    EndHold(std::move(waiting), now);
  }
}

std::optional<HeldRequest> RequestOrder::TakeReady(Clock::time_point now) {
  if (ready_.empty() || (mode_ == Mode::kSeeded && executing_ > 0)) return std::nullopt;
  Waiting waiting = std::move(ready_.front());
  ready_.pop_front();
  planner_.BeginExecution(waiting.access, now);
  ++executing_;
  return HeldRequest{std::move(waiting.request),
                     std::move(waiting.response),
                     {std::unique_ptr<RequestOrder, ReleasedTicket::EndExecution>(this), waiting.arrived}};
}

RequestOrder::Clock::time_point RequestOrder::NextDue() const {
  Clock::time_point next = gathered_.empty() ? Clock::time_point::max() : gather_until_;
  for (const Waiting& waiting : held_) next = std::min(next, waiting.due);
  return next;
}

void ReleasedTicket::EndExecution::operator()(RequestOrder* order) const {
  const std::lock_guard lock(order->mutex_);
  --order->executing_;
  // Notified with the lock held: once BeginRun has returned, the order may be destroyed.
  order->changed_.notify_all();
}

RequestOrder::Counts RequestOrder::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

void RequestOrder::Run() {
  std::unique_lock lock(mutex_);
  while (!stop_) {
    std::optional<HeldRequest> next_ready;
    try {
      const Clock::time_point now = Clock::now();
      if (!gathered_.empty() && gather_until_ <= now) EndGathering(now);
      EndHolds(now);
      next_ready = TakeReady(now);
    } catch (...) {
      // Out of memory. The requests that were being moved are abandoned: their clients get an InternalServerError.
      LogException("the order of requests");
      continue;
    }
    if (next_ready.has_value()) {
      lock.unlock();
      try {
        release_(*std::move(next_ready));
      } catch (...) {
        // Out of memory: the client gets an InternalServerError.
        LogException("a held request");
      }
      lock.lock();
      continue;
    }
    const Clock::time_point next = NextDue();
    if (next == Clock::time_point::max()) {
      changed_.wait(lock);
    } else {
      changed_.wait_until(lock, next);
    }
  }
}

}  // namespace holdfast::server
