// The client-side rate limiter of the SDKs' adaptive retry mode. From the first throttled response on, the send rate is
// limited; each further throttled response lowers it, and it recovers along a cubic curve like TCP CUBIC's window. (AWS
// SDKs and Tools Reference Guide, "Retry behavior"; the constants are those that the SDKs share.)
#pragma once

#include "bench/measure/clock.h"

namespace holdfast::bench {

// Not thread-safe: one for each client. The current time is passed in and must not decrease.
class SendRate {
 public:
  explicit SendRate(TimePoint now) : measured_since_(now), last_fill_(now), last_throttled_(now) {}

  // Returns how long to wait before sending. While limiting(), takes the request's token now, if need be in advance.
  Nanoseconds Acquire(TimePoint now);
  void OnResponse(bool throttled, TimePoint now);

  bool limiting() const { return limiting_; }
  // Requests per second; meaningful only while limiting().
  double per_second() const { return per_second_; }

 private:
  void Fill(TimePoint now);
  void Measure(TimePoint now);
  void SetRate(double per_second, TimePoint now);

  bool limiting_ = false;

  // The smoothed rate of responses per second, and the number of responses since measured_since_.
  double measured_ = 0;
  int responses_ = 0;
  TimePoint measured_since_;

  // Token bucket: one token per request. Negative while waiting requests have taken tokens in advance.
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
