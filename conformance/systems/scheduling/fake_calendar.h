// Stands in for a calendar provider: it has busy intervals, and shows them to whoever holds its current token.
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
  // The current token is good no longer.
  void ExpireToken() { token_is_good_ = false; }

  // A new token, by its reference in the vault. The one before it is good no longer.
  std::string IssueToken() {
    token_is_good_ = true;
    return "vault/" + name_ + "/" + std::to_string(++tokens_issued_);
  }
  // The busy intervals that overlap the window; nothing where the token is not good.
  std::optional<std::vector<Interval>> BusyIntervals(const std::string& vault_reference, const Interval& window) const;

 private:
  const std::string name_;
  std::vector<Interval> busy_;
  int tokens_issued_ = 0;
  bool token_is_good_ = false;
};

}  // namespace holdfast::conformance::scheduling
