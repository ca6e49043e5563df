#include "bench/workloads/violation_summary.h"

#include <utility>

namespace holdfast::bench {

void ViolationSummary::Add(std::string violation) {
  if (reported_.size() < kReportedMax) {
    reported_.push_back(std::move(violation));
  } else {
    ++omitted_;
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
  if (omitted_ > 0) reported_.push_back("And " + std::to_string(omitted_) + " more.");
  return std::move(reported_);
}

}  // namespace holdfast::bench
