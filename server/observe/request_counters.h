// The counts that /_holdfast/metrics reports: requests by operation and outcome and by operation and duration, and
// those that did not succeed by outcome and table.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holdfast::server {

// The names of tables under which refusals are counted: the first kNamesMax distinct names in refused requests. A
// refusal is every outcome but success. Thread-safe.
class CountedTables {
 public:
  static constexpr size_t kNamesMax = 200;
  // Cannot be the name of a table.
  static constexpr std::string_view kOther = "(other)";

  // Returns `table` if refusals of requests to it are counted under its name, and kOther if not or if it cannot be the
  // name of a table. An empty name (the request names no table) stays empty.
  std::string_view Admit(std::string_view table);

 private:
  std::mutex mutex_;
  std::set<std::string, std::less<>> names_;
};

// The outcomes that are counted separately have numbers, from 0 to OutcomeCount() - 1.
std::string_view OutcomeName(size_t outcome);
size_t OutcomeCount();

// The upper bounds of the buckets of durations; a last bucket has all longer ones.
inline constexpr double kBucketSeconds[] = {0.00001, 0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005,
                                            0.01,    0.025,    0.05,    0.1,    0.25,    0.5,    1,     2.5,    5};
inline constexpr size_t kBucketCount = std::size(kBucketSeconds) + 1;

// Sums over all RequestCounters.
struct RequestTotals {
  explicit RequestTotals(size_t operations);

  // By operation and outcome.
  std::vector<std::vector<uint64_t>> outcomes;
  // By operation and bucket; not cumulative.
  std::vector<std::vector<uint64_t>> buckets;
  // The sum of the durations, by operation.
  std::vector<double> seconds;
  // By outcome and table.
  std::map<std::pair<size_t, std::string>, uint64_t> refusals;
};

// The counts of one lane (record_lane.h). Any thread may count and read: a request may be completed by another thread
// than the one that received it. Nearly all counts come from the lane's own thread, so they stay in its processor's
// cache.
class RequestCounters {
 public:
  // `tables` is shared by all counters, and must outlive them.
  RequestCounters(size_t operations, CountedTables* tables);

  // `operation` is less than `operations`. `status`: 0 if there was no response. `error`: the name of the exception;
  // empty if there is none. `table` may be empty.
  void Count(size_t operation, int status, std::string_view error, std::string_view table,
             std::chrono::nanoseconds duration);
  void AddTo(RequestTotals* totals) const;

 private:
  CountedTables* const tables_;
  std::vector<std::atomic<uint64_t>> outcomes_;
  std::vector<std::atomic<uint64_t>> buckets_;
  std::vector<std::atomic<uint64_t>> nanoseconds_;
  mutable std::mutex mutex_;
  // By outcome and table. Guarded by mutex_.
  std::vector<std::map<std::string, uint64_t, std::less<>>> refusals_;
};

}  // namespace holdfast::server
