#include "server/json/json_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

enum class Color { kRed };

}  // namespace
}  // namespace holdfast::server

namespace holdfast {
template <>
struct EnumNames<server::Color> {
  static constexpr EnumName<server::Color> kNames[] = {{server::Color::kRed, "RED"}};
};
}  // namespace holdfast

namespace holdfast::server {
namespace {

struct Inner {
  std::optional<std::string> name;
};

struct Fields {
  std::optional<std::string> text;
  std::optional<bool> flag;
  bool flag_on_by_default = true;
  std::optional<int32_t> number;
  std::optional<int64_t> big;
  EnumField<Color> color;
  std::optional<std::vector<std::string>> list;
  std::optional<std::vector<std::pair<std::string, std::string>>> map;
  std::optional<Inner> inner;
  std::optional<std::vector<Inner>> inners;
  std::optional<std::vector<std::pair<std::string, Inner>>> named;
};

void ReadInner(StructureReader& reader, Inner& inner) { reader.String("Name", &inner.name); }

Decoded<Fields> Decode(std::string_view json) {
  const Parsed parsed(json);
  return DecodeStructure<Fields>(parsed, [](StructureReader& reader, Fields& fields) {
    reader.String("Text", &fields.text);
    reader.Boolean("Flag", &fields.flag);
    reader.Boolean("SetFlag", &fields.flag_on_by_default);
    reader.Integer("Number", &fields.number);
    reader.Long("Big", &fields.big);
    reader.Enum("Color", &fields.color);
    reader.StringList("List", &fields.list);
    reader.StringMap("Map", &fields.map);
    reader.Structure("Inner", "Inner", &fields.inner, ReadInner);
    reader.StructureList("Inners", "Inner", &fields.inners, ReadInner);
    reader.StructureMap("Named", "Inner", &fields.named, ReadInner);
  });
}

TEST(JsonReader, KeepsTheDefaultsOfAbsentAndNullFields) {
  for (const std::string_view json :
       {R"({})", R"({"Text":null,"Flag":null,"SetFlag":null,"Number":null,"Big":null,"Color":null,"List":null,)"
                 R"("Map":null,"Inner":null,"Inners":null,"Named":null,"Unknown":[{"a":1}],"text":"b"})"}) {
    const Decoded<Fields> fields = Decode(json);
    ASSERT_TRUE(fields.ok());
    EXPECT_FALSE(fields->text || fields->flag || fields->number || fields->big || fields->list || fields->map ||
                 fields->inner || fields->inners || fields->named);
    EXPECT_TRUE(fields->flag_on_by_default);
    EXPECT_FALSE(fields->color.present());
  }
}

TEST(JsonReader, ReadsEachType) {
  const Decoded<Fields> fields = Decode(
      R"({"Text":"","Flag":false,"SetFlag":false,"Number":-7,"Big":9223372036854775807,"Color":"RED","List":["b","a","b"],)"
      R"("Map":{"#b":"b","#a":""},"Inner":{"Name":"z"},"Inners":[{"Name":"x"},{}],"Named":{"n":{"Name":"y"}}})");
  ASSERT_TRUE(fields.ok());
  EXPECT_EQ(fields->text, "");
  EXPECT_EQ(fields->flag, false);
  EXPECT_FALSE(fields->flag_on_by_default);
  EXPECT_EQ(fields->number, -7);
  EXPECT_EQ(fields->big, INT64_MAX);
  EXPECT_TRUE(fields->color.is(Color::kRed));
  EXPECT_EQ(*fields->list, (std::vector<std::string>{"b", "a", "b"}));
  EXPECT_EQ(*fields->map, (std::vector<std::pair<std::string, std::string>>{{"#b", "b"}, {"#a", ""}}));
  ASSERT_TRUE(fields->inner);
  EXPECT_EQ(fields->inner->name, "z");
  ASSERT_EQ(fields->inners->size(), 2u);
  EXPECT_EQ((*fields->inners)[0].name, "x");
  EXPECT_FALSE((*fields->inners)[1].name);
  ASSERT_EQ(fields->named->size(), 1u);
  EXPECT_EQ((*fields->named)[0].second.name, "y");
}

TEST(JsonReader, KeepsAnUnknownNameOfAnEnum) {
  const Decoded<Fields> fields = Decode(R"({"Color":"red"})");
  ASSERT_TRUE(fields.ok());
  EXPECT_FALSE(fields->color.valid());
  EXPECT_EQ(fields->color.text(), "red");
}

TEST(JsonReader, TakesTheLaterOfTwoMembersWithOneName) {
  const Decoded<Fields> fields =
      Decode(R"({"Text":1,"Text":"b","Number":1,"Number":null,"Map":{"#a":"1","#b":"2","#a":"3"}})");
  ASSERT_TRUE(fields.ok());
  EXPECT_EQ(fields->text, "b");
  EXPECT_FALSE(fields->number);
  EXPECT_EQ(*fields->map, (std::vector<std::pair<std::string, std::string>>{{"#a", "3"}, {"#b", "2"}}));
}

TEST(JsonReader, TakesTheLaterOfManyEntries) {
  std::string json = R"({"Map":{)";
  for (int i = 0; i < 100'000; ++i) {
    if (i > 0) json += ',';
    json += "\"#" + std::to_string(i % 50'000) + "\":\"" + std::to_string(i) + "\"";
  }
  const Decoded<Fields> fields = Decode(json + "}}");
  ASSERT_TRUE(fields.ok());
  ASSERT_EQ(fields->map->size(), 50'000u);
  EXPECT_EQ((*fields->map)[7], (std::pair<std::string, std::string>{"#7", "50007"}));
}

TEST(JsonReader, ConvertsTheBooleanTextsOfDynamoDB) {
  for (const std::string word : {"true", "TRUE", "True", "1", "yes", "yEs"}) {
    EXPECT_EQ(Decode(R"({"Flag":")" + word + "\"}")->flag, true) << word;
  }
  for (const std::string word : {"false", "FALSE", "0", "no", "NO"}) {
    EXPECT_EQ(Decode(R"({"Flag":")" + word + "\"}")->flag, false) << word;
  }
  for (const std::string word : {"", "t", "on", "2", "yess", " true", "truE\\u0000"}) {
    EXPECT_EQ(Message(Decode(R"({"Flag":")" + word + "\"}")), "Unexpected token received from parser") << word;
  }
}

TEST(JsonReader, FloorsFractions) {
  EXPECT_EQ(Decode(R"({"Number":1.9})")->number, 1);
  EXPECT_EQ(Decode(R"({"Number":-1.1})")->number, -2);
  EXPECT_EQ(Decode(R"({"Number":1e3})")->number, 1000);
  EXPECT_EQ(Decode(R"({"Big":2.5})")->big, 2);
}

TEST(JsonReader, RefusesNumbersThatDoNotFit) {
  EXPECT_EQ(Decode(R"({"Number":2147483647})")->number, INT32_MAX);
  EXPECT_EQ(Decode(R"({"Number":-2147483648})")->number, INT32_MIN);
  EXPECT_EQ(Decode(R"({"Big":-9223372036854775808})")->big, INT64_MIN);
  for (const std::string json :
       {R"({"Number":2147483648})", R"({"Number":-2147483649})", R"({"Number":1e10})", R"({"Number":-1e300})",
        R"({"Big":9223372036854775808})", R"({"Big":1e19})", R"({"Big":100000000000000000000000})"}) {
    EXPECT_EQ(Message(Decode(json)), "<none>") << json;
  }
}

TEST(JsonReader, ErrorsNameTheIntegerType) {
  EXPECT_EQ(Message(Decode(R"({"Number":"5"})")), "STRING_VALUE cannot be converted to Integer");
  EXPECT_EQ(Message(Decode(R"({"Big":"5"})")), "STRING_VALUE cannot be converted to Long");
  EXPECT_EQ(Message(Decode(R"({"Big":false})")), "FALSE_VALUE cannot be converted to Long");
  EXPECT_EQ(Message(Decode(R"({"Big":[]})")), "Unrecognized collection type class java.lang.Long");
}

TEST(JsonReader, ReportsTheFirstMismatchInTheOrderOfTheDecodersCalls) {
  EXPECT_EQ(Message(Decode(R"({"Inner":{"Name":1},"Big":true,"Number":false})")),
            "FALSE_VALUE cannot be converted to Integer");
  EXPECT_EQ(Message(Decode(R"({"Named":3,"Inner":{"Name":1}})")), "NUMBER_VALUE cannot be converted to String");
}

TEST(JsonReader, KeepsNoMoreElementsThanTheMaximumOfAList) {
  std::string json = R"({"Inners":[{})";
  for (int i = 0; i < 20'000; ++i) json += ",{}";
  EXPECT_EQ(Decode(json + "]}")->inners->size(), kListElementsMax);
}

}  // namespace
}  // namespace holdfast::server
