// Seeds of random tests; HOLDFAST_SEED=… repeats a run. A failing test prints its seed if it uses
// HOLDFAST_SEEDED_RANDOM or traces the seed itself; TestSeed() alone only records the seed as a property of the test.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "engine/base/random.h"

namespace holdfast {

inline uint64_t TestSeed() {
  const char* given = std::getenv("HOLDFAST_SEED");
  const uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : UnpredictableSeed();
  ::testing::Test::RecordProperty("seed", std::to_string(seed));
  return seed;
}

}  // namespace holdfast

// Declares `random`. Every failure in the scope reports the seed of `random`.
#define HOLDFAST_SEEDED_RANDOM(random)                                           \
  const uint64_t random##_seed = ::holdfast::TestSeed();                         \
  SCOPED_TRACE("run again with HOLDFAST_SEED=" + std::to_string(random##_seed)); \
  ::holdfast::Random random(random##_seed)
