// Somebody who watches the slots of a venue by following the stream: every flip is seen once, and in order.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conformance/systems/slate/slate_table.h"
#include "conformance/wire/stream_reader.h"

namespace holdfast::conformance::slate {

class Watcher {
 public:
  explicit Watcher(std::string venue) : venue_(std::move(venue)) {}

  // Records of anything else than the venue's slots are not looked at.
  void Observe(const StreamRecord& record);
  // For a watcher who asks for the slot now and then instead: what it is now. Nothing new, if it has not changed.
  void ObserveState(const Item& slot);

  // How often a slot changed its status, its first one included.
  int64_t flips() const { return flips_; }
  // In order. Empty: the slot was never seen.
  std::vector<std::string> StatusesOf(const Slot& slot) const;
  // Sentences: flips seen twice, flips that do not follow from what was seen before, flips that must not be.
  const std::vector<std::string>& complaints() const { return complaints_; }

 private:
  void Flip(const std::string& slot_sk, const std::string& from, const std::string& to);

  const std::string venue_;
  std::map<std::string, std::vector<std::string>> statuses_;  // by the slot's sort key
  std::set<std::string> events_;
  int64_t flips_ = 0;
  std::vector<std::string> complaints_;
};

}  // namespace holdfast::conformance::slate
