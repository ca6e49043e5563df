#include "server/json/json_text.h"

#include <gtest/gtest.h>

#include <string>

namespace holdfast::server {
namespace {

struct Case {
  std::string text;
  bool utf8;
};

const Case kCases[] = {
    {"", true},
    {"plain", true},
    {"\x7f", true},
    {"\xC3\xA9", true},
    {"\xE2\x82\xAC", true},
    {"\xF0\x9F\x98\x80", true},
    {"\xF4\x8F\xBF\xBF", true},
    {"\xED\x9F\xBF", true},
    {"\xEE\x80\x80", true},
    {"\x80", false},
    {"\xC0\x80", false},
    {"\xC1\xBF", false},
    {"\xC3", false},
    {"\xC3(", false},
    {"\xE0\x80\x80", false},
    {"\xE2\x82", false},
    {"\xED\xA0\x80", false},
    {"\xED\xBF\xBF", false},
    {"\xF0\x80\x80\x80", false},
    {"\xF0\x9F\x98", false},
    {"\xF4\x90\x80\x80", false},
    {"\xF5\x80\x80\x80", false},
    {"\xFF", false},
};

TEST(JsonText, AcceptsExactlyUtf8AtAnyPosition) {
  for (const Case& c : kCases) {
    for (size_t before = 0; before < 70; ++before) {
      for (const size_t after : {0u, 1u, 40u}) {
        const std::string text = std::string(before, 'a') + c.text + std::string(after, 'b');
        EXPECT_EQ(IsUtf8(text), c.utf8) << testing::PrintToString(text);
        EXPECT_EQ(IsJsonText(text), c.utf8) << testing::PrintToString(text);
      }
    }
  }
}

TEST(JsonText, RefusesControlCharactersThatJsonForbids) {
  for (int c = 0; c < 0x20; ++c) {
    for (const size_t before : {0u, 5u, 31u, 32u, 64u}) {
      const std::string text = std::string(before, 'a') + static_cast<char>(c) + std::string(40, 'b');
      EXPECT_EQ(IsJsonText(text), c == '\t' || c == '\n' || c == '\r') << c;
      EXPECT_TRUE(IsUtf8(text)) << c;
    }
  }
}

TEST(JsonText, RefusesACharacterThatContinuesBeyondTheEnd) {
  const std::string text = std::string(62, 'a') + "\xF0\x9F\x98\x80";
  for (size_t size = 63; size < text.size(); ++size) {
    EXPECT_FALSE(IsJsonText(std::string_view(text).substr(0, size))) << size;
  }
}

}  // namespace
}  // namespace holdfast::server
