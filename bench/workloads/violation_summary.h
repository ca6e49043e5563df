// What a table shows to be wrong: the first few in full, and how many more there are.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bench/load/workload.h"

namespace holdfast::bench {

class ViolationSummary {
 public:
  void Add(std::string complaint);
  // The endpoint holds `stored` of what `claims` says the clients got: neither fewer than they were told, nor more than
  // they were told and might have got unknowingly. `things` is a plural: "bookings".
  void CompareWithClaims(int64_t stored, const Claims& claims, const std::string& things);

  std::vector<std::string> Take() &&;

 private:
  static constexpr size_t kShownMax = 10;

  std::vector<std::string> shown_;
  int64_t not_shown_ = 0;
};

}  // namespace holdfast::bench
