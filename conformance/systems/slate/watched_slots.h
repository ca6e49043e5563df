// A race in which all clients but one flip (change the status of) the slots of a venue, and the remaining client
// watches the slots.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/runner/race.h"
#include "conformance/systems/slate/slot_reservations.h"
#include "conformance/systems/slate/stream_checkpoints.h"
#include "conformance/systems/slate/watcher.h"

namespace holdfast::conformance::slate {

class WatchedSlots : public Race {
 public:
  explicit WatchedSlots(StreamCheckpoints* checkpoints) : checkpoints_(*checkpoints) {}

  void SetUp(Round& round) override;
  void RunClient(Round& round, Client& client) override;
  void Check(Round& round) override;

 protected:
  // Passes new records, or the slots' current states if it polls, to the watcher, at least once and until `enough`
  // returns true. Called by one thread at a time, first by the watching client and then by the observer, which
  // continues at the position of the first call.
  virtual void Watch(Round& round, Client& client, const std::function<bool()>& enough) = 0;

  const std::string& table() const { return table_; }
  const std::string& stream() const { return stream_; }
  // The stream's positions just before the round.
  const StreamReader::Positions& begin() const { return begin_; }
  const std::vector<Slot>& slots() const { return slots_; }
  Watcher& watcher() { return *watcher_; }

 private:
  void FlipSlots(Round& round, Client& client);
  void CountFlip(const Response& response);

  StreamCheckpoints& checkpoints_;
  std::string table_;
  std::string stream_;
  StreamReader::Positions begin_;
  std::vector<Slot> slots_;
  std::unique_ptr<Watcher> watcher_;
  std::atomic<int> flippers_ = 0;   // clients that have not finished their flips
  std::atomic<int64_t> flips_ = 0;  // successful ones, including the creation of each slot, as in Watcher::flips
  std::atomic<int64_t> unknown_flips_ = 0;
};

}  // namespace holdfast::conformance::slate
