// The order in which requests outside of race sessions are executed. Unless the mode is kOff, every valid request of an
// operation on items passes through here, waits without blocking a thread, and is then released to be executed:
//
//   arrives ──► gathered ──► held ──► ready ──► released ──► executed
//
// In the mode kSeeded (`holdfast shake`), requests that arrive within a short time are gathered and shuffled; the
// DelayPlanner chooses those that are held. Requests are executed one at a time, so that the chosen order is the order
// of their effects. In the mode kRandomTimes (`--hold`), each request is held for a time that the caller of Arrive has
// chosen.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/base/random.h"
#include "server/message/deferred_response.h"
#include "server/message/owned_request.h"
#include "server/race/delay_planner.h"

namespace holdfast::server {

class RequestOrder;

// Held by a released request until it was executed or abandoned: while there is a ticket, RequestOrder counts the
// request as being executed. Must not outlive the RequestOrder.
struct ReleasedTicket {
  struct EndExecution {
    void operator()(RequestOrder* order) const;
  };
  std::unique_ptr<RequestOrder, EndExecution> counted_by;
  DelayPlanner::Clock::time_point arrived{};
};

// A request that is no longer held, as Release receives it.
struct HeldRequest {
  OwnedRequest request;
  DeferredResponse response;
  ReleasedTicket ticket;
};

// Thread-safe.
class RequestOrder {
 public:
  using Clock = DelayPlanner::Clock;
  enum class Mode { kOff, kRandomTimes, kSeeded };
  // Starts the execution of the request on another thread. Called with no lock held.
  using Release = std::function<void(HeldRequest)>;

  // The gathering ends kGatherAlone after the first request. Each further request extends it to kGatherMore after that
  // request, but at most to kGatherMax after the first.
  static constexpr std::chrono::microseconds kGatherAlone{300};
  static constexpr std::chrono::microseconds kGatherMore{1'000};
  static constexpr std::chrono::microseconds kGatherMax{5'000};
  // If another request reads what a delayed one writes, the delay ends at the latest this long after that read: the
  // reader has had time to send the write that it decided on. A write that arrives earlier ends the delay.
  static constexpr std::chrono::milliseconds kAfterRead{100};

  RequestOrder() = default;
  // Drops the requests that were not released: their clients get an InternalServerError.
  ~RequestOrder();
  RequestOrder(const RequestOrder&) = delete;
  RequestOrder& operator=(const RequestOrder&) = delete;

  // Ends the release of requests. To be called before what the release uses is destroyed; the destructor calls it.
  void Stop();

  // To be called once, before the first request.
  void SetRelease(Release release) { release_ = std::move(release); }
  // Begins a run: drops the requests that were not released, and waits for those that are being executed. The planner
  // keeps what it has learnt. `hold`: the longest delay.
  void BeginRun(Mode mode, std::chrono::milliseconds hold, uint64_t seed);
  Mode mode() const;
  // From now on the planners of this order and of `other` share what they learn. To be called before the first request.
  void ShareRecordsWith(const RequestOrder& other) { planner_.ShareRecordsOf(other.planner_); }

  // `hold`: how long the request is held; with kSeeded the planner decides that instead.
  void Arrive(OwnedRequest request, DeferredResponse response, Access access, std::chrono::milliseconds hold);

  // Requests and delays of this run, and how many of the delays were productive (delay_planner.h).
  struct Counts {
    size_t requests = 0;
    size_t delays = 0;
    size_t productive = 0;
    // Requests that were shuffled with others.
    size_t reordered = 0;
  };
  Counts counts() const;

 private:
  friend ReleasedTicket::EndExecution;

  struct Waiting {
    OwnedRequest request;
    DeferredResponse response;
    Clock::time_point arrived;
    Access access;
    // Until when it is held.
    Clock::time_point due;
    std::optional<std::string> site;
    bool productive = false;
    // Whether the planner must not be asked about the request: it was asked before, or the request writes an item that
    // a held request writes.
    bool skips_planner = false;
  };

  void Run();
  // For each held request whose order relative to `access` matters: if both write the same item, ends its delay,
  // gathers it and sets `*conflicts`; otherwise shortens its delay. mutex_ must be held.
  void UpdateHeld(const Access& access, Clock::time_point now, bool* conflicts);
  void EndGathering(Clock::time_point now);
  void EndHolds(Clock::time_point now);
  std::optional<HeldRequest> TakeReady(Clock::time_point now);
  Clock::time_point NextDue() const;
  void EndHold(Waiting waiting, Clock::time_point now);

  Release release_;
  // Guards the members below.
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  Mode mode_ = Mode::kOff;
  std::optional<Random> random_;
  DelayPlanner planner_;
  std::vector<Waiting> gathered_;
  Clock::time_point gather_begun_{};
  Clock::time_point gather_until_ = Clock::time_point::max();
  std::vector<Waiting> held_;
  std::deque<Waiting> ready_;
  // The number of requests that were released and are not yet executed or abandoned.
  size_t executing_ = 0;
  Counts counts_;
  std::chrono::milliseconds hold_{0};
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace holdfast::server
