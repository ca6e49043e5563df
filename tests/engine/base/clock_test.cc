#include "engine/base/clock.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

TEST(VirtualClock, MovesOnlyWhenItIsTold) {
  VirtualClock clock(absl::FromUnixSeconds(100));
  EXPECT_EQ(clock.Now(), absl::FromUnixSeconds(100));
  EXPECT_EQ(clock.Now(), absl::FromUnixSeconds(100));
  clock.Advance(absl::Milliseconds(1500));
  EXPECT_EQ(clock.Now(), absl::FromUnixMillis(101'500));
  clock.Set(absl::FromUnixSeconds(7));
  EXPECT_EQ(clock.Now(), absl::FromUnixSeconds(7));
}

}  // namespace
}  // namespace holdfast
