#include "bench/load/send_rate.h"

#include <algorithm>
#include <cmath>

namespace holdfast::bench {
namespace {

constexpr double kDecreaseFactor = 0.7;
constexpr double kCubicScale = 0.4;
constexpr double kNewestWeight = 0.8;
constexpr double kRateMin = 0.5;  // requests a second
constexpr double kCapacityMin = 1;
constexpr double kGrowthMax = 2;  // times the measured rate
constexpr std::chrono::milliseconds kMeasureEvery{500};

double Seconds(Nanoseconds time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

Nanoseconds SendRate::Acquire(TimePoint now) {
  if (!limiting_) return Nanoseconds(0);
  Fill(now);
  tokens_ -= 1;
  if (tokens_ >= 0) return Nanoseconds(0);
  return Nanoseconds(std::llround(-tokens_ / per_second_ * 1e9));
}

void SendRate::OnResponse(bool throttled, TimePoint now) {
  Measure(now);
  double rate = 0;
  if (throttled) {
    const double current = limiting_ ? std::min(measured_, per_second_) : measured_;
    plateau_ = current;
    plateau_after_ = std::cbrt(plateau_ * (1 - kDecreaseFactor) / kCubicScale);
    last_throttled_ = now;
    limiting_ = true;
    rate = current * kDecreaseFactor;
  } else {
    const double from_plateau = Seconds(now - last_throttled_) - plateau_after_;
    rate = kCubicScale * from_plateau * from_plateau * from_plateau + plateau_;
  }
  SetRate(std::min(rate, kGrowthMax * measured_), now);
}

void SendRate::Fill(TimePoint now) {
  tokens_ = std::min(capacity_, tokens_ + Seconds(now - last_fill_) * per_second_);
  last_fill_ = now;
}

void SendRate::Measure(TimePoint now) {
  ++responses_;
  if (now - measured_since_ < kMeasureEvery) return;
  const double current = responses_ / Seconds(now - measured_since_);
  measured_ = current * kNewestWeight + measured_ * (1 - kNewestWeight);
  responses_ = 0;
  measured_since_ = now;
}

void SendRate::SetRate(double per_second, TimePoint now) {
  // Adds the tokens that are due at the old rate.
  Fill(now);
  per_second_ = std::max(per_second, kRateMin);
  capacity_ = std::max(per_second, kCapacityMin);
  tokens_ = std::min(tokens_, capacity_);
}

}  // namespace holdfast::bench
