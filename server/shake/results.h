// The results of the runs of `holdfast shake`, by class of anomaly.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
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
  // By how much Engine::expired_items_skipped has grown during the run.
  uint64_t expired_items_skipped = 0;
  // The notes of Anomalies and the findings of LostUpdates at the end of the run.
  std::vector<std::string> notes;
  std::vector<LostUpdates::Finding> lost_updates;
  // The FailureLine of the output if the run failed; empty if it has none, or the run succeeded.
  std::string failure_line;

  // How often the class happened; for kReordering, how many requests were reordered or delayed.
  uint64_t TimesHappened(AnomalyClass anomaly) const;
};

// How many runs there were, and how many of them failed.
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

// The row of a class in the table.
struct Row {
  AnomalyClass anomaly = AnomalyClass::kReordering;
  // Runs in which no other class but reordering was on.
  Share alone;
  // All runs with the class, and all without it.
  Share with;
  Share without;
  // How often the class happened in all runs with it.
  uint64_t happened = 0;
  // The first failure_line that is not empty, of the failed runs that `alone` counts.
  std::string failure_line;
};

// Returns one row for each permitted class, reordering first. If the command fails with reordering alone, runs with
// reordering say nothing about other classes: then `alone` of another class counts only runs without reordering.
std::vector<Row> MakeRows(const std::vector<Run>& runs, ClassSet permitted);
// The rows as text under a heading, one line each. A line ends with the failure_line if runs of `alone` failed, or says
// what the class requires if it never happened.
std::string TableText(const std::vector<Row>& rows);

// A failing set of classes, from which every class was removed that the failure did not need, and how reliably it
// fails.
struct SmallestSet {
  uint64_t seed = 0;
  ClassSet classes;
  // How often repetitions with this seed and these classes failed.
  Share repeated;
};
// The failed run whose set of classes is reduced: the earliest of those with the fewest classes. Null if none has
// failed.
const Run* SimplestFailure(const std::vector<Run>& runs);

// The findings of all runs, one for each operation and table. Tables with the same StableName count as one.
std::vector<LostUpdates::Finding> DistinctLostUpdates(const std::vector<Run>& runs);

}  // namespace holdfast::server::shake
