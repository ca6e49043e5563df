#include "engine/base/clock.h"

#include <gtest/gtest.h>

#include <memory>

namespace holdfast {
namespace {

TEST(VirtualClock, MovesOnlyByAdvanceAndSet) {
  VirtualClock clock(absl::FromUnixSeconds(100));
  EXPECT_EQ(clock.Now(), absl::FromUnixSeconds(100));
  EXPECT_EQ(clock.Now(), absl::FromUnixSeconds(100));
  clock.Advance(absl::Milliseconds(1500));
  EXPECT_EQ(clock.Now(), absl::FromUnixMillis(101'500));
  clock.Set(absl::FromUnixSeconds(7));
  EXPECT_EQ(clock.Now(), absl::FromUnixSeconds(7));
}

const absl::Time kStart = absl::FromUnixSeconds(1'700'000'000);

TEST(DatabaseClock, FollowsItsSourceUntilItIsStopped) {
  const auto source = std::make_shared<VirtualClock>(kStart);
  DatabaseClock clock(source);
  source->Advance(absl::Seconds(5));
  EXPECT_EQ(clock.Now(), kStart + absl::Seconds(5));
  EXPECT_FALSE(clock.is_virtual());

  clock.Apply({.stop_at = kStart - absl::Hours(1)});
  source->Advance(absl::Seconds(5));
  EXPECT_EQ(clock.Now(), kStart - absl::Hours(1));
  EXPECT_TRUE(clock.is_virtual());

  clock.Apply({.follow_source = true});
  EXPECT_EQ(clock.Now(), kStart + absl::Seconds(10));
}

TEST(DatabaseClock, AdvancingStopsIt) {
  const auto source = std::make_shared<VirtualClock>(kStart);
  DatabaseClock clock(source);
  clock.Apply({.advance = absl::Minutes(15)});
  source->Advance(absl::Seconds(5));
  EXPECT_EQ(clock.Now(), kStart + absl::Minutes(15));
  clock.Apply({.advance = absl::Minutes(1)});
  EXPECT_EQ(clock.Now(), kStart + absl::Minutes(16));
}

TEST(DatabaseClock, TimesOutOfRangeAreClampedButShownToTheCallerBefore) {
  DatabaseClock clock(std::make_shared<VirtualClock>(kStart));
  const ClockChange too_late = {.stop_at = kTimeMax - absl::Hours(1), .advance = absl::Hours(2)};
  EXPECT_EQ(clock.TimeAfter(too_late), kTimeMax + absl::Hours(1));
  clock.Apply(too_late);
  EXPECT_EQ(clock.Now(), kTimeMax);
  clock.Apply({.advance = -absl::InfiniteDuration()});
  EXPECT_EQ(clock.Now(), kTimeMin);
  EXPECT_EQ(clock.TimeAfter({.follow_source = true}), kStart);
}

TEST(DatabaseClock, StopsAtTheTimeThatWasShownBeforeEvenIfItIsAdvancedFromATimeOutOfRange) {
  DatabaseClock clock(std::make_shared<VirtualClock>(kStart));
  const ClockChange change = {.stop_at = kTimeMax + absl::Hours(2), .advance = -absl::Hours(3)};
  EXPECT_EQ(clock.TimeAfter(change), kTimeMax - absl::Hours(1));
  clock.Apply(change);
  EXPECT_EQ(clock.Now(), kTimeMax - absl::Hours(1));
}

TEST(DatabaseClock, ACopyHasTheTimeOfTheOriginalAndIsThenIndependent) {
  const auto source = std::make_shared<VirtualClock>(kStart);
  DatabaseClock original(source);
  original.Apply({.stop_at = kStart + absl::Hours(1)});
  DatabaseClock copy(original);
  original.Apply({.follow_source = true});
  EXPECT_EQ(copy.Now(), kStart + absl::Hours(1));
  copy.CopySettingFrom(original);
  source->Advance(absl::Seconds(3));
  EXPECT_EQ(copy.Now(), kStart + absl::Seconds(3));
}

}  // namespace
}  // namespace holdfast
