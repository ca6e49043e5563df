// Collects the violations that a table shows: the first few in full, and the number of the rest.
#pragma once

#include <string>
#include <vector>

#include "bench/load/workload.h"

namespace holdfast::bench {

class ViolationSummary {
 public:
  void Add(std::string violation);
  // Compares `stored`, the number found on the endpoint, with `claims`: it must lie between the number acknowledged and
  // that number plus the attempts of unknown outcome. `things` is a plural: "bookings".
  void CompareWithClaims(int64_t stored, const Claims& claims, const std::string& things);

  std::vector<std::string> Take() &&;

 private:
  static constexpr size_t kReportedMax = 10;

  std::vector<std::string> reported_;
  int64_t omitted_ = 0;
};

}  // namespace holdfast::bench
