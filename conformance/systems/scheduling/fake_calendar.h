// A fake of a calendar provider: it returns its busy intervals to callers with the current token.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/systems/scheduling/interval.h"

namespace holdfast::conformance::scheduling {

class FakeCalendar {
 public:
  explicit FakeCalendar(std::string name) : name_(std::move(name)) {}

  void SetBusy(std::vector<Interval> busy) { busy_ = std::move(busy); }
  // Invalidates the current token.
  void ExpireToken() { token_is_valid_ = false; }

  // Issues a new token, and invalidates the previous one. Returns the reference under which a vault would store it.
  std::string IssueToken() {
    token_is_valid_ = true;
    return "vault/" + name_ + "/" + std::to_string(++tokens_issued_);
  }
  // The busy intervals that overlap the window; nullopt if `vault_reference` does not refer to a valid token.
  std::optional<std::vector<Interval>> BusyIntervals(const std::string& vault_reference, const Interval& window) const {
    const std::string current = "vault/" + name_ + "/" + std::to_string(tokens_issued_);
    if (!token_is_valid_ || vault_reference != current) return std::nullopt;
    std::vector<Interval> seen;
    for (const Interval& interval : busy_) {
      if (Overlap(interval, window)) seen.push_back(interval);
    }
    return seen;
  }

 private:
  const std::string name_;
  std::vector<Interval> busy_;
  int tokens_issued_ = 0;
  bool token_is_valid_ = false;
};

}  // namespace holdfast::conformance::scheduling
