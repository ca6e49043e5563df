// Applies update expressions to items.
#include "engine/expressions/update_expression.h"

#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "tests/engine/expressions/expression_builders.h"
#include "tests/support/address_space_limit.h"

namespace holdfast::testing {
namespace {

UpdateExpression NoUpdate() {
  return UpdateExpression(BoundExpression(std::make_shared<ExpressionShape>()), UpdateDialect::kExpression);
}

const ExpressionAttributeValues& TheValues() {
  static const ExpressionAttributeValues values = {
      {":one", N("1")},        {":v", S("v")},          {":w", S("w")},
      {":l", L({S("z")})},     {":e", L({})},           {":m", M({{"k", N("1")}})},
      {":ss", Ss({"b", "x"})}, {":ns", Ns({"2", "5"})}, {":bs", Bs({"x"})},
      {":max", N("9e125")},    {":nothing", Null()},    {":abc", Ss({"a", "b", "c"})},
  };
  return values;
}

const ExpressionAttributeNames& TheNames() {
  static const ExpressionAttributeNames names = {{"#dotted", "a.b"}, {"#n", "name"}};
  return names;
}

UpdateExpression Parsed(std::string_view text, const ExpressionAttributeValues& values = TheValues()) {
  Placeholders placeholders(&TheNames(), &values);
  auto update = UpdateExpression::Parse(text, &placeholders);
  EXPECT_TRUE(update.ok()) << text << ": " << MessageOf(update);
  return update.ok() ? std::move(update).value() : NoUpdate();
}

// The item after the update, the error of the update, or `(no item)`.
std::string Applied(std::string_view text, const AttributeMap& before, bool exists = true,
                    const ExpressionAttributeValues& values = TheValues()) {
  const AttributeMap key = {{"pk", S("k")}};
  const UpdateExpression update = Parsed(text, values);
  const auto after = update.Apply(before, exists, key);
  if (!after.ok()) return after.error().message;
  if (!after->has_value()) return "(no item)";
  EXPECT_EQ(**after, Repacked((*after)->view())) << text;
  return Text(**after);
}

constexpr char kInvalidPath[] = "The document path provided in the update expression is invalid for update";
constexpr char kMissing[] = "The provided expression refers to an attribute that does not exist in the item";
constexpr char kWrongType[] = "An operand in the update expression has an incorrect data type";

struct Case {
  std::string text;
  AttributeMap before;
  std::string after;
};

void ExpectAll(const std::vector<Case>& cases) {
  for (const Case& c : cases) EXPECT_EQ(Applied(c.text, c.before), c.after) << c.text;
}

AttributeValue Numbers(std::initializer_list<int> numbers) {
  std::vector<AttributeValue> elements;
  for (const int n : numbers) elements.push_back(AttributeValue::Number(n));
  return L(elements);
}

TEST(Update, SetsTopLevelAttributes) {
  ExpectAll({
      {"SET b = :v", {}, R"({b: "v"})"},
      {"SET b = :v", {{"a", N("1")}, {"b", M({})}, {"c", Null()}}, R"({a: 1, b: "v", c: null})"},
      {"SET c = :v, a = :w", {{"b", N("1")}}, R"({a: "w", b: 1, c: "v"})"},
      {"SET a = b, b = a", {{"a", N("1")}, {"b", N("2")}}, "{a: 2, b: 1}"},
      {"SET #dotted = :v", {{"a", M({{"b", N("1")}})}}, R"({a: {b: 1}, a.b: "v"})"},
      {"SET a = b", {}, kMissing},
      {"SET a = b.c[1]", {{"b", M({{"c", Numbers({4, 5})}})}}, "{a: 5, b: {c: [4, 5]}}"},
      {"SET a = b.c[2]", {{"b", M({{"c", Numbers({4, 5})}})}}, kMissing},
  });
}

TEST(Update, SetsInsideDocuments) {
  const AttributeMap item = {
      {"l", Numbers({2, 3, 4, 5, 6, 7})}, {"m", M({{"b", N("1")}, {"d", M({{"x", L({M({})})}})}})}, {"z", S("end")}};
  ExpectAll({
      {"SET m.c = :v", item, R"({l: [2, 3, 4, 5, 6, 7], m: {b: 1, c: "v", d: {x: [{}]}}, z: "end"})"},
      {"SET m.b = :v, m.d.x[0].q = :w", item, R"({l: [2, 3, 4, 5, 6, 7], m: {b: "v", d: {x: [{q: "w"}]}}, z: "end"})"},
      {"SET l[0] = :v, l[5] = :w", item, R"({l: ["v", 3, 4, 5, 6, "w"], m: {b: 1, d: {x: [{}]}}, z: "end"})"},
      {"SET l[100] = :v, l[50] = :w", item, R"({l: [2, 3, 4, 5, 6, 7, "w", "v"], m: {b: 1, d: {x: [{}]}}, z: "end"})"},
      {"SET nope.c = :v", item, kInvalidPath},
      {"SET m.nope.c = :v", item, kInvalidPath},
      {"SET l.c = :v", item, kInvalidPath},
      {"SET m[0] = :v", item, kInvalidPath},
      {"SET z.c = :v", item, kInvalidPath},
      {"SET l[9].c = :v", item, kInvalidPath},
      {"SET l[0].c = :v", item, kInvalidPath},
  });
}

TEST(Update, RemovesRelativeToTheOriginalList) {
  const AttributeMap item = {{"a", Numbers({2, 3, 4, 5, 6, 7})}, {"m", M({{"x", N("1")}})}};
  ExpectAll({
      {"REMOVE a[1] SET a[3] = :v", item, R"({a: [2, 4, "v", 6, 7], m: {x: 1}})"},
      {"REMOVE a[0], a[5], a[2]", item, "{a: [3, 5, 6], m: {x: 1}}"},
      {"REMOVE a[0], a[1], a[2], a[3], a[4], a[5], m.x", item, "{a: [], m: {}}"},
      {"REMOVE a[6]", item, "{a: [2, 3, 4, 5, 6, 7], m: {x: 1}}"},
      {"REMOVE a[6] SET a[7] = :v", item, R"({a: [2, 3, 4, 5, 6, 7, "v"], m: {x: 1}})"},
      {"REMOVE a, nope", item, "{m: {x: 1}}"},
      {"REMOVE m.nope", item, "{a: [2, 3, 4, 5, 6, 7], m: {x: 1}}"},
      {"REMOVE nope.x", item, kInvalidPath},
      {"REMOVE a.x", item, kInvalidPath},
      {"REMOVE m.x.y", item, kInvalidPath},
      {"REMOVE m[0]", item, kInvalidPath},
  });
}

TEST(Update, Arithmetic) {
  const AttributeMap item = {{"n", N("10")}, {"s", S("10")}, {"largest", N("9e125")}, {"big", N("1e50")}};
  ExpectAll({
      {"SET n = n + :one", {{"n", N("10")}}, "{n: 11}"},
      {"SET n = :one - n", {{"n", N("10")}}, "{n: -9}"},
      {"SET n = (n - n)", {{"n", N("10")}}, "{n: 0}"},
      {"SET n = if_not_exists(n, :one) + :one", {}, "{n: 2}"},
      {"SET n = n + :one", {}, kMissing},
      {"SET n = s + :one", item, kWrongType},
      {"SET n = :one + s", item, kWrongType},
      {"SET n = largest + :max", item,
       "Number overflow. Attempting to store a number with magnitude larger than supported range"},
      {"SET n = big + :one", item,
       "Number overflow. Attempting to store a number with magnitude larger than supported range"},
  });
}

TEST(Update, Functions) {
  ExpectAll({
      {"SET a = if_not_exists(a, :v)", {{"a", N("1")}}, "{a: 1}"},
      {"SET a = if_not_exists(b, :v)", {{"a", N("1")}}, R"({a: "v"})"},
      {"SET a = if_not_exists(b.c, if_not_exists(c, d))", {{"d", N("4")}}, "{a: 4, d: 4}"},
      {"SET a = if_not_exists(b, c)", {}, kMissing},
      {"SET a = if_not_exists(a, c)", {{"a", Null()}}, "{a: null}"},
      {"SET a = list_append(a, :l)", {{"a", Numbers({1})}}, R"({a: [1, "z"]})"},
      {"SET a = list_append(:l, a)", {{"a", Numbers({1})}}, R"({a: ["z", 1]})"},
      {"SET a = list_append(if_not_exists(a, :e), :l)", {}, R"({a: ["z"]})"},
      {"SET a = list_append(a, a)", {{"a", Numbers({1, 2})}}, "{a: [1, 2, 1, 2]}"},
      {"SET a[0] = list_append(a, :e)", {{"a", Numbers({1, 2})}}, "{a: [[1, 2], 2]}"},
      {"SET a = list_append(a, :l)", {}, kMissing},
      {"SET a = list_append(a, :l)", {{"a", S("x")}}, kWrongType},
      {"SET a = list_append(a, :l)", {{"a", Ss({"x"})}}, kWrongType},
  });
}

TEST(Update, Adds) {
  ExpectAll({
      {"ADD n :one", {}, "{n: 1}"},
      {"ADD n :one", {{"n", N("-1")}}, "{n: 0}"},
      {"ADD n :one", {{"n", S("1")}}, kWrongType},
      {"ADD s :ss", {}, "{s: SS<b, x>}"},
      {"ADD s :ss", {{"s", Ss({"a", "x", "y"})}}, "{s: SS<a, b, x, y>}"},
      {"ADD s :ns", {{"s", Ns({"-1", "2.0", "10"})}}, "{s: NS<-1, 2, 5, 10>}"},
      {"ADD s :ss", {{"s", Ns({"1"})}}, kWrongType},
      {"ADD s :bs", {{"s", Ss({"x"})}}, kWrongType},
      {"ADD m.n :one", {{"m", M({})}}, "{m: {n: 1}}"},
      {"ADD m.n :one", {{"m", M({{"n", N("41")}})}}, "{m: {n: 42}}"},
      {"ADD m.n :one", {}, kInvalidPath},
      {"ADD l[0] :one, l[7] :one", {{"l", Numbers({1})}}, "{l: [2, 1]}"},
      {"ADD n :max",
       {{"n", N("9e125")}},
       "Number overflow. Attempting to store a number with magnitude larger than supported range"},
  });
}

TEST(Update, DeletesFromSets) {
  ExpectAll({
      {"DELETE s :ss", {{"a", N("1")}, {"s", Ss({"a", "b", "x"})}}, "{a: 1, s: SS<a>}"},
      {"DELETE s :ss", {{"a", N("1")}, {"s", Ss({"b", "x"})}}, "{a: 1}"},
      {"DELETE s :ss", {{"a", N("1")}}, "{a: 1}"},
      {"DELETE s :ns", {{"s", Ns({"2.0", "3"})}}, "{s: NS<3>}"},
      {"DELETE s :ss", {{"s", Ss({"c", "n", "w", "x", "y"})}}, "{s: SS<c, n, w, y>}"},
      {"DELETE s :abc", {{"s", Ss({"c", "d"})}}, "{s: SS<d>}"},
      {"DELETE s :abc", {{"s", Ss({"0", "d"})}}, "{s: SS<0, d>}"},
      {"DELETE s :ss", {{"s", Ns({"1"})}}, kWrongType},
      {"DELETE s :ss", {{"s", S("b")}}, kWrongType},
      {"DELETE m.s :ss", {{"m", M({{"s", Ss({"x"})}})}}, "{m: {}}"},
      {"DELETE m.s :ss", {{"m", M({})}}, "{m: {}}"},
      {"DELETE m.s :ss", {{"a", N("1")}}, kInvalidPath},
      {"DELETE l[0] :ss", {{"l", L({Ss({"x"}), N("2")})}}, "{l: [2]}"},
  });
}

TEST(Update, ReadsTheKeyOfAMissingItem) {
  const AttributeMap nothing;
  EXPECT_EQ(Applied("SET c = pk", nothing, false), R"({c: "k", pk: "k"})");
  EXPECT_EQ(Applied("SET b = if_not_exists(b, pk)", nothing, false), R"({b: "k", pk: "k"})");
  EXPECT_EQ(Applied("SET b = if_not_exists(pk, :v)", nothing, false), R"({b: "k", pk: "k"})");
  EXPECT_EQ(Applied("SET z.b = pk", nothing, false), kInvalidPath);
  EXPECT_EQ(Applied("SET c = d", nothing, false), kMissing);
}

TEST(Update, DeletingInsideAMissingItemIsAnInvalidPath) {
  const AttributeMap nothing;
  EXPECT_EQ(Applied("DELETE m.a :ss", nothing, false), kInvalidPath);
  EXPECT_EQ(Applied("SET a = :v DELETE s[0] :ss", nothing, false), kInvalidPath);
  EXPECT_EQ(Applied("DELETE m :ss", nothing, false), "(no item)");
  EXPECT_EQ(Applied("REMOVE m.a", nothing, false), "(no item)");
}

TEST(Update, CreatesAMissingItemFromItsKey) {
  const AttributeMap nothing;
  EXPECT_EQ(Applied("SET a = :v", nothing, false), R"({a: "v", pk: "k"})");
  EXPECT_EQ(Applied("ADD z :one", nothing, false), R"({pk: "k", z: 1})");
  EXPECT_EQ(Applied("REMOVE a", nothing, false), "(no item)");
  EXPECT_EQ(Applied("REMOVE a.b.c DELETE s :ss", nothing, false), "(no item)");
  EXPECT_EQ(Applied("SET a = :v REMOVE b.c, d[1] DELETE s :ss", nothing, false), R"({a: "v", pk: "k"})");
  EXPECT_EQ(Applied("SET a.b = :v", nothing, false), kInvalidPath);
  // An existing item remains even if there is nothing to remove.
  EXPECT_EQ(Applied("REMOVE a", AttributeMap({{"pk", S("k")}})), R"({pk: "k"})");
}

TEST(Update, WithoutActionsChangesNothing) {
  const AttributeMap key = {{"pk", S("k")}};
  const UpdateExpression update = NoUpdate();
  const auto unchanged = update.Apply(key, true, key);
  ASSERT_TRUE(unchanged.ok() && unchanged->has_value());
  EXPECT_EQ(**unchanged, key);
}

TEST(Update, TheResultMustNotNestTooDeeply) {
  const ExpressionAttributeValues values = {{":l31", Nested(31)}, {":l32", Nested(32)}, {":one", N("1")}};
  const AttributeMap item = {{"m", M({{"x", N("1")}})}, {"l", L({N("1")})}, {"deep", Nested(32)}};
  constexpr char kTooDeep[] =
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit";
  EXPECT_EQ(Applied("SET m.y = :l32", item, true, values), kTooDeep);
  EXPECT_EQ(Applied("SET l[0] = deep", item, true, values), kTooDeep);
  EXPECT_NE(Applied("SET m.y = :l31", item, true, values), kTooDeep);
  EXPECT_NE(Applied("SET a = :l32", item, true, values), kTooDeep);
  EXPECT_EQ(Applied("SET m.z.y = :l32", item, true, values), kInvalidPath);
}

TEST(Update, ResultsFarBeyondTheSizeLimitAreRefused) {
  std::string text = "SET a0 = big";
  for (int i = 1; i < 300; ++i) text += ", a" + std::to_string(i) + " = big";
  EXPECT_EQ(Applied(text, AttributeMap({{"big", S(std::string(400'000, 'x'))}})),
            "Item size to update has exceeded the maximum allowed size");
}

// Appends `appended` to `list` so often: list_append(if_not_exists(absent, list_append(…, appended)), appended).
std::string NestedListAppend(int levels, const std::string& list, const std::string& appended) {
  std::string text = "list_append(" + list + ", " + appended + ")";
  for (int i = 1; i < levels; ++i) text = "list_append(if_not_exists(absent, " + text + "), " + appended + ")";
  return text;
}

TEST(Update, NestedListAppendsJoinAllLists) {
  const AttributeMap item = {{"a", Numbers({1, 2})}, {"b", Numbers({3})}, {"e", L({})}};
  ExpectAll({
      {"SET c = " + NestedListAppend(3, "a", "b"), item, "{a: [1, 2], b: [3], c: [1, 2, 3, 3, 3], e: []}"},
      {"SET c = list_append(b, if_not_exists(absent, list_append(a, if_not_exists(absent, list_append(e, b)))))", item,
       "{a: [1, 2], b: [3], c: [3, 1, 2, 3], e: []}"},
      {"SET c = list_append(if_not_exists(a, list_append(b, b)), b)", item, "{a: [1, 2], b: [3], c: [1, 2, 3], e: []}"},
  });
}

// Other errors of the same operand are reported first, those of later actions are not.
TEST(Update, NestedListAppendsFarBeyondTheSizeLimitAreRefused) {
  const AttributeMap item = {{"l", L(std::vector<AttributeValue>(390, S(std::string(1'000, 'x'))))}, {"n", N("1")}};
  const std::string huge = NestedListAppend(20, "l", "l");
  ExpectAll({
      {"SET a = " + huge, item, "Item size to update has exceeded the maximum allowed size"},
      {"SET a = list_append(if_not_exists(absent, " + huge + "), n)", item, kWrongType},
      {"SET a = list_append(if_not_exists(absent, " + huge + "), absent)", item, kMissing},
      {"SET a = n + if_not_exists(absent, " + huge + ")", item, kWrongType},
      {"SET a = " + huge + ", b = absent", item, "Item size to update has exceeded the maximum allowed size"},
      {"SET b = absent, a = " + huge, item, kMissing},
  });
}

#ifdef HOLDFAST_CAN_LIMIT_ADDRESS_SPACE
// With a copy for each level, the lists would take 300 MB.
TEST(Update, NestedListAppendsKeepNoCopyForEachLevel) {
  const AttributeMap item = {{"l", L(std::vector<AttributeValue>(390, S(std::string(1'000, 'x'))))}};
  const std::string text = "SET a = " + NestedListAppend(40, "l", "l");
  const AddressSpaceLimit limit(size_t{100} << 20);
  EXPECT_EQ(Applied(text, item), "Item size to update has exceeded the maximum allowed size");
}
#endif

TEST(Update, WritesNamesOfEveryKindAndLength) {
  const std::string long_name(65'535, 'x');
  const std::string zero("a\0b", 3);
  const ExpressionAttributeNames names = {{"#long", long_name}, {"#zero", zero}, {"#emoji", "\xf0\x9f\x98\x80"}};
  Placeholders placeholders(&names, &TheValues());
  const auto update = UpdateExpression::Parse("SET #long = :v, #zero = :v, m.#emoji = :v", &placeholders);
  ASSERT_TRUE(update.ok());
  const AttributeMap before = {{"m", M({{"\xf0\x9f\x98\x80x", N("1")}})}, {"a", N("1")}};
  const auto after = update->Apply(before, true, before);
  ASSERT_TRUE(after.ok());
  EXPECT_EQ(**after, AttributeMap({{"a", N("1")},
                                   {zero, S("v")},
                                   {"m", M({{"\xf0\x9f\x98\x80x", N("1")}, {"\xf0\x9f\x98\x80", S("v")}})},
                                   {long_name, S("v")}}));
}

// The expected charges are those of DynamoDB, to the byte.
TEST(UpdateCharge, CountsPathsFunctionsAndValuesOfTheStatement) {
  const auto charge = [](std::string_view text, const AttributeMap& before = {}) {
    return Parsed(text).Charge(before);
  };
  const size_t v = 1;  // the size of `:v`; `:one` has 2 bytes, and each member of `:ss` 1
  EXPECT_EQ(charge("SET b = :v"), 22u + 1 + v);
  EXPECT_EQ(charge("SET b = :v, c = :v"), 3u + 2 * (19 + 1 + v));
  EXPECT_EQ(charge("SET #dotted = :v"), 22u + 3 + v);
  EXPECT_EQ(charge("REMOVE r"), 5u);
  EXPECT_EQ(charge("REMOVE r, s"), 7u);
  EXPECT_EQ(charge("REMOVE l[10]"), 3u + 1 + 1 + 4 + 2);
  EXPECT_EQ(charge("DELETE s :ss"), 5u);
  EXPECT_EQ(charge("SET l[0] = :v"), 22u + 1 + 4 + 1 + v);
  EXPECT_EQ(charge("SET m.name1.l[10] = :v"), 22u + 1 + 4 + 5 + 4 + 1 + 4 + 2 + v);
  EXPECT_EQ(charge("SET b = cd"), 22u + 1 + 1 + 14 + 2);
  EXPECT_EQ(charge("SET b = cd.e[3]"), 22u + 1 + 1 + 14 + 2 + 14 + 1 + 14 + 1);
  EXPECT_EQ(charge("SET n = n + :one"), 22u + 1 + 34 + (1 + 14 + 1) + 2);
  EXPECT_EQ(charge("SET n = n - :one"), 22u + 1 + 37 + (1 + 14 + 1) + 2);
  EXPECT_EQ(charge("SET b = if_not_exists(c, :v)"), 22u + 1 + 39 + (1 + 14 + 1) + v);
  EXPECT_EQ(charge("SET b = if_not_exists(c, :v)", {{"c", S("there")}}), 22u + 1 + 39 + (1 + 14 + 1) + v);
  EXPECT_EQ(charge("SET b = list_append(b, :l)"), 22u + 1 + 37 + (1 + 14 + 1) + (3 + 1 + 1));
  EXPECT_EQ(charge("SET b = if_not_exists(n, :one) + :one"), 22u + 1 + 34 + (39 + (1 + 14 + 1) + 2) + 2);
  EXPECT_EQ(charge("ADD n :one"), 22u + 1 + 2);
  EXPECT_EQ(charge("ADD n :one", {{"n", N("123456789")}}), 22u + 1 + 2);
}

TEST(UpdateCharge, CountsOnlyMembersThatTheSetLacks) {
  const auto charge = [](std::string_view text, const AttributeMap& before) { return Parsed(text).Charge(before); };
  EXPECT_EQ(charge("ADD s :ss", {}), 22u + 1 + 2);
  EXPECT_EQ(charge("ADD s :ss", {{"s", Ss({"a", "x"})}}), 22u + 1 + 1);
  EXPECT_EQ(charge("ADD s :ss", {{"s", Ss({"b", "x", "y"})}}), 22u + 1);
  EXPECT_EQ(charge("ADD s :ns", {{"s", Ns({"1", "5"})}}), 22u + 1 + 2);
  EXPECT_EQ(charge("ADD m.s :ss", {{"m", M({{"s", Ss({"x"})}})}}), 22u + 1 + 4 + 1 + 1);
}

TEST(UpdateCharge, IsComparedWithALimit) {
  const UpdateExpression set = Parsed("SET b = :v, c = :v");
  EXPECT_FALSE(set.ChargeExceeds(45, AttributeMapView::Empty()));
  EXPECT_TRUE(set.ChargeExceeds(44, AttributeMapView::Empty()));
  const UpdateExpression add = Parsed("ADD s :ss");
  const AttributeMap has_one = {{"s", Ss({"x"})}};
  EXPECT_TRUE(add.ChargeExceeds(24, AttributeMapView::Empty()));
  EXPECT_FALSE(add.ChargeExceeds(24, has_one));
  EXPECT_TRUE(add.ChargeExceeds(23, has_one));
}

TEST(Update, ReturnsTheValuesAndPathsItWrites) {
  const UpdateExpression update =
      Parsed("SET a = :v, m.b = :w, c = if_not_exists(d, :v) ADD n :one REMOVE r DELETE s :ss");
  EXPECT_EQ(update.AssignedValue("a"), S("v").view());
  EXPECT_EQ(update.AssignedValue("n"), N("1").view());
  for (const char* unknown : {"m", "b", "c", "r", "s", "d", "other"}) {
    EXPECT_FALSE(update.AssignedValue(unknown).has_value()) << unknown;
  }
  EXPECT_EQ(Parsed("SET a = (:v)").AssignedValue("a"), S("v").view());

  std::vector<std::string> targets;
  for (const DocumentPath& path : update.targets()) targets.push_back(path.ToText());
  EXPECT_EQ(targets, (std::vector<std::string>{"[a]", "[m, b]", "[c]", "[n]", "[r]", "[s]"}));
  ASSERT_EQ(update.read_paths().size(), 1u);
  EXPECT_EQ(update.read_paths()[0].ToText(), "[d]");
}

// Searching the item for each path from its start would take minutes.
TEST(Update, ManyPathsOfALargeItemAreReadInOneWalk) {
  constexpr int kElements = 5'000'000;
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  builder.Name("l");
  builder.BeginList();
  for (int i = 0; i < kElements; ++i) builder.Bool(true);
  builder.EndList();
  builder.EndMap();
  const AttributeMap item = std::move(builder).TakeMap();
  std::string set = "SET ";
  for (int i = 1; i <= 180; ++i) {
    set += "a" + std::to_string(i) + " = l[" + std::to_string(kElements - i) + (i < 180 ? "], " : "]");
  }
  const UpdateExpression update = Parsed(set);
  const auto after = update.Apply(item, true, item);
  ASSERT_TRUE(after.ok());
  EXPECT_EQ((*after)->size(), 181u);
  EXPECT_EQ(AttributeValue(*(*after)->Find("a180")), Bool(true));
}

// Walking all members to delete again for each of the stored sets would take minutes.
TEST(Update, ALargeSetIsDeletedFromManySets) {
  constexpr int kMembers = 2'000'000;
  std::vector<std::string> members;
  for (int i = 0; i < kMembers; ++i) members.push_back("m" + std::to_string(10'000'000 + i));
  const std::string last = members.back();
  const ExpressionAttributeValues values = {{":v", Ss(members)}};
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  std::string text = "DELETE ";
  for (int i = 0; i < 400; ++i) {
    const std::string name = "a" + std::to_string(i);
    builder.Name(name);
    builder.Value(Ss({last, "n"}).view());
    text += name + (i < 399 ? " :v," : " :v");
  }
  builder.EndMap();
  const AttributeMap item = std::move(builder).TakeMap();
  const auto after = Parsed(text, values).Apply(item, true, item);
  ASSERT_TRUE(after.ok());
  EXPECT_EQ((*after)->size(), 400u);
  EXPECT_EQ(AttributeValue(*(*after)->Find("a399")), Ss({"n"}));
}

// An update that sets and removes random paths has the result of separate updates, one for each path.
TEST(Update, ManyPathsHaveTheResultOfSeparateUpdates) {
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<uint32_t>(n)); };
    const auto leaf = [&] { return AttributeValue::Number(pick(1000)); };
    const auto map = [&] {
      ValueBuilder builder(ValueBuilder::Root::kMap);
      builder.BeginMap();
      for (int i = 0, n = pick(5); i < n; ++i) {
        builder.Name(std::string(1, static_cast<char>('a' + pick(6))));
        builder.Value(leaf().view());
      }
      builder.EndMap();
      return std::move(builder).TakeMap();
    };
    ValueBuilder builder(ValueBuilder::Root::kMap);
    builder.BeginMap();
    for (const char* name : {"m0", "m1", "m2"}) {
      builder.Name(name);
      builder.Value(AttributeValue::Map(map()).view());
    }
    builder.EndMap();
    AttributeMap expected = std::move(builder).TakeMap();
    const AttributeMap before = expected;

    std::string set;
    std::string remove;
    for (const char* name : {"m0", "m1", "m2", "m3"}) {
      for (char c = 'a'; c < 'g'; ++c) {
        const bool top = name[1] == '3';
        const std::string path = top ? std::string(1, c) : std::string(name) + "." + c;
        switch (pick(3)) {
          case 0:
            set += (set.empty() ? "SET " : ", ") + path + " = :v";
            expected = AttributeMap(Parsed("SET " + path + " = :v").Apply(expected, true, expected)->value());
            break;
          case 1:
            remove += (remove.empty() ? " REMOVE " : ", ") + path;
            expected = AttributeMap(Parsed("REMOVE " + path).Apply(expected, true, expected)->value());
            break;
          default:
            break;
        }
      }
    }
    if (set.empty() && remove.empty()) continue;
    const auto after = Parsed(set + remove).Apply(before, true, before);
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(**after, expected) << "seed " << seed << ": " << set << remove;
    EXPECT_EQ(**after, Repacked((*after)->view())) << "seed " << seed;
  }
}

}  // namespace
}  // namespace holdfast::testing
