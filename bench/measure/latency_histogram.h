// Latencies counted in a fixed amount of memory, at a fixed relative precision: the log-linear layout of HdrHistogram.
//
//   each power of two of nanoseconds is cut into 128 equal buckets
//
//   0 ............ 255 | 256 .......... 511 | 512 ........ 1023 | ...
//   1 ns a bucket      | 2 ns a bucket      | 4 ns a bucket     |
//
// Values read from it are at most 1/128 (0.8 %) above the recorded ones, and never below them.
#pragma once

#include <cstdint>
#include <vector>

#include "bench/measure/clock.h"

namespace holdfast::bench {

// Not thread-safe: each thread records into its own histogram, and Add merges them.
class LatencyHistogram {
 public:
  // Longer latencies are recorded as this one.
  static constexpr Nanoseconds kLatencyMax = std::chrono::hours(1);

  LatencyHistogram();

  // A negative latency counts as 0.
  void Record(Nanoseconds latency);
  void Add(const LatencyHistogram& other);

  int64_t count() const { return count_; }
  Nanoseconds max() const { return max_; }
  // Mean and percentiles are 0 if nothing was recorded.
  Nanoseconds Mean() const;
  // The shortest latency such that at least `percent` % of all recorded ones are at most as long; `percent` is in
  // [0, 100].
  Nanoseconds Percentile(double percent) const;
  // The number of latencies above `from` and at most `to`, each counted as the upper end of its bucket.
  int64_t CountBetween(Nanoseconds from, Nanoseconds to) const;

 private:
  std::vector<int64_t> buckets_;
  int64_t count_ = 0;
  double sum_ = 0;
  Nanoseconds max_{0};
};

}  // namespace holdfast::bench
