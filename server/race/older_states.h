// The states that databases had a moment ago, from which eventually consistent reads may be served.
//
// A state is a copy-on-write copy of the database, made when a write has been executed. An older response is the
// response of such a copy, so the database would have given it at some moment, no longer ago than kAgeMax, even if no
// request has changed it since (time to live deletes items, other Regions send changes). [open] AWS names no bound: a
// read repeated "after a short time" should return the more recent item, and indexes follow "within a fraction of a
// second, under normal conditions". A second is chosen, so that a test that waits longer does not fail.
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.ReadConsistency.html
// https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "engine/base/random.h"
#include "engine/engine.h"
#include "engine/race/steps/operation.h"

namespace holdfast::server {

// Thread-safe.
class OlderStates {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kAgeMax{1'000};
  // The states that are kept of each database, the present one included. After more writes within kAgeMax the oldest
  // are dropped.
  static constexpr size_t kStatesMax = 16;
  // The largest number of different older responses among which one is chosen.
  static constexpr size_t kResponsesMax = 3;

  // Keeps the state of the database, if it has changed since it was kept last. To be called before and after a request
  // that may write, so that the state before the write is among the older states. Forgets the states of databases that
  // were dropped.
  void Keep(const std::shared_ptr<Database>& database, Clock::time_point now);
  // Reads from a state that was the present one less than kAgeMax ago and whose response differs from that of the
  // present state. Nothing if there is no such state.
  std::optional<race::Response> Read(const std::shared_ptr<Database>& database, const race::Request& read,
                                     Random& random, Clock::time_point now);
  // Forgets the states of the database, because tables were created, changed or deleted: a read never sees a table of
  // the same name that existed before.
  void Forget(const std::shared_ptr<Database>& database);
  void ForgetAll();

 private:
  struct State {
    uint64_t commit = 0;
    std::shared_ptr<Database> database;
    // When Keep last found that it was the present state.
    Clock::time_point seen{};
  };
  // Oldest first; the last is the present state, or was when it was kept.
  using States = std::deque<State>;

  static bool IsRecent(const State& state, Clock::time_point now) { return state.seen >= now - kAgeMax; }
  // The last state stays: it is compared with the next one.
  static void DropOld(States& states, Clock::time_point now);

  std::mutex mutex_;
  // Guarded by mutex_. The keys do not keep databases alive. Unlike an address, a key is not used again for another
  // database.
  std::map<std::weak_ptr<Database>, States, std::owner_less<>> states_;
};

}  // namespace holdfast::server
