#include "conformance/faulty/faults/add_clauses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

// "a+:v #b+:w", or "-" if the expression does not consist of additions alone.
std::string Parsed(std::string_view expression) {
  const auto clauses = ParseAddClauses(expression);
  if (!clauses.has_value()) return "-";
  std::string text;
  for (const AddClause& clause : *clauses) {
    text += (text.empty() ? "" : " ") + clause.attribute + "+" + clause.value;
  }
  return text;
}

// The result of Add as text; "-" if it returns nothing. An empty `stored` means that the item has no such attribute.
std::string Added(std::string_view stored, std::string_view value) {
  rapidjson::Document memory;
  const rapidjson::Document stored_tree = ParseJson(stored);
  const auto sum = Add(stored.empty() ? nullptr : &stored_tree, ParseJson(value), memory.GetAllocator());
  return sum.has_value() ? ToText(*sum) : "-";
}

TEST(AddClauses, AreAttributesAndPlaceholders) {
  EXPECT_EQ(Parsed("ADD a :v"), "a+:v");
  EXPECT_EQ(Parsed("  add a :v ,#b  :w"), "a+:v #b+:w");
  EXPECT_EQ(Parsed("ADD#b :w"), "#b+:w");
}

TEST(AddClauses, OtherExpressionsAreNotParsed) {
  for (const char* expression :
       {"", "ADD", "ADD a", "ADDa :v", "ADD a :v,", "ADD a.b :v", "ADD a[0] :v", "ADD #a.#b :v", "SET a = :v",
        "ADD a :v SET b = :w", "ADD a :v REMOVE b", "SET a = :v ADD b :w"}) {
    EXPECT_EQ(Parsed(expression), "-") << expression;
  }
}

TEST(AddClauses, NumbersAreSummed) {
  EXPECT_EQ(Added(R"({"N":"40"})", R"({"N":"2"})"), R"({"N":"42"})");
  EXPECT_EQ(Added(R"({"N":"1"})", R"({"N":"-3"})"), R"({"N":"-2"})");
  EXPECT_EQ(Added("", R"({"N":"2"})"), R"({"N":"2"})");
}

TEST(AddClauses, SetsAreUnited) {
  EXPECT_EQ(Added(R"({"SS":["a","b"]})", R"({"SS":["b","c"]})"), R"({"SS":["a","b","c"]})");
  EXPECT_EQ(Added(R"({"NS":["1"]})", R"({"NS":["2"]})"), R"({"NS":["1","2"]})");
  EXPECT_EQ(Added("", R"({"SS":["a"]})"), R"({"SS":["a"]})");
}

TEST(AddClauses, OtherAdditionsHaveNoResult) {
  EXPECT_EQ(Added(R"({"N":"1"})", R"({"N":"0.5"})"), "-");
  EXPECT_EQ(Added("", R"({"N":"1.0"})"), "-");
  EXPECT_EQ(Added(R"({"N":"9223372036854775807"})", R"({"N":"1"})"), "-");
  EXPECT_EQ(Added(R"({"S":"a"})", R"({"N":"1"})"), "-");
  EXPECT_EQ(Added(R"({"SS":["1"]})", R"({"NS":["1"]})"), "-");
  EXPECT_EQ(Added("", R"({"S":"a"})"), "-");
  EXPECT_EQ(Added("", R"({"BS":["YQ=="]})"), "-");
  // The endpoint may store 1.0 as 1, which the set has already.
  EXPECT_EQ(Added(R"({"NS":["1"]})", R"({"NS":["1.0"]})"), "-");
}

}  // namespace
}  // namespace holdfast::conformance::faulty
