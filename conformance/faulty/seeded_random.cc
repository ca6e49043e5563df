#include "conformance/faulty/seeded_random.h"

namespace holdfast::conformance::faulty {
namespace {

// The increment of SplitMix64.
constexpr uint64_t kIncrement = 0x9e3779b97f4a7c15u;

// SplitMix64's finalizer.
uint64_t Mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Uniform in [0, 1).
double Fraction(uint64_t number) { return static_cast<double>(number >> 11) * 0x1p-53; }

}  // namespace

uint64_t SeededRandom::Next() { return Mix(state_.fetch_add(kIncrement, std::memory_order_relaxed) + kIncrement); }

bool SeededRandom::Bernoulli(double rate) { return Fraction(Next()) < rate; }

uint64_t SeededRandom::Below(uint64_t bound) { return Next() % bound; }

bool IsChosen(std::string_view text, uint64_t seed, double rate) {
  uint64_t hash = Mix(seed + kIncrement);
  for (const char c : text) hash = Mix(hash ^ static_cast<unsigned char>(c));
  return Fraction(hash) < rate;
}

}  // namespace holdfast::conformance::faulty
