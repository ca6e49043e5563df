#include "conformance/client/json.h"

#include <gtest/gtest.h>

#include <string>

namespace holdfast::conformance {
namespace {

std::string Nested(size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

TEST(ParseJson, ReadsAHundredLevels) {
  EXPECT_EQ(ToText(ParseJson(Nested(100))), Nested(100));
  // Brackets inside a string are no levels, not even after an escaped quote.
  const std::string text = "{\"a\":\"" + std::string(1'000, '[') + "\\\"" + std::string(1'000, '{') + "\"}";
  EXPECT_EQ(ToText(ParseJson(text)), text);
}

TEST(ParseJson, RefusesMillionsOfLevels) {
  EXPECT_TRUE(ParseJson(Nested(5'000'000)).IsNull());
  EXPECT_TRUE(ParseJson(std::string(5'000'000, '[')).IsNull());
}

TEST(ObjectOfStrings, EscapesStringsAndLeavesOutEmptyOnes) {
  EXPECT_EQ(ObjectOfStrings({{"a", "\"x\""}, {"b", ""}}), R"({"a":"\"x\""})");
}

}  // namespace
}  // namespace holdfast::conformance
