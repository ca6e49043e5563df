// A consumer of the stream that follows the slots of a venue and checks that every change is seen once and in order.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/client/stream_reader.h"
#include "conformance/systems/slate/slate_table.h"

namespace holdfast::conformance::slate {

class Watcher {
 public:
  explicit Watcher(std::string venue) : venue_(std::move(venue)) {}

  // Ignores records of other items than the venue's slots.
  void Observe(const StreamRecord& record);
  // Passes the slot's current state to a watcher that polls. No effect if the status has not changed.
  void ObserveState(const Item& slot);

  // The number of records and polled changes that were taken for status changes: also each slot's first status, and
  // records that came twice.
  int64_t flips() const { return flips_; }
  // The slot's statuses in the order in which they were seen. Empty if the slot was never seen.
  std::vector<std::string> StatusesOf(const Slot& slot) const;
  // Sentences about changes that are seen twice, that do not follow from the previous status, or that are not allowed.
  const std::vector<std::string>& complaints() const { return complaints_; }

 private:
  void RecordFlip(const std::string& slot_sk, const std::string& from, const std::string& to);

  const std::string venue_;
  std::map<std::string, std::vector<std::string>> statuses_;  // by the slot's sort key
  std::set<std::string> events_;
  int64_t flips_ = 0;
  std::vector<std::string> complaints_;
};

}  // namespace holdfast::conformance::slate
