#include "server/json/members/attribute_value_json.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/base/limits.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

using Kind = ValueProblem::Kind;

std::string DecodedAndEncoded(std::string_view json) {
  const Parsed parsed(json);
  const Decoded<AttributeMap> map = DecodeAttributeMap(parsed);
  if (!map.ok()) return "wire error: " + Message(map);
  if (map->problem() != nullptr) return "problem: " + Describe(*map->problem(), Wording::kCurrent);
  std::string text;
  AppendAttributeMapJson(*map, &text);
  return text;
}

std::optional<Kind> DecodeProblem(std::string_view item) {
  const Parsed parsed(item);
  const Decoded<AttributeMap> map = DecodeAttributeMap(parsed);
  EXPECT_TRUE(map.ok()) << item << ": " << Message(map);
  if (!map.ok() || map->problem() == nullptr) return std::nullopt;
  return map->problem()->kind;
}

TEST(AttributeValueJson, IsEncodedAsItWasSent) {
  for (const std::string_view json : {
           R"({})",
           R"({"a":{"S":""}})",
           R"({"a":{"S":"\u0000\"\\\n é 😀"}})",
           R"({"a":{"N":"-12.5"}})",
           R"({"a":{"N":"12345678901234567890123456789012345678"}})",
           R"({"a":{"B":""}})",
           R"({"a":{"B":"AP8Q"}})",
           R"({"a":{"BOOL":true},"b":{"BOOL":false},"c":{"NULL":true}})",
           R"({"a":{"SS":["","a","b"]},"b":{"NS":["-1","0","2.5"]},"c":{"BS":["","AA==","/w=="]}})",
           R"({"a":{"L":[]},"b":{"M":{}}})",
           R"({"a":{"L":[{"S":"x"},{"L":[{"N":"1"}]},{"M":{"k":{"SS":["z"]}}}]}})",
           R"({"\"":{"M":{"\n":{"S":"1"},"é":{"S":"2"}}}})",
       }) {
    EXPECT_EQ(DecodedAndEncoded(json), json);
  }
}

TEST(AttributeValueJson, IsEncodedInCanonicalForm) {
  EXPECT_EQ(DecodedAndEncoded(R"({"b":{"S":"2"},"a":{"N":"1.0E+2"}})"), R"({"a":{"N":"100"},"b":{"S":"2"}})");
  EXPECT_EQ(DecodedAndEncoded(R"({"a":{"SS":["b","a"]},"n":{"NS":["10","9"]}})"),
            R"({"a":{"SS":["a","b"]},"n":{"NS":["9","10"]}})");
  EXPECT_EQ(DecodedAndEncoded(R"({"a":{"BOOL":"yes"},"b":{"BOOL":"0"},"c":{"NULL":"TRUE"}})"),
            R"({"a":{"BOOL":true},"b":{"BOOL":false},"c":{"NULL":true}})");
}

TEST(AttributeValueJson, TakesTheLaterOfTwoEntriesWithOneName) {
  EXPECT_EQ(DecodedAndEncoded(R"({"a":{"S":"1"},"b":{"S":"2"},"a":{"S":"3"}})"), R"({"a":{"S":"3"},"b":{"S":"2"}})");
  EXPECT_EQ(DecodedAndEncoded(R"({"a":{"S":"1","S":"2"}})"), R"({"a":{"S":"2"}})");
  EXPECT_EQ(DecodedAndEncoded(R"({"a":{"S":"1","S":null,"N":"4"}})"), R"({"a":{"N":"4"}})");
}

TEST(AttributeValueJson, IgnoresMembersThatAreNull) {
  EXPECT_EQ(DecodedAndEncoded(R"({"a":{"S":"1","N":null,"M":null,"X":{"Y":1}}})"), R"({"a":{"S":"1"}})");
}

struct ProblemCase {
  std::string_view value;
  std::optional<Kind> problem;
};

