// Randomness is injected: a seeded generator whose sequence is the same on every machine and in every run (absl::BitGen
// does not promise that).
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "absl/numeric/int128.h"

namespace holdfast {

// SplitMix64. Thread-safe: concurrent callers each get a different number of the sequence.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  // Continues the sequence from the current position of `other`.
  Random(const Random& other) : state_(other.state_.load(std::memory_order_relaxed)) {}
  Random& operator=(const Random&) = delete;

  uint64_t Next() {
    uint64_t z = state_.fetch_add(kIncrement, std::memory_order_relaxed) + kIncrement;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // Uniform in [0, bound); `bound` must not be 0.
  uint64_t Below(uint64_t bound) { return absl::Uint128High64(absl::uint128(Next()) * bound); }
  // True with the given probability.
  bool Chance(double probability) {
    constexpr uint64_t kParts = uint64_t{1} << 53;
    return static_cast<double>(Below(kParts)) < probability * static_cast<double>(kParts);
  }
  // A version 4 UUID in lower-case hexadecimal, as DynamoDB's TableId.
  std::string Uuid();

 private:
  static constexpr uint64_t kIncrement = 0x9e3779b97f4a7c15u;
  std::atomic<uint64_t> state_;
};

// A seed from the operating system, for callers that do not choose one.
uint64_t UnpredictableSeed();

}  // namespace holdfast
