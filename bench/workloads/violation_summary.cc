#include "bench/workloads/violation_summary.h"

namespace holdfast::bench {

void ViolationSummary::Add(std::string complaint) {
  if (shown_.size() < kShownMax) {
    shown_.push_back(std::move(complaint));
  } else {
    ++not_shown_;
  }
}

void ViolationSummary::CompareWithClaims(int64_t stored, const Claims& claims, const std::string& things) {
  if (stored < claims.got) {
    Add("Clients were told of " + std::to_string(claims.got) + " " + things + ", but only " + std::to_string(stored) +
        " are there.");
  }
  if (stored > claims.got + claims.unknown) {
    Add("There are " + std::to_string(stored) + " " + things + ", but clients were told of " +
        std::to_string(claims.got) + " and do not know of " + std::to_string(claims.unknown) + " more.");
  }
}

std::vector<std::string> ViolationSummary::Take() && {
  if (not_shown_ > 0) shown_.push_back("And " + std::to_string(not_shown_) + " more.");
  return std::move(shown_);
}

}  // namespace holdfast::bench
