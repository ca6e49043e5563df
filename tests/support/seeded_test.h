// Seeds of random tests; HOLDFAST_SEED=… repeats a run. A failing test prints its seed if it uses
// HOLDFAST_SEEDED_RANDOM or HOLDFAST_TRACE_SEED; TestSeed() alone only records the seed as a property of the test.
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

// Every failure of this thread in the scope reports `seed`. A test with several threads needs it in each of them.
#define HOLDFAST_TRACE_SEED(seed) SCOPED_TRACE("run again with HOLDFAST_SEED=" + std::to_string(seed))

// Declares `random` and its seed, `random_seed`. Every failure of this thread in the scope reports the seed.
#define HOLDFAST_SEEDED_RANDOM(random)                   \
  const uint64_t random##_seed = ::holdfast::TestSeed(); \
  HOLDFAST_TRACE_SEED(random##_seed);                    \
  ::holdfast::Random random(random##_seed)
