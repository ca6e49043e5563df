#include "bench/measure/metrics.h"

#include <algorithm>
#include <numeric>

namespace holdfast::bench {

std::string_view OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kSucceeded:
      return "got it";
    case Outcome::kRefusedByCondition:
      return "refused by condition";
    case Outcome::kRefusedByConflict:
      return "refused by conflict";
    case Outcome::kThrottled:
      return "throttled";
    case Outcome::kWithdrawn:
      return "withdrawn";
    case Outcome::kUnknown:
      return "unknown";
    case Outcome::kFailed:
      return "failed";
  }
  return "";
}

Metrics::Metrics(int clients, Nanoseconds measured, Nanoseconds timeline_width)
    : successes_by_client_(static_cast<size_t>(clients)),
      timeline_width_(timeline_width),
      timeline_(
          static_cast<size_t>(std::max<int64_t>(1, (measured + timeline_width - Nanoseconds(1)) / timeline_width))) {}

int64_t Metrics::operations() const { return std::accumulate(outcomes_.begin(), outcomes_.end(), int64_t{0}); }

void Metrics::CountComplaint(const std::string& complaint, int64_t count) {
  if (complaint.empty()) return;
  const auto entry = complaints_.find(complaint);
  if (entry != complaints_.end()) {
    entry->second += count;
  } else if (complaints_.size() < kComplaintsMax) {
    complaints_.emplace(complaint, count);
  }
}

void Metrics::Record(const Operation& operation) {
  ++At(outcomes_, operation.outcome);
  requests_ += operation.requests;
  retries_ += operation.retries;
  unknown_attempts_ += operation.unknown_attempts;
  if (operation.retries > 0) retrying_.Record(operation.retrying);
  if (operation.outcome == Outcome::kSucceeded) {
    success_latency_.Record(operation.latency);
    success_service_.Record(operation.service);
    ++successes_by_client_[static_cast<size_t>(operation.client)];
  } else if (IsRefusal(operation.outcome)) {
    refused_latency_.Record(operation.latency);
    refused_service_.Record(operation.service);
  }
  // Operations that end after the measured time, because they or the requests before them were late, count in the last
  // entry.
  const int64_t last = static_cast<int64_t>(timeline_.size()) - 1;
  const int64_t at = std::clamp<int64_t>(operation.ended / timeline_width_, 0, last);
  ++At(timeline_[static_cast<size_t>(at)], operation.outcome);
  CountComplaint(operation.complaint, 1);
}

void Metrics::Add(const Metrics& other) {
  for (size_t i = 0; i < kOutcomes; ++i) outcomes_[i] += other.outcomes_[i];
  requests_ += other.requests_;
  retries_ += other.retries_;
  unknown_attempts_ += other.unknown_attempts_;
  unstarted_ += other.unstarted_;
  processor_time_ += other.processor_time_;
  success_latency_.Add(other.success_latency_);
  success_service_.Add(other.success_service_);
  refused_latency_.Add(other.refused_latency_);
  refused_service_.Add(other.refused_service_);
  decided_.Add(other.decided_);
  retrying_.Add(other.retrying_);
  for (size_t i = 0; i < successes_by_client_.size(); ++i) successes_by_client_[i] += other.successes_by_client_[i];
  for (size_t i = 0; i < timeline_.size(); ++i) {
    for (size_t outcome = 0; outcome < kOutcomes; ++outcome) timeline_[i][outcome] += other.timeline_[i][outcome];
  }
  for (const auto& [complaint, count] : other.complaints_) CountComplaint(complaint, count);
}

}  // namespace holdfast::bench
