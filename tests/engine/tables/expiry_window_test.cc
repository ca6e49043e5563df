#include "engine/tables/expiry_window.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::testing {
namespace {

// 2026-10-09T10:00:00Z.
constexpr int64_t kNow = 1'791'540'000;
// Half a second after kNow, and so in the same second.
const absl::Time kWindowTime = absl::FromUnixMillis(kNow * 1'000 + 500);
constexpr int64_t kFiveYears = 5 * 365 * 86'400;

TEST(ExpiryWindow, DecidesByTheValueOfATopLevelNumber) {
  struct Case {
    std::string name;
    AttributeValue value;
    bool expired;
  };
  const auto seconds = [](int64_t value) { return AttributeValue::Number(value); };
  const std::string digits(38, '9');
  const std::vector<Case> cases = {
      {"a second ago", seconds(kNow - 1), true},
      {"the current second", seconds(kNow), false},
      {"the current second with a fraction that has passed", N("1791540000.123"), false},
      {"a fraction before the current second", N("1791539999.9999999999999999999999999999"), true},
      {"a second ahead", seconds(kNow + 1), false},
      {"five years ago", seconds(kNow - kFiveYears), true},
      {"a second more than five years ago", seconds(kNow - kFiveYears - 1), false},
      {"a fraction of a second more than five years ago", N("1633859999.9"), false},
      {"milliseconds by mistake", seconds(kNow * 1'000), false},
      {"milliseconds of a past moment by mistake", seconds((kNow - 100) * 1'000), false},
      {"exponent form of a past moment", N("1.7e9"), true},
      {"exponent form of a future moment", N("1.8e9"), false},
      {"exponent form of a moment too long ago", N("1.6e9"), false},
      {"zero", N("0"), false},
      {"negative", seconds(-1), false},
      {"38 digits", N(digits), false},
      {"38 digits, negative", N("-" + digits), false},
      {"38 digits, a fraction of a second before the current second", N("1791539999.0000000000000000000000000001"),
       true},
      {"the greatest number", N("9.9999999999999999999999999999999999999E+125"), false},
      {"the most negative number", N("-9.9999999999999999999999999999999999999E+125"), false},
      {"the smallest positive number", N("1E-130"), false},
      {"string of digits", S(std::to_string(kNow - 1)), false},
      {"binary", B(std::to_string(kNow - 1)), false},
      // These are the bytes that the engine stores for the Number of a second ago, which has expired: only the type
      // tells the two values apart.
      {"binary with the stored bytes of an expired number", B(Number(kNow - 1).bytes()), false},
      {"number set", Ns({std::to_string(kNow - 1)}), false},
      {"list", L({seconds(kNow - 1)}), false},
      {"map", M({{"ttl", seconds(kNow - 1)}}), false},
      {"true", Bool(true), false},
      {"null", Null(), false},
  };
  const ExpiryWindow window(kWindowTime);
  for (const Case& c : cases) {
    ASSERT_EQ(c.value.problem(), nullptr) << c.name;
    EXPECT_EQ(window.HasExpired(AttributeMap{{"ttl", c.value}}.view(), "ttl"), c.expired) << c.name;
  }
}

TEST(ExpiryWindow, ReadsOnlyTheTopLevelAttributeOfThatName) {
  const ExpiryWindow window(kWindowTime);
  const AttributeValue past = AttributeValue::Number(kNow - 1);
  EXPECT_FALSE(window.HasExpired(AttributeMap().view(), "ttl"));
  EXPECT_FALSE(window.HasExpired(AttributeMap{{"TTL", past}, {"ttl2", past}}.view(), "ttl"));
  EXPECT_FALSE(window.HasExpired(AttributeMap{{"a", M({{"ttl", past}})}}.view(), "ttl"));
  EXPECT_FALSE(window.HasExpired(AttributeMap{{"a", M({{"ttl", past}})}}.view(), "a.ttl"));
  EXPECT_TRUE(window.HasExpired(AttributeMap{{"a.ttl", past}}.view(), "a.ttl")) << "the name is not a document path";
}

TEST(ExpiryWindow, NearTheEpochNothingIsTooOld) {
  const ExpiryWindow window(absl::FromUnixSeconds(10));
  EXPECT_TRUE(window.HasExpired(AttributeMap{{"ttl", N("-5")}}.view(), "ttl"));
  EXPECT_TRUE(window.HasExpired(AttributeMap{{"ttl", N("0")}}.view(), "ttl"));
  EXPECT_FALSE(window.HasExpired(AttributeMap{{"ttl", N("10")}}.view(), "ttl"));
}

TEST(ExpiryWindow, AtAnInfiniteTimeNothingOverflows) {
  const AttributeMap old{{"ttl", N("5")}};
  EXPECT_FALSE(ExpiryWindow(absl::InfinitePast()).HasExpired(old.view(), "ttl"));
  EXPECT_FALSE(ExpiryWindow(absl::InfiniteFuture()).HasExpired(old.view(), "ttl")) << "too old";
}

}  // namespace
}  // namespace holdfast::testing
