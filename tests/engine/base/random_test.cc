#include "engine/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/seeded_test.h"

namespace holdfast {
namespace {

// The numbers of SplitMix64 for the seed 1234567, as Rosetta Code has them.
TEST(Random, IsSplitMix64) {
  Random random(1234567);
  EXPECT_EQ(random.Next(), 6457827717110365317u);
  EXPECT_EQ(random.Next(), 3203168211198807973u);
  EXPECT_EQ(random.Next(), 9817491932198370423u);
}

TEST(Random, TheSameSeedRepeatsTheSequence) {
  HOLDFAST_SEEDED_RANDOM(seeds);
  const uint64_t seed = seeds.Next();
  Random a(seed);
  Random b(seed);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.Next(), b.Next());
}

TEST(Random, BelowReturnsEveryNumberBelowTheBound) {
  HOLDFAST_SEEDED_RANDOM(random);
  std::set<uint64_t> seen;
  for (int i = 0; i < 1000; ++i) {
    const uint64_t number = random.Below(7);
    ASSERT_LT(number, 7u);
    seen.insert(number);
  }
  EXPECT_EQ(seen.size(), 7u);
  EXPECT_EQ(random.Below(1), 0u);
  EXPECT_LT(random.Below(~uint64_t{0}), ~uint64_t{0});
}

TEST(Random, ConcurrentCallersGetDifferentNumbersOfOneSequence) {
  constexpr size_t kThreads = 4;
  constexpr size_t kNumbers = 5000;
  Random random(42);
  std::vector<std::vector<uint64_t>> drawn(kThreads);
  std::vector<std::thread> threads;
  for (std::vector<uint64_t>& numbers : drawn) {
    threads.emplace_back([&] {
      for (size_t i = 0; i < kNumbers; ++i) numbers.push_back(random.Next());
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<uint64_t> all;
  for (const std::vector<uint64_t>& numbers : drawn) all.insert(all.end(), numbers.begin(), numbers.end());
  std::vector<uint64_t> expected;
  Random alone(42);
  for (size_t i = 0; i < kThreads * kNumbers; ++i) expected.push_back(alone.Next());
  std::sort(all.begin(), all.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(all, expected);
}

TEST(Random, UuidsAreOfVersionFour) {
  HOLDFAST_SEEDED_RANDOM(random);
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) {
    const std::string uuid = random.Uuid();
    ASSERT_EQ(uuid.size(), 36u);
    for (size_t at = 0; at < uuid.size(); ++at) {
      const bool dash = at == 8 || at == 13 || at == 18 || at == 23;
      ASSERT_EQ(uuid[at] == '-', dash) << uuid;
      ASSERT_TRUE(dash || (uuid[at] >= '0' && uuid[at] <= '9') || (uuid[at] >= 'a' && uuid[at] <= 'f')) << uuid;
    }
    ASSERT_EQ(uuid[14], '4') << uuid;
    ASSERT_NE(std::string("89ab").find(uuid[19]), std::string::npos) << uuid;
    ASSERT_TRUE(seen.insert(uuid).second) << uuid;
  }
}

}  // namespace
}  // namespace holdfast
