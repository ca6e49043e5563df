#include "conformance/systems/slate/watcher.h"

namespace holdfast::conformance::slate {
namespace {

// Whether a slot's status may change from `from` to `to`. Empty `from`: the slot was created.
bool IsAllowed(const std::string& from, const std::string& to) {
  static const std::set<std::pair<std::string, std::string>> allowed = {
      {"", "OPEN"}, {"OPEN", "HELD"}, {"OPEN", "BOOKED"}, {"HELD", "OPEN"}, {"HELD", "BOOKED"}};
  return allowed.contains({from, to});
}

}  // namespace

void Watcher::Observe(const StreamRecord& record) {
  const std::string sk = TextOf(record.keys, "sk");
  if (TextOf(record.keys, "pk") != "VENUE#" + venue_ || !sk.starts_with("SLOT#")) return;
  if (!events_.insert(record.event_id).second) complaints_.push_back("a flip of " + sk + " came twice");
  RecordFlip(sk, TextOf(record.old_image, "status"), TextOf(record.new_image, "status"));
}

void Watcher::ObserveState(const Item& slot) {
  const std::string sk = TextOf(slot, "sk");
  const std::vector<std::string>& seen = statuses_[sk];
  const std::string before = seen.empty() ? "" : seen.back();
  if (TextOf(slot, "status") != before) RecordFlip(sk, before, TextOf(slot, "status"));
}

void Watcher::RecordFlip(const std::string& slot_sk, const std::string& from, const std::string& to) {
  std::vector<std::string>& seen = statuses_[slot_sk];
  const std::string before = seen.empty() ? "" : seen.back();
  if (from != before) {
    complaints_.push_back(slot_sk + " turned from '" + from + "' to '" + to + "', but was last seen as '" + before +
                          "'");
  }
  if (!IsAllowed(from, to)) complaints_.push_back(slot_sk + " turned from '" + from + "' to '" + to + "'");
  seen.push_back(to);
  ++flips_;
}

std::vector<std::string> Watcher::StatusesOf(const Slot& slot) const {
  const auto found = statuses_.find("SLOT#" + slot.starts_at);
  return found == statuses_.end() ? std::vector<std::string>() : found->second;
}

}  // namespace holdfast::conformance::slate
