#include "server/observe/quoted_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdfast::server {
namespace {

std::string Quoted(std::string_view text, bool cut = false, char quote = '"') {
  std::string out;
  TextBuffer buffer(&out);
  AppendQuoted(text, cut, &buffer, quote);
  buffer.Flush();
  return out;
}

std::string Word(std::string_view text) {
  std::string out;
  TextBuffer buffer(&out);
  AppendWord(text, false, &buffer);
  buffer.Flush();
  return out;
}

TEST(QuotedTextTest, QuotesAndBackslashesAreEscaped) {
  EXPECT_EQ(Quoted("a \"b\" \\ c"), R"("a \"b\" \\ c")");
  EXPECT_EQ(Quoted(R"({"pk":"it's"})", false, '\''), R"('{"pk":"it\'s"}')");
}

TEST(QuotedTextTest, NoTextBeginsALineOrControlsATerminal) {
  EXPECT_EQ(Quoted("a\nb\r\x1b[31m\x7f"), R"("a\nb\u000d\u001b[31m\u007f")");
  // A C1 control code, a line separator and three bidirectional controls, in UTF-8.
  EXPECT_EQ(Quoted("\u009b2J\u2028\u202e\u2066\u061c"), R"("\u009b2J\u2028\u202e\u2066\u061c")");
}

TEST(QuotedTextTest, OtherTextIsNotEscaped) {
  EXPECT_EQ(Quoted("Zimmer für 2 \u2014 \U0001F600"), "\"Zimmer für 2 \u2014 \U0001F600\"");
}

TEST(QuotedTextTest, BytesThatAreNotUtf8AreReplaced) {
  EXPECT_EQ(Quoted("a\xff\xc3"), "\"a\uFFFD\uFFFD\"");
  EXPECT_EQ(Quoted("\xed\xa0\x80"), "\"\uFFFD\uFFFD\uFFFD\"");
}

TEST(QuotedTextTest, CutTextEndsWithAnEllipsisAndNotWithinACharacter) {
  EXPECT_EQ(CutText("abcdef", 3), "abc");
  EXPECT_EQ(CutText("abc", 3), "abc");
  EXPECT_EQ(CutText("a\u20ac", 3), "a");
  EXPECT_EQ(Quoted(CutText("abcdef", 3), true), "\"abc\u2026\"");
}

TEST(QuotedTextTest, OnlyPlainWordsStandWithoutQuotes) {
  EXPECT_EQ(Word("Bookings-2.v_1"), "Bookings-2.v_1");
  EXPECT_EQ(Word("a b"), "\"a b\"");
  EXPECT_EQ(Word("a=b"), "\"a=b\"");
  EXPECT_EQ(Word(""), "\"\"");
}

}  // namespace
}  // namespace holdfast::server