const ProblemCase kProblems[] = {
    {R"({"S":"a"})", std::nullopt},
    {R"({})", Kind::kNoType},
    {R"({"a":""})", Kind::kNoType},
    {R"({"S":null})", Kind::kNoType},
    {R"({"s":"x"})", Kind::kNoType},
    {R"(null)", Kind::kNoType},
    {R"({"L":[{}]})", Kind::kNoType},
    {R"({"L":[null]})", Kind::kNoType},
    {R"({"M":{"x":null}})", Kind::kNoType},
    {R"({"S":"a","N":"1"})", Kind::kSeveralTypes},
    {R"({"BOOL":true,"NULL":true})", Kind::kSeveralTypes},
    {R"({"L":[{"M":{},"L":[]}]})", Kind::kSeveralTypes},
    {R"({"NULL":false})", Kind::kNullNotTrue},
    {R"({"NULL":"no"})", Kind::kNullNotTrue},
    {R"({"SS":[]})", Kind::kEmptyStringSet},
    {R"({"NS":[]})", Kind::kEmptyNumberSet},
    {R"({"BS":[]})", Kind::kEmptyBinarySet},
    {R"({"SS":["a","a"]})", Kind::kDuplicateStrings},
    {R"({"NS":["1","1.0"]})", Kind::kDuplicateNumbers},
    {R"({"BS":["AA==","AA=="]})", Kind::kDuplicateBinaries},
    {R"({"N":""})", Kind::kNumberMalformed},
    {R"({"N":" 1"})", Kind::kNumberMalformed},
    {R"({"N":"1e126"})", Kind::kNumberOverflow},
    {R"({"N":"1e-131"})", Kind::kNumberUnderflow},
    {R"({"N":"123456789012345678901234567890123456789"})", Kind::kNumberTooManyDigits},
    {R"({"NS":["1","x"]})", Kind::kNumberMalformed},
    {R"({"M":{"":{"S":"a"}}})", Kind::kEmptyAttributeName},
    // Values with several problems: expects the one that DynamoDB checks first.
    {R"({"S":"a","N":"b"})", Kind::kNumberMalformed},
    {R"({"NULL":false,"N":"b"})", Kind::kNumberMalformed},
    {R"({"SS":[],"NULL":false})", Kind::kNullNotTrue},
    {R"({"NS":["x"],"SS":[]})", Kind::kEmptyStringSet},
    {R"({"NS":["x"],"BS":[]})", Kind::kEmptyBinarySet},
    {R"({"SS":["a","a"],"NS":["x"]})", Kind::kNumberMalformed},
    {R"({"M":{"x":{}},"SS":["a","a"]})", Kind::kDuplicateStrings},
    {R"({"M":{"x":{}},"S":"a"})", Kind::kNoType},
    // Lists of several values with a problem: expects the problem of the first value.
    {R"({"L":[{"N":"x"},{}]})", Kind::kNumberMalformed},
    {R"({"L":[{"SS":[]},{"N":"x"}]})", Kind::kEmptyStringSet},
};

TEST(AttributeValueJson, NotesTheProblemOfAValue) {
  for (const ProblemCase& c : kProblems) {
    EXPECT_EQ(DecodeProblem(R"({"a":)" + std::string(c.value) + "}"), c.problem) << c.value;
  }
}

TEST(AttributeValueJson, NotesAnEmptyAttributeNameBeforeValuesOnlyAtTheTopLevel) {
  EXPECT_EQ(DecodeProblem(R"({"a":{"N":"x"},"":{"S":"b"}})"), Kind::kEmptyAttributeName);
  EXPECT_EQ(DecodeProblem(R"({"a":{"M":{"b":{"N":"x"},"":{"S":"c"}}}})"), Kind::kNumberMalformed);
}

TEST(AttributeValueJson, ReportsTypeMismatchesBeforeProblems) {
  EXPECT_EQ(DecodedAndEncoded(R"({"a":{"N":"x"},"b":{"SS":[]},"c":{"S":1}})"),
            "wire error: NUMBER_VALUE cannot be converted to String");
  EXPECT_EQ(DecodedAndEncoded(R"({"a":{"S":"x","L":[{"BOOL":3}]}})"),
            "wire error: NUMBER_VALUE cannot be converted to Boolean");
}

std::string NestedLists(int levels) {
  std::string json = R"({"S":"leaf"})";
  for (int i = 1; i < levels; ++i) json = R"({"L":[)" + json + "]}";
  return R"({"a":)" + json + "}";
}

TEST(AttributeValueJson, AllowsThirtyTwoLevels) {
  EXPECT_EQ(DecodeProblem(NestedLists(limits::kNestingLevelsMax)), std::nullopt);
  EXPECT_EQ(DecodeProblem(NestedLists(limits::kNestingLevelsMax + 1)), Kind::kTooDeep);
  EXPECT_EQ(DecodedAndEncoded(NestedLists(limits::kNestingLevelsMax)), NestedLists(limits::kNestingLevelsMax));
}

TEST(AttributeValueJson, DecodesTheDeepestNestingThatTheParserAllows) {
  EXPECT_EQ(DecodeProblem(NestedLists(kJsonNestingMax / 2)), Kind::kTooDeep);
  std::string several = R"({"S":"a"})";
  for (int i = 0; i < kJsonNestingMax / 2 - 2; ++i) several = R"({"S":"a","L":[)" + several + "]}";
  EXPECT_TRUE(DecodeProblem(R"({"a":)" + several + "}").has_value());
}

TEST(AttributeValueJson, HandlesFourHundredKilobytes) {
  const std::string text(400'000, 'x');
  const std::string json = R"({"a":{"S":")" + text + R"("},"b":{"S":"😀"}})";
  EXPECT_EQ(DecodedAndEncoded(json), json);
  std::string set = R"({"a":{"NS":["100000")";
  for (int i = 100'001; i < 140'000; ++i) set += ",\"" + std::to_string(i) + "\"";
  set += "]}}";
  EXPECT_EQ(DecodedAndEncoded(set), set);
}

TEST(AttributeValueJson, DecodesAValueByItself) {
  const Parsed parsed(R"({"L":[{"BOOL":true}]})");
  const Decoded<AttributeValue> value = DecodeAttributeValue(parsed);
  ASSERT_TRUE(value.ok());
  std::string json;
  AppendAttributeValueJson(value->view(), &json);
  EXPECT_EQ(json, R"({"L":[{"BOOL":true}]})");
}

}  // namespace
}  // namespace holdfast::server
