#include "engine/base/enum_field.h"

#include <gtest/gtest.h>

namespace holdfast {

enum class Light { kRed, kGreen };
template <>
struct EnumNames<Light> {
  static constexpr EnumName<Light> kNames[] = {{Light::kGreen, "GREEN"}, {Light::kRed, "RED"}};
};

namespace {

TEST(EnumField, IsAbsentAWordOrAnotherText) {
  const EnumField<Light> absent;
  EXPECT_FALSE(absent.present());
  EXPECT_TRUE(absent.valid());
  EXPECT_FALSE(absent.is(Light::kRed));
  EXPECT_EQ(absent.value_or(Light::kGreen), Light::kGreen);
  EXPECT_EQ(absent.text(), "");

  const EnumField<Light> red = EnumField<Light>::FromText("RED");
  EXPECT_TRUE(red.present());
  EXPECT_TRUE(red.valid());
  EXPECT_TRUE(red.is(Light::kRed));
  EXPECT_FALSE(red.is(Light::kGreen));
  EXPECT_EQ(red.value_or(Light::kGreen), Light::kRed);
  EXPECT_EQ(red.text(), "RED");

  // Names are case-sensitive. An empty text is present, but is not a valid name.
  for (const char* text : {"red", "RED ", ""}) {
    const EnumField<Light> other = EnumField<Light>::FromText(text);
    EXPECT_TRUE(other.present());
    EXPECT_FALSE(other.valid());
    EXPECT_FALSE(other.is(Light::kRed));
    EXPECT_EQ(other.value_or(Light::kGreen), Light::kGreen);
    EXPECT_EQ(other.text(), text);
  }
}

TEST(EnumField, ListsItsNamesInTheOrderOfTheirTable) {
  EXPECT_EQ(EnumField<Light>::ValueSet(), "[GREEN, RED]");
  EXPECT_EQ(EnumField<Light>::TextOf(Light::kRed), "RED");
}

}  // namespace
}  // namespace holdfast
