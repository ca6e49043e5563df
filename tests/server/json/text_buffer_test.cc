#include "server/json/text_buffer.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace holdfast::server {
namespace {

TEST(TextBuffer, PiecesOfAllLengthsFollowEachOther) {
  std::string text = "before ";
  std::string expected = text;
  TextBuffer buffer(&text);
  for (size_t length = 0; length < 1'200; ++length) {
    const std::string piece(length, static_cast<char>('a' + length % 26));
    buffer.Append(piece);
    buffer.Append(',');
    buffer.AppendInteger(static_cast<int64_t>(length));
    expected += piece + "," + std::to_string(length);
  }
  EXPECT_EQ(*buffer.Flush(), expected);
  buffer.AppendInteger(std::numeric_limits<int64_t>::min());
  buffer.Flush()->append(" after");
  EXPECT_EQ(text, expected + "-9223372036854775808 after");
}

}  // namespace
}  // namespace holdfast::server
