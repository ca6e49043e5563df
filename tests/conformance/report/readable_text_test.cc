#include "conformance/report/readable_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace holdfast::conformance {
namespace {

TEST(WellFormed, KeepsUtf8) {
  for (const char* text : {"", "plain", "caf\u00E9", "\u20AC", "\U0001F600", "\uFFFD", "\U0010FFFF"}) {
    EXPECT_EQ(WellFormed(text), text);
  }
}

TEST(WellFormed, ReplacesEachByteThatBelongsToNoCharacter) {
  EXPECT_EQ(WellFormed("a\x80z"), "a\uFFFDz");                  // a continuation alone
  EXPECT_EQ(WellFormed("a\xC0\xAFz"), "a\uFFFD\uFFFDz");        // overlong
  EXPECT_EQ(WellFormed("\xE0\x80\x80"), "\uFFFD\uFFFD\uFFFD");  // overlong
  EXPECT_EQ(WellFormed("\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");  // a surrogate
  EXPECT_EQ(WellFormed("\xF4\x90\x80\x80").size(), 4 * 3u);     // above U+10FFFF
  EXPECT_EQ(WellFormed("\xE2\x82"), "\uFFFD\uFFFD");            // cut off by the end
  EXPECT_EQ(WellFormed("\xE2\x82 "), "\uFFFD\uFFFD ");          // cut off by a character
  EXPECT_EQ(WellFormed("\xFF\U0001F600\xFE"), "\uFFFD\U0001F600\uFFFD");
}

TEST(ForTerminal, SpellsOutWhatSteersATerminal) {
  EXPECT_EQ(ForTerminal("a\x1B[31mb"), "a\\x1B[31mb");
  EXPECT_EQ(ForTerminal("one\r\n\ttwo"), "one\\r\\n\\ttwo");
  EXPECT_EQ(ForTerminal(std::string("\0\x7F", 2)), "\\x00\\x7F");
  EXPECT_EQ(ForTerminal("\xC2\x9B"), "\\x9B");
  EXPECT_EQ(ForTerminal("\xFF caf\u00E9"), "\uFFFD caf\u00E9");
}

TEST(Characters, AreNotBytes) { EXPECT_EQ(Characters("\u00E9\U0001F600x"), 3u); }

TEST(Figure, SeparatesThousands) {
  EXPECT_EQ(Figure(0), "0");
  EXPECT_EQ(Figure(999), "999");
  EXPECT_EQ(Figure(1'000), "1,000");
  EXPECT_EQ(Figure(-1'234'567), "-1,234,567");
  EXPECT_EQ(Figure(-123), "-123");
}

TEST(Counted, HasAPlural) {
  EXPECT_EQ(Counted(0, "race"), "0 races");
  EXPECT_EQ(Counted(1, "race"), "1 race");
  EXPECT_EQ(Counted(1'280, "race"), "1,280 races");
}

TEST(Duration, PicksItsUnit) {
  EXPECT_EQ(Duration(0), "0 ms");
  EXPECT_EQ(Duration(0.0854), "85 ms");
  EXPECT_EQ(Duration(0.9999), "1.0 s");
  EXPECT_EQ(Duration(3.21), "3.2 s");
  EXPECT_EQ(Duration(59.97), "1 min 0 s");
  EXPECT_EQ(Duration(192.4), "3 min 12 s");
  EXPECT_EQ(Duration(7'500), "2 h 5 min");
  EXPECT_EQ(Duration(std::numeric_limits<double>::infinity()), "unknown");
}

TEST(Listed, ReadsAloud) {
  EXPECT_EQ(Listed({}), "");
  EXPECT_EQ(Listed({"a"}), "a");
  EXPECT_EQ(Listed({"a", "b"}), "a and b");
  EXPECT_EQ(Listed({"a", "b", "c"}), "a, b and c");
}

}  // namespace
}  // namespace holdfast::conformance
