#include "bench/measure/latency_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace holdfast::bench {
namespace {

constexpr int kPrecisionBits = 7;
constexpr uint64_t kBucketsPerPower = 1u << kPrecisionBits;

// The bucket's number: which power of two, then which of its 128 parts.
constexpr size_t BucketOf(uint64_t nanoseconds) {
  const auto width = static_cast<int>(std::bit_width(nanoseconds));
  const int shift = std::max(0, width - kPrecisionBits - 1);
  return static_cast<size_t>(static_cast<uint64_t>(shift) * kBucketsPerPower + (nanoseconds >> shift));
}

// The longest latency that belongs to the bucket.
constexpr int64_t UpperEnd(size_t bucket) {
  if (bucket < 2 * kBucketsPerPower) return static_cast<int64_t>(bucket);
  const uint64_t shift = bucket / kBucketsPerPower - 1;
  const uint64_t part = bucket - shift * kBucketsPerPower;
  return static_cast<int64_t>(((part + 1) << shift) - 1);
}

constexpr auto kBuckets = BucketOf(static_cast<uint64_t>(LatencyHistogram::kLatencyMax / Nanoseconds(1))) + 1;

}  // namespace

LatencyHistogram::LatencyHistogram() : buckets_(kBuckets) {}

void LatencyHistogram::Record(Nanoseconds latency) {
  const Nanoseconds within = std::clamp(latency, Nanoseconds(0), Nanoseconds(kLatencyMax));
  ++buckets_[BucketOf(static_cast<uint64_t>(within.count()))];
  ++count_;
  sum_ += static_cast<double>(within.count());
  max_ = std::max(max_, within);
}

void LatencyHistogram::Add(const LatencyHistogram& other) {
  for (size_t i = 0; i < buckets_.size(); ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  max_ = std::max(max_, other.max_);
}

Nanoseconds LatencyHistogram::Mean() const {
  return count_ == 0 ? Nanoseconds(0) : Nanoseconds(std::llround(sum_ / static_cast<double>(count_)));
}

Nanoseconds LatencyHistogram::Percentile(double percent) const {
  const auto wanted = static_cast<int64_t>(std::ceil(percent / 100 * static_cast<double>(count_)));
  int64_t seen = 0;
  for (size_t i = 0; i < buckets_.size(); ++i) {
    seen += buckets_[i];
    if (seen > 0 && seen >= wanted) return std::min(Nanoseconds(UpperEnd(i)), max_);
  }
  return Nanoseconds(0);
}

int64_t LatencyHistogram::CountBetween(Nanoseconds from, Nanoseconds to) const {
  int64_t between = 0;
  for (size_t i = 0; i < buckets_.size(); ++i) {
    const Nanoseconds end(UpperEnd(i));
    if (end > from && end <= to) between += buckets_[i];
  }
  return between;
}

}  // namespace holdfast::bench
