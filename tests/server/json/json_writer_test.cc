#include "server/json/json_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>

#include "server/json/json_reader.h"
#include "tests/server/json/parsed.h"
#include "tests/support/address_space_limit.h"

namespace holdfast::server {
namespace {

std::string Quoted(std::string_view text) {
  std::string json;
  JsonWriter(&json).String(text);
  return json;
}

std::string Double(double value) {
  std::string json;
  JsonWriter(&json).Double(value);
  return json;
}

TEST(JsonWriter, PutsCommasBetweenValues) {
  std::string json = "before ";
  {
    JsonWriter writer(&json);
    writer.BeginObject();
    writer.Name("a");
    writer.BeginArray();
    writer.EndArray();
    writer.Name("b");
    writer.BeginArray();
    writer.Integer(1);
    writer.BeginObject();
    writer.EndObject();
    writer.String("x");
    writer.Boolean(true);
    writer.Base64("\xFF");
    writer.EndArray();
    writer.EscapedName("c\"");
    writer.Double(0.5);
    writer.EndObject();
  }
  EXPECT_EQ(json, R"(before {"a":[],"b":[1,{},"x",true,"/w=="],"c\"":0.5})");
}

TEST(JsonWriter, WritesDoublesAsDynamoDBDoes) {
  EXPECT_EQ(Double(1), "1.0");
  EXPECT_EQ(Double(0.5), "0.5");
  EXPECT_EQ(Double(12), "12.0");
  EXPECT_EQ(Double(0), "0.0");
  EXPECT_EQ(Double(4.5), "4.5");
  EXPECT_EQ(Double(1'700'000'000), "1700000000.0");
  EXPECT_EQ(Double(1'363'729'002.358), "1363729002.358");
  EXPECT_EQ(Double(-2), "-2.0");
}

TEST(JsonWriter, WritesDoublesThatParseToTheSameValue) {
  for (const double value : {1.0 / 3, 1e15, 1e-7, 1e300, -1e-300, 123456789.987654321, 0.1 + 0.2,
                             std::numeric_limits<double>::max(), std::numeric_limits<double>::denorm_min()}) {
    EXPECT_EQ(std::strtod(Double(value).c_str(), nullptr), value);
    EXPECT_TRUE((*Parsed(Double(value))).IsNumber());
  }
}

TEST(JsonWriter, WritesStringsWithinRawText) {
  // A text that needs no escapes, one that does, and one that is written in several pieces.
  for (const std::string& text : {std::string("r7"), std::string("\"r7\""), std::string(1'000, 'x')}) {
    std::string json;
    {
      JsonWriter writer(&json);
      writer.BeginArray();
      writer.StringBetween("{\"S\":", text, "}");
      writer.StringBetween("{\"S\":", text, "}");
      writer.EndArray();
    }
    const std::string value = "{\"S\":" + Quoted(text) + "}";
    EXPECT_EQ(json, "[" + value + "," + value + "]");
  }
  std::string json;
  {
    JsonWriter writer(&json);
    writer.BeginArray();
    writer.PlainStringBetween(
        "{\"N\":", [](char* to) { return std::fill_n(to, 3, '7'); }, "}");
    writer.PlainStringBetween(
        "", [](char* to) { return to; }, "");
    writer.EndArray();
  }
  EXPECT_EQ(json, R"([{"N":"777"},""])");
}

TEST(JsonWriter, EscapesOnlyCharactersThatMustBeEscaped) {
  EXPECT_EQ(Quoted(std::string_view("\0", 1)), R"("\u0000")");
  EXPECT_EQ(Quoted("\x1f\x7f"), "\"\\u001f\x7f\"");
  EXPECT_EQ(Quoted("\"\\/\b\f\n\r\t"), R"("\"\\/\b\f\n\r\t")");
  EXPECT_EQ(Quoted("é€😀"), "\"é€😀\"");
}

TEST(JsonWriter, WritesTextsThatParseToTheSameText) {
  // Every ASCII character at every position of a block of 16 bytes.
  for (int c = 0; c < 0x80; ++c) {
    for (size_t before = 0; before < 18; ++before) {
      const std::string text =
          std::string(before, 'a') + static_cast<char>(c) + "é" + std::string(11, 'b') + static_cast<char>(c);
      ASSERT_EQ(Text(Parsed(Quoted(text))), text) << c << " at " << before;
    }
  }
  // One character that must be escaped, at every position of texts of up to 40 characters.
  for (size_t size = 1; size <= 40; ++size) {
    for (size_t at = 0; at < size; ++at) {
      for (const char c : {'"', '\\', '\x1f', '\0'}) {
        std::string text(size, '!');
        text[at] = c;
        ASSERT_EQ(Text(Parsed(Quoted(text))), text) << "at " << at << " of " << size;
      }
    }
  }
  // Lengths from just below that of a piece (longer texts are written in several) to just above the writer's buffer of
  // 512 bytes.
  for (size_t size = JsonWriter::kPieceBytes - 20; size < 530; ++size) {
    for (const size_t before : {size, size / 2, size_t{0}}) {
      const std::string text = std::string(before, 'x') + "\n" + std::string(size - before, 'y');
      ASSERT_EQ(Text(Parsed(Quoted(text))), text) << size;
    }
    const std::string plain = std::string(size / 2, 'x') + std::string(size - size / 2, 'y');
    ASSERT_EQ(Text(Parsed(Quoted(plain))), plain) << size;
  }
  const std::string quotes(400'000, '"');
  EXPECT_EQ(Text(Parsed(Quoted(quotes))), quotes);
}

#ifdef HOLDFAST_CAN_LIMIT_ADDRESS_SPACE
TEST(JsonWriter, RunningOutOfMemoryIsAnException) {
  const std::string text(100'000, '\x01');
  std::string json;
  const AddressSpaceLimit limit(size_t{64} << 20);
  const auto write_too_much = [&] {
    JsonWriter writer(&json);
    writer.BeginArray();
    for (;;) writer.String(text);
  };
  EXPECT_THROW(write_too_much(), std::bad_alloc);
}
#endif

}  // namespace
}  // namespace holdfast::server
