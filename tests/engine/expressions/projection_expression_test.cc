// Which parts of an item a projection keeps.
#include "engine/expressions/projection_expression.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::testing {
namespace {

const AttributeMap& TheItem() {
  static const AttributeMap item = {
      {"pk", S("k")},
      {"l", L({S("x"), S("y"), S("z")})},
      {"maps", L({M({{"a", N("1")}, {"b", N("2")}, {"c", N("3")}}), N("7"), M({{"a", N("4")}})})},
      {"m", M({{"x", N("1")}, {"y", M({{"z", L({L({N("9"), N("8")})})}, {"w", Null()}})}})},
      {"m.x", S("dotted")},
      {"s", Ss({"a"})},
  };
  return item;
}

std::string Projected(std::string_view text, const AttributeMap& item = TheItem()) {
  const ExpressionAttributeNames names = {{"#dotted", "m.x"}, {"#p", "pk"}};
  Placeholders placeholders(&names, nullptr);
  const auto projection = ProjectionExpression::Parse(text, &placeholders);
  EXPECT_TRUE(projection.ok()) << text << ": " << MessageOf(projection);
  if (!projection.ok()) return {};
  const AttributeMap result = projection->Apply(item);
  EXPECT_EQ(result, Repacked(result)) << text;
  return Text(result);
}

TEST(Projection, KeepsTheValuesOfItsPaths) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"s, #p", R"({pk: "k", s: SS<a>})"},
      {"nope", "{}"},
      {"nope, s, zz", "{s: SS<a>}"},
      {"l[2], l[0]", R"({l: ["x", "z"]})"},
      {"l[3]", "{}"},
      {"l[3], l[1]", R"({l: ["y"]})"},
      {"maps[0].b, maps[0].a", "{maps: [{a: 1, b: 2}]}"},
      {"maps[2].a, maps[0].c, maps[1].a", "{maps: [{c: 3}, {a: 4}]}"},
      {"m.x, m.y.w", "{m: {x: 1, y: {w: null}}}"},
      {"m.y.z[0][1]", "{m: {y: {z: [[8]]}}}"},
      {"m.y.z[0][2], m.y.nope, m.nope.x", "{}"},
      {"#dotted", R"({m.x: "dotted"})"},
      {"m[0], l.x, s[0], pk.x", "{}"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(Projected(text), expected) << text;
  EXPECT_EQ(Projected("a.b", AttributeMap()), "{}");
}

TEST(Projection, AttributeNamesAreLiteralAndMayRepeat) {
  const auto projection = ProjectionExpression::FromAttributeNames({"s", "m.x", "pk", "s", "nope"});
  EXPECT_EQ(Text(projection.Apply(TheItem())), R"({m.x: "dotted", pk: "k", s: SS<a>})");
  EXPECT_EQ(Text(ProjectionExpression::FromAttributeNames({}).Apply(TheItem())), "{}");
}

TEST(Projection, TheShorterOfTwoOverlappingPathsWins) {
  DocumentPath whole{{PathElement::Name("m")}};
  DocumentPath part{{PathElement::Name("m"), PathElement::Name("x")}};
  DocumentPath index{{PathElement::Name("m"), PathElement::Index(0)}};
  EXPECT_EQ(Text(ProjectPaths(TheItem(), {part, whole, index})), "{m: {x: 1, y: {w: null, z: [[9, 8]]}}}");
  EXPECT_EQ(Text(ProjectPaths(TheItem(), {index, part})), "{m: {x: 1}}");
}

TEST(Projection, ReturnsPathsInTextOrder) {
  Placeholders placeholders(nullptr, nullptr);
  const auto projection = ProjectionExpression::Parse("z, a.b[1], m", &placeholders);
  ASSERT_TRUE(projection.ok());
  std::vector<std::string> paths;
  for (const DocumentPath& path : projection->paths()) paths.push_back(path.ToText());
  EXPECT_EQ(paths, (std::vector<std::string>{"[z]", "[a, b, [1]]", "[m]"}));
}

}  // namespace
}  // namespace holdfast::testing
