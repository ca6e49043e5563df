#include "server/json/json_document.h"

#include <gtest/gtest.h>

#include <new>
#include <string>
#include <string_view>

#include "server/json/json_reader.h"
#include "tests/server/json/parsed.h"
#include "tests/support/address_space_limit.h"

namespace holdfast::server {
namespace {

using namespace std::string_view_literals;

bool Parses(std::string body) {
  JsonDocument document;
  const Decoded<const rapidjson::Value*> parsed = document.Parse(&body);
  // The error of a text that is not JSON has no Message.
  if (!parsed.ok()) {
    EXPECT_FALSE(parsed.error().message.has_value()) << body;
  }
  return parsed.ok();
}

std::string Nested(int levels) {
  return std::string(static_cast<size_t>(levels), '[') + std::string(static_cast<size_t>(levels), ']');
}

TEST(JsonDocument, AcceptsAnyJsonValue) {
  for (const std::string_view body : {"{}", " \t\r\n{ } \n", "[]", "null", "true", "1", "-0.5e3", "\"a\"",
                                      R"({"a":{"b":[1,2.5,"c",null,false]},"a":{}})"}) {
    EXPECT_TRUE(Parses(std::string(body))) << body;
  }
}

TEST(JsonDocument, RefusesInvalidJson) {
  for (const std::string_view body : {""sv,
                                      " "sv,
                                      "{"sv,
                                      "}"sv,
                                      "{}}"sv,
                                      "{} {}"sv,
                                      "{}x"sv,
                                      "{'a':1}"sv,
                                      "{a:1}"sv,
                                      "{\"a\":1,}"sv,
                                      "[1,]"sv,
                                      "[1 2]"sv,
                                      "{\"a\"}"sv,
                                      "tru"sv,
                                      "nul"sv,
                                      "NaN"sv,
                                      "Infinity"sv,
                                      "01"sv,
                                      "1."sv,
                                      ".5"sv,
                                      "+1"sv,
                                      "-"sv,
                                      "1e999"sv,
                                      "\"a"sv,
                                      "\"\\x\""sv,
                                      "\"\\u12g4\""sv,
                                      "\"\\u12\""sv,
                                      "\"tab\t\""sv,
                                      "\"line\n\""sv,
                                      "/**/{}"sv,
                                      "{}//"sv,
                                      "\xEF\xBB\xBF{}"sv,
                                      "{}\0"sv,
                                      "{}\0{}"sv,
                                      "\"a\0b\""sv,
                                      "\0"sv,
                                      "{\"a\":\x01}"sv,
                                      "\"\x1A\""sv,
                                      "\"0123456789abcdef\x1F 0123456789abcdef\""sv}) {
    EXPECT_FALSE(Parses(std::string(body))) << testing::PrintToString(body);
  }
}

TEST(JsonDocument, RefusesInvalidUnicode) {
  for (const std::string_view body :
       {"\"\xFF\"", "\"\xC3\"", "\"\xED\xA0\x80\"", R"("\ud83d")", R"("\ud83dx")", R"("\ud83d\u0041")",
        R"("\ud83d\ud83d")", R"("\ude00")", R"("\ude00\ud83d")", R"({"\uDC00":1})", R"({"a":["\udfff"]})"}) {
    EXPECT_FALSE(Parses(std::string(body))) << body;
  }
}

TEST(JsonDocument, ReadsEscapesInPlace) {
  const Parsed text(R"("\ud83d\ude00 \u0000 \\udc00 \"\/\b\f\n\r\t é")");
  EXPECT_EQ(Text(text), "\xF0\x9F\x98\x80 \0 \\udc00 \"/\b\f\n\r\t \xC3\xA9"sv);
}

TEST(JsonDocument, UnescapingAStringLeavesTheNextOnesUnchanged) {
  const std::string run(100, 'x');
  const Parsed text("[\"\\n" + run + "\",\"" + run + "\\\"" + run + "\",\"" + run + "\"]");
  const rapidjson::Value& list = text;
  EXPECT_EQ(Text(list[0]), "\n" + run);
  EXPECT_EQ(Text(list[1]), run + "\"" + run);
  EXPECT_EQ(Text(list[2]), run);
}

TEST(JsonDocument, BoundsNesting) {
  EXPECT_TRUE(Parses(Nested(kJsonNestingMax)));
  EXPECT_FALSE(Parses(Nested(kJsonNestingMax + 1)));
  EXPECT_TRUE(Parses("[" + Nested(kJsonNestingMax - 1) + "," + Nested(kJsonNestingMax - 1) + "]"));
}

TEST(JsonDocument, RefusesSixteenMegabytesOfOpeningBrackets) {
  EXPECT_FALSE(Parses(std::string(16 << 20, '[')));
  std::string objects;
  while (objects.size() < (16 << 20)) objects += "{\"a\":";
  EXPECT_FALSE(Parses(objects));
}

#ifdef HOLDFAST_CAN_LIMIT_ADDRESS_SPACE
TEST(JsonDocument, ThrowsWhenOutOfMemoryAndParsesAgain) {
  // The tree of these numbers has 80 MB.
  std::string numbers = "[0";
  for (int i = 0; i < 5'000'000; ++i) numbers += ",0";
  numbers += "]";
  numbers.reserve(numbers.size() + 64);
  JsonDocument document;
  {
    const AddressSpaceLimit limit(size_t{20} << 20);
    EXPECT_THROW(static_cast<void>(document.Parse(&numbers)), std::bad_alloc);
  }
  document.Clear();
  std::string small = R"({"a":[1]})";
  const auto parsed = document.Parse(&small);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ((*parsed.value())["a"][0].GetInt(), 1);
}
#endif

TEST(JsonDocument, ParsesAgainAfterLargeAndBrokenBodies) {
  JsonDocument document;
  std::string many = "[0";
  for (int i = 1; i < 200'000; ++i) many += "," + std::to_string(i);
  many += "]";
  for (int round = 0; round < 3; ++round) {
    std::string large = many;
    Decoded<const rapidjson::Value*> parsed = document.Parse(&large);
    ASSERT_TRUE(parsed.ok());
    ASSERT_EQ(parsed.value()->Size(), 200'000u);
    EXPECT_EQ((*parsed.value())[199'999].GetInt(), 199'999);

    std::string broken = R"({"a":[{"b":)";
    EXPECT_FALSE(document.Parse(&broken).ok());

    std::string small = R"({"a":"b"})";
    parsed = document.Parse(&small);
    ASSERT_TRUE(parsed.ok());
    EXPECT_EQ(Text((*parsed.value())["a"]), "b");
    document.Clear();
  }
}

}  // namespace
}  // namespace holdfast::server
