// The order in which requests outside of race sessions are executed, while holding them is on. Every request passes
// through here, waits without blocking a thread, and is then released to be executed:
//
//   arrives ──► gathered ──► held ──► ready ──► released ──► executed
//
// In the order kSeeded (`holdfast shake`), requests that arrive within a short time are gathered and shuffled; the
// DelayPlanner chooses those that are held. Requests are executed one at a time, so that the chosen order is the order
// of their effects. In the order kRandomTimes (`--hold`), each request is held for a time that its caller has chosen.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/base/random.h"
#include "server/message/deferred_response.h"
#include "server/message/owned_request.h"
#include "server/race/delay_planner.h"

namespace holdfast::server {

// Identifies a request that was released.
struct HeldTicket {
  uint64_t number = 0;
  DelayPlanner::Clock::time_point arrived{};
};

struct HeldRequest {
  OwnedRequest request;
  DeferredResponse response;
  HeldTicket ticket;
};

// Thread-safe.
class RequestOrder {
 public:
  using Clock = DelayPlanner::Clock;
  enum class Mode { kOff, kRandomTimes, kSeeded };
  // Has the request executed, on another thread, which then calls Executed. Called with no lock held.
  using Release = std::function<void(HeldRequest)>;

  // A single request is gathered for the first time; every further one gives them all the second again, up to the third.
  static constexpr std::chrono::microseconds kGatherAlone{300};
  static constexpr std::chrono::microseconds kGatherMore{1'000};
  static constexpr std::chrono::microseconds kGatherMax{5'000};
  // A delay during which another request has read what the delayed one writes ends so long after that read: the reader
  // has had time to send what it decided.
  static constexpr std::chrono::milliseconds kAfterRead{20};

  RequestOrder() = default;
  // Drops what is held: its clients get an InternalServerError.
  ~RequestOrder();
  RequestOrder(const RequestOrder&) = delete;
  RequestOrder& operator=(const RequestOrder&) = delete;

  // To be called once, before the first request.
  void SetRelease(Release release) { release_ = std::move(release); }
  // Begins a run: drops what is still held, and waits for what is being executed. What the planner has learnt stays.
  // `hold`: the longest delay.
  void BeginRun(Mode mode, std::chrono::milliseconds hold, uint64_t seed);
  Mode mode() const;
  // From now on the two learn together where delays have a result. To be called before the first request.
  void LearnWith(const RequestOrder& other) { planner_.ShareRecordsOf(other.planner_); }

  // `hold`: of kRandomTimes.
  void Arrive(OwnedRequest request, DeferredResponse response, Access access, std::chrono::milliseconds hold);
  // A released request was executed, or given up.
  void Executed(const HeldTicket& ticket);

  // Delays of this run, and those of them during which something arrived that the delayed request depends on.
  struct Counts {
    size_t requests = 0;
    size_t delays = 0;
    size_t productive = 0;
    // Requests that were shuffled with others.
    size_t reordered = 0;
  };
  Counts counts() const;

 private:
  struct Waiting {
    HeldRequest held;
    Access access;
    // Until when it is held.
    Clock::time_point due;
    std::optional<DelayPlanner::Site> site;
    bool productive = false;
    // It was held already, or is to be executed together with one that was.
    bool planned = false;
  };

  void Run();
  // With mutex_ held: what Arrive does to the requests that are held.
  void UpdateHeld(const Access& access, Clock::time_point now, bool* conflicts);
  void EndGathering(Clock::time_point now);
  void EndHolds(Clock::time_point now);
  std::optional<HeldRequest> TakeReady(Clock::time_point now);
  Clock::time_point NextDue() const;
  void EndHold(Waiting waiting, Clock::time_point now);

  Release release_;
  // Guards what follows.
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
  // The numbers of their tickets.
  std::vector<uint64_t> executing_;
  uint64_t next_ticket_ = 1;
  Counts counts_;
  std::chrono::milliseconds hold_{0};
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace holdfast::server
