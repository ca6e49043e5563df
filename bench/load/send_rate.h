// The client-side rate limiter of the SDKs' adaptive retry mode: after the first throttled answer a client sends no
// faster than a rate that falls with every further one and recovers along a cubic curve, as TCP CUBIC's window does.
// (AWS SDKs and Tools Reference Guide, "Retry behavior"; the constants are those that the SDKs share.)
#pragma once

#include "bench/measure/clock.h"

namespace holdfast::bench {

// Not thread-safe: one for each client. Time is handed in and never goes back.
class SendRate {
 public:
  explicit SendRate(TimePoint now) : measured_since_(now), last_fill_(now), last_throttled_(now) {}

  // How long to wait before sending; the request counts as sent then.
  Nanoseconds Acquire(TimePoint now);
  void OnResponse(bool throttled, TimePoint now);

  bool limiting() const { return limiting_; }
  // Requests a second; of meaning once it limits.
  double per_second() const { return per_second_; }

 private:
  void Fill(TimePoint now);
  void Measure(TimePoint now);
  void SetRate(double per_second, TimePoint now);

  bool limiting_ = false;

  // The rate of answers, smoothed.
  double measured_ = 0;
  int counted_ = 0;
  TimePoint measured_since_;

  // The bucket: one request takes one token. Below 0 it owes what waiting requests have taken ahead.
  double tokens_ = 0;
  double capacity_ = 1;
  double per_second_ = 1;
  TimePoint last_fill_;

  // The curve: its plateau is the rate at the last throttling, reached again after `plateau_after_` seconds.
  double plateau_ = 0;
  double plateau_after_ = 0;
  TimePoint last_throttled_;
};

}  // namespace holdfast::bench
