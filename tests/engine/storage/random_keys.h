// Keys that press on what the storage does with keys, and a seed that a failing run prints and a later one can repeat.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "engine/base/random.h"

namespace holdfast {

// HOLDFAST_TEST_SEED, or one that is the same on each run.
inline uint64_t TestSeed() {
  const char* chosen = std::getenv("HOLDFAST_TEST_SEED");
  const uint64_t seed = chosen == nullptr ? 20261101 : std::strtoull(chosen, nullptr, 10);
  std::cout << "seed " << seed << " (HOLDFAST_TEST_SEED)\n";
  return seed;
}

// One of about `variety` keys: short and long ones, with shared prefixes, zeros and 0xFF bytes.
inline std::string RandomKey(Random& random, uint64_t variety) {
  const uint64_t choice = random.Below(variety);
  std::string digits = std::to_string(choice);
  switch (choice % 6) {
    case 0: return digits;
    case 1: return "PROVIDER#" + digits;
    case 2: return std::string(choice % 23, '\0') + digits;
    case 3: return std::string(choice % 11, '\xff') + digits;
    case 4: return digits + std::string(choice % 40, '\0');
    default: return std::string(choice % 7 == 0 ? 2048 : 16, 'k') + digits;
  }
}

}  // namespace holdfast
