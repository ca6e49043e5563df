#include "bench/measure/tally.h"

#include <algorithm>
#include <numeric>

namespace holdfast::bench {

std::string_view FateName(Fate fate) {
  switch (fate) {
    case Fate::kGot:
      return "got it";
    case Fate::kRefusedByCondition:
      return "refused by condition";
    case Fate::kRefusedByConflict:
      return "refused by conflict";
    case Fate::kThrottled:
      return "throttled";
    case Fate::kWithdrawn:
      return "withdrawn";
    case Fate::kUnknown:
      return "unknown";
    case Fate::kFailed:
      return "failed";
  }
  return "";
}

Tally::Tally(int clients, Nanoseconds measured, Nanoseconds timeline_width)
    : got_by_client_(static_cast<size_t>(clients)),
      timeline_width_(timeline_width),
      timeline_(
          static_cast<size_t>(std::max<int64_t>(1, (measured + timeline_width - Nanoseconds(1)) / timeline_width))) {}

int64_t Tally::operations() const { return std::accumulate(fates_.begin(), fates_.end(), int64_t{0}); }

void Tally::Complain(const std::string& complaint, int64_t count) {
  if (complaint.empty()) return;
  const auto known = complaints_.find(complaint);
  if (known != complaints_.end()) {
    known->second += count;
  } else if (complaints_.size() < kComplaintsMax) {
    complaints_.emplace(complaint, count);
  }
}

void Tally::Record(const Operation& operation) {
  ++At(fates_, operation.fate);
  requests_ += operation.requests;
  retries_ += operation.retries;
  unknown_attempts_ += operation.unknown_attempts;
  if (operation.retries > 0) retrying_.Record(operation.retrying);
  if (operation.fate == Fate::kGot) {
    got_latency_.Record(operation.latency);
    got_service_.Record(operation.service);
    ++got_by_client_[static_cast<size_t>(operation.client)];
  } else if (IsRefusal(operation.fate)) {
    refused_latency_.Record(operation.latency);
    refused_service_.Record(operation.service);
  }
  // What ends after the measured time, because it started just before its end, belongs to the end.
  const int64_t last = static_cast<int64_t>(timeline_.size()) - 1;
  const int64_t at = std::clamp<int64_t>(operation.ended / timeline_width_, 0, last);
  ++At(timeline_[static_cast<size_t>(at)], operation.fate);
  Complain(operation.complaint, 1);
}

void Tally::Add(const Tally& other) {
  for (size_t i = 0; i < kFates; ++i) fates_[i] += other.fates_[i];
  requests_ += other.requests_;
  retries_ += other.retries_;
  unknown_attempts_ += other.unknown_attempts_;
  unstarted_ += other.unstarted_;
  processor_time_ += other.processor_time_;
  got_latency_.Add(other.got_latency_);
  got_service_.Add(other.got_service_);
  refused_latency_.Add(other.refused_latency_);
  refused_service_.Add(other.refused_service_);
  decided_.Add(other.decided_);
  retrying_.Add(other.retrying_);
  for (size_t i = 0; i < got_by_client_.size(); ++i) got_by_client_[i] += other.got_by_client_[i];
  for (size_t i = 0; i < timeline_.size(); ++i) {
    for (size_t fate = 0; fate < kFates; ++fate) timeline_[i][fate] += other.timeline_[i][fate];
  }
  for (const auto& [complaint, count] : other.complaints_) Complain(complaint, count);
}

}  // namespace holdfast::bench
