#include "conformance/runner/seeds.h"

#include <cstdio>
#include <random>

namespace holdfast::conformance {
namespace {

// One step of SplitMix64: similar inputs give unrelated outputs.
uint64_t Mix(uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

uint64_t DeriveSeed(uint64_t run_seed, std::string_view purpose, int round, int client) {
  uint64_t seed = Mix(run_seed);
  for (const char c : purpose) seed = Mix(seed ^ static_cast<unsigned char>(c));
  seed = Mix(seed ^ static_cast<uint64_t>(round));
  return Mix(seed ^ static_cast<uint64_t>(client + 1));
}

uint64_t UnpredictableSeed() {
  std::random_device device;
  return (static_cast<uint64_t>(device()) << 32) | device();
}

std::string NewRunTag() {
  char text[16];
  std::snprintf(text, sizeof text, "%010llx", static_cast<unsigned long long>(UnpredictableSeed() & 0xFF'FFFF'FFFFu));
  return text;
}

}  // namespace holdfast::conformance
