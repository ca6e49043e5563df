#include "server/race/stable_name.h"

#include <gtest/gtest.h>

namespace holdfast::server {
namespace {

TEST(StableName, HasAStarForEachUuidAndNumber) {
  EXPECT_EQ(StableName("Rooms"), "Rooms");
  EXPECT_EQ(StableName("Rooms-17"), "Rooms-*");
  EXPECT_EQ(StableName("v2-1764030000-test-3"), "v*-*-test-*");
  EXPECT_EQ(StableName("Rooms-3c1f0f2e-8a52-4d0b-9f0e-1c2d3e4f5a6b"), "Rooms-*");
  EXPECT_EQ(StableName("3C1F0F2E-8A52-4D0B-9F0E-1C2D3E4F5A6B.old"), "*.old");
  EXPECT_EQ(StableName("Rooms-3c1f0f2e-8a52-4d0b-9f0e"), "Rooms-*c*f*f*e-*a*-*d*b-*f*e");
  EXPECT_EQ(StableName(""), "");
}

}  // namespace
}  // namespace holdfast::server
