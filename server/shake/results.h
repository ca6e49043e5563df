// What the runs of `holdfast shake` have shown, class by class.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/race/anomalies.h"
#include "server/race/lost_updates.h"
#include "server/race/request_order.h"
#include "server/shake/anomaly_class.h"

namespace holdfast::server::shake {

struct Run {
  uint64_t seed = 0;
  ClassSet classes;
  bool failed = false;
  int status = 0;
  bool timed_out = false;
  std::chrono::milliseconds duration{0};
  AnomalyCounts anomalies;
  RequestOrder::Counts order;
  // As of Engine::expired_items_kept.
  uint64_t expired_items_kept = 0;
  // As of Anomalies and LostUpdates.
  std::vector<std::string> notes;
  std::vector<LostUpdates::Finding> lost_updates;
  // FailureLine of the output, of a failed run.
  std::string failure_line;

  // How often the class happened. Of kReordering: how many requests were reordered or delayed.
  uint64_t TimesHappened(AnomalyClass anomaly) const;
};

// Failed runs of a number of runs.
struct Share {
  size_t failed = 0;
  size_t runs = 0;

  void Add(const Run& run) {
    ++runs;
    failed += run.failed ? 1 : 0;
  }
  // `19 of 25`, or `-` without runs.
  std::string Text() const;
};

// A class in the table.
struct Row {
  AnomalyClass anomaly;
  // Runs with no other class but reordering.
  Share alone;
  // All runs with the class, and all without it.
  Share with;
  Share without;
  // How often the class happened in all runs with it.
  uint64_t happened = 0;
  // Of a run that failed with the class alone.
  std::string failure_line;
};

// One for each permitted class, reordering first. Where reordering alone makes the command fail, runs with it say
// nothing about the others: then `alone` of another class counts only the runs without reordering.
std::vector<Row> MakeRows(const std::vector<Run>& runs, ClassSet permitted);
std::string TableText(const std::vector<Row>& rows);

// A set of classes from which nothing can be left out, and how sure it is.
struct SmallestSet {
  uint64_t seed = 0;
  ClassSet classes;
  // Of repetitions with that seed.
  Share repeated;
};
// The failed run to begin with: with the fewest classes, the earliest of these. Null if none has failed.
const Run* SimplestFailure(const std::vector<Run>& runs);

// The findings of all runs, one for each operation and table.
std::vector<LostUpdates::Finding> DistinctLostUpdates(const std::vector<Run>& runs);

}  // namespace holdfast::server::shake
