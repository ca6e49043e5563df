#include "conformance/cases/steps/same_json.h"

#include <gtest/gtest.h>

namespace holdfast::conformance {
namespace {

bool Same(std::string_view one, std::string_view other) { return SameJson(ParseJson(one), ParseJson(other)); }

TEST(SameJson, MembersOfObjectsAreUnordered) {
  EXPECT_TRUE(Same(R"({"a":1,"b":{"c":true,"d":null}})", R"({"b":{"d":null,"c":true},"a":1})"));
  EXPECT_FALSE(Same(R"({"a":1})", R"({"a":2})"));
  EXPECT_FALSE(Same(R"({"a":1})", R"({"a":1,"b":1})"));
  EXPECT_FALSE(Same(R"({"a":1,"b":1})", R"({"a":1})"));
  EXPECT_FALSE(Same(R"({"a":1})", R"({"b":1})"));
  EXPECT_FALSE(Same(R"({"a":1,"a":1})", R"({"a":1,"b":1})"));
}

TEST(SameJson, ElementsOfArraysAreOrdered) {
  EXPECT_TRUE(Same("[1,2]", "[1,2]"));
  EXPECT_FALSE(Same("[1,2]", "[2,1]"));
  EXPECT_FALSE(Same("[1,2]", "[1,2,2]"));
  EXPECT_FALSE(Same(R"({"L":[{"S":"a"},{"S":"b"}]})", R"({"L":[{"S":"b"},{"S":"a"}]})"));
}

TEST(SameJson, ElementsOfSetsAreUnordered) {
  EXPECT_TRUE(Same(R"({"x":{"SS":["a","b"]}})", R"({"x":{"SS":["b","a"]}})"));
  EXPECT_TRUE(Same(R"([{"NS":["1","2"]}])", R"([{"NS":["2","1"]}])"));
  EXPECT_TRUE(Same(R"({"BS":["AA==","AQ=="]})", R"({"BS":["AQ==","AA=="]})"));
  EXPECT_FALSE(Same(R"({"SS":["a","b"]})", R"({"SS":["a"]})"));
  EXPECT_FALSE(Same(R"({"SS":["a","a"]})", R"({"SS":["a","b"]})"));
}

TEST(SameJson, ValuesOfDifferentTypesDiffer) {
  EXPECT_FALSE(Same(R"({"N":"1"})", R"({"N":1})"));
  EXPECT_FALSE(Same("[]", "{}"));
  EXPECT_FALSE(Same("null", "{}"));
}

}  // namespace
}  // namespace holdfast::conformance
