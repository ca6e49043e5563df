#include "conformance/report/readable_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace holdfast::conformance {
namespace {

TEST(ToValidUtf8, KeepsUtf8) {
  for (const char* text : {"", "plain", "caf\u00E9", "\u20AC", "\U0001F600", "\uFFFD", "\U0010FFFF"}) {
    EXPECT_EQ(ToValidUtf8(text), text);
  }
}

TEST(ToValidUtf8, ReplacesEachByteThatBelongsToNoCharacter) {
  EXPECT_EQ(ToValidUtf8("a\x80z"), "a\uFFFDz");                  // a continuation alone
  EXPECT_EQ(ToValidUtf8("a\xC0\xAFz"), "a\uFFFD\uFFFDz");        // overlong
  EXPECT_EQ(ToValidUtf8("\xE0\x80\x80"), "\uFFFD\uFFFD\uFFFD");  // overlong
  EXPECT_EQ(ToValidUtf8("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");  // a surrogate
  EXPECT_EQ(ToValidUtf8("\xF4\x90\x80\x80").size(), 4 * 3u);     // above U+10FFFF
  EXPECT_EQ(ToValidUtf8("\xE2\x82"), "\uFFFD\uFFFD");            // cut off by the end
  EXPECT_EQ(ToValidUtf8("\xE2\x82 "), "\uFFFD\uFFFD ");          // cut off by a character
  EXPECT_EQ(ToValidUtf8("\xFF\U0001F600\xFE"), "\uFFFD\U0001F600\uFFFD");
}

TEST(EscapeForTerminal, EscapesControlCharacters) {
  EXPECT_EQ(EscapeForTerminal("a\x1B[31mb"), "a\\x1B[31mb");
  EXPECT_EQ(EscapeForTerminal("one\r\n\ttwo"), "one\\r\\n\\ttwo");
  EXPECT_EQ(EscapeForTerminal(std::string("\0\x7F", 2)), "\\x00\\x7F");
  EXPECT_EQ(EscapeForTerminal("\xC2\x9B"), "\\x9B");
  EXPECT_EQ(EscapeForTerminal("\xFF caf\u00E9"), "\uFFFD caf\u00E9");
}

TEST(Characters, AreNotBytes) { EXPECT_EQ(Characters("\u00E9\U0001F600x"), 3u); }

TEST(FormatNumber, SeparatesThousands) {
  EXPECT_EQ(FormatNumber(0), "0");
  EXPECT_EQ(FormatNumber(999), "999");
  EXPECT_EQ(FormatNumber(1'000), "1,000");
  EXPECT_EQ(FormatNumber(-1'234'567), "-1,234,567");
  EXPECT_EQ(FormatNumber(-123), "-123");
}

TEST(FormatCount, HasAPlural) {
  EXPECT_EQ(FormatCount(0, "race"), "0 races");
  EXPECT_EQ(FormatCount(1, "race"), "1 race");
  EXPECT_EQ(FormatCount(1'280, "race"), "1,280 races");
}

TEST(FormatDuration, PicksItsUnit) {
  EXPECT_EQ(FormatDuration(0), "0 ms");
  EXPECT_EQ(FormatDuration(0.0854), "85 ms");
  EXPECT_EQ(FormatDuration(0.9999), "1.0 s");
  EXPECT_EQ(FormatDuration(3.21), "3.2 s");
  EXPECT_EQ(FormatDuration(59.97), "1 min 0 s");
  EXPECT_EQ(FormatDuration(192.4), "3 min 12 s");
  EXPECT_EQ(FormatDuration(7'500), "2 h 5 min");
  EXPECT_EQ(FormatDuration(std::numeric_limits<double>::infinity()), "unknown");
}

TEST(JoinWithAnd, JoinsWithCommasAndAnAnd) {
  EXPECT_EQ(JoinWithAnd({}), "");
  EXPECT_EQ(JoinWithAnd({"a"}), "a");
  EXPECT_EQ(JoinWithAnd({"a", "b"}), "a and b");
  EXPECT_EQ(JoinWithAnd({"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace holdfast::conformance
