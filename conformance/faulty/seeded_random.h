// A seeded random generator. The seed determines the sequence of numbers, but not which of several concurrent requests
// takes which number.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>

namespace holdfast::conformance::faulty {

// Thread-safe.
class SeededRandom {
 public:
  explicit SeededRandom(uint64_t seed) : state_(seed) {}
  SeededRandom(const SeededRandom&) = delete;
  SeededRandom& operator=(const SeededRandom&) = delete;

  // True with probability `rate`: never at 0, always at 1.
  bool Bernoulli(double rate);
  // Roughly uniform in [0, bound); `bound` must not be 0 and should be small.
  uint64_t Below(uint64_t bound);

 private:
  uint64_t Next();

  std::atomic<uint64_t> state_;
};

// Deterministic: a hash of `text` and `seed` selects the share `rate` of all texts.
bool IsChosen(std::string_view text, uint64_t seed, double rate);

}  // namespace holdfast::conformance::faulty
