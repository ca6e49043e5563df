// Evaluates condition expressions on items.
#include "engine/expressions/condition_expression.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::testing {
namespace {

bool Holds(std::string_view text, const AttributeMap& item, const ExpressionAttributeValues& values,
           bool allow_arithmetic = false) {
  const ExpressionAttributeNames names = {{"#dotted", "m.x"}, {"#status", "status"}};
  Placeholders placeholders(&names, &values);
  auto condition = ConditionExpression::Parse(ExpressionKind::kCondition, text, &placeholders,
                                              {.allow_arithmetic = allow_arithmetic});
  EXPECT_TRUE(condition.ok()) << text << ": " << MessageOf(condition);
  return condition.ok() && condition->Evaluate(item);
}

const AttributeMap& TheItem() {
  static const AttributeMap item = {
      {"s", S("hello")},
      {"blank", S("")},
      {"emoji", S("a\xc3\xa9\xf0\x9f\x98\x80")},
      {"zero_character", S(std::string_view("a\0b", 3))},
      {"n", N("10")},
      {"big", N("12345678901234567890123456789012345678")},
      {"b", B("\x01\xff\x7f")},
      {"t", Bool(true)},
      {"nul", Null()},
      {"ss", Ss({"x", "y"})},
      {"ns", Ns({"1", "2.50"})},
      {"bs", Bs({"\xff", "\x01"})},
      {"l", L({S("x"), N("1.0"), M({{"k", Ss({"b", "a"})}}), L({})})},
      {"m", M({{"x", N("1")}, {"y", M({{"z", L({S("deep")})}})}})},
      {"m.x", S("dotted")},
      {"status", S("available")},
  };
  return item;
}

const ExpressionAttributeValues& TheValues() {
  static const ExpressionAttributeValues values = {
      {":hello", S("hello")},
      {":h", S("h")},
      {":hz", S("hz")},
      {":empty", S("")},
      {":ell", S("ell")},
      {":n10", N("1e1")},
      {":n9", N("9")},
      {":n11", N("11")},
      {":n1", N("1")},
      {":n2", N("2")},
      {":n3", N("3")},
      {":n4", N("4")},
      {":n25", N("2.5")},
      {":n0", N("0")},
      {":b", B("\x01\xff\x7f")},
      {":b1", B("\x01")},
      {":bff", B("\xff")},
      {":t", Bool(true)},
      {":f", Bool(false)},
      {":null", Null()},
      {":ss", Ss({"y", "x"})},
      {":ns", Ns({"2.5", "1.0"})},
      {":bs", Bs({"\x01", "\xff"})},
      {":x", S("x")},
      {":map", M({{"k", Ss({"a", "b"})}})},
      {":list", L({})},
      {":S", S("S")},
      {":N", S("N")},
      {":BOOL", S("BOOL")},
      {":NULL", S("NULL")},
      {":SS", S("SS")},
      {":L", S("L")},
      {":M", S("M")},
      {":available", S("available")},
      {":zc", S(std::string_view("\0b", 2))},
      {":fullm", M({{"y", M({{"z", L({S("deep")})}})}, {"x", N("1.00")}})},
      {":big", N("12345678901234567890123456789012345677")},
  };
  return values;
}

void ExpectTrue(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) EXPECT_TRUE(Holds(text, TheItem(), TheValues())) << text;
}
void ExpectFalse(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) EXPECT_FALSE(Holds(text, TheItem(), TheValues())) << text;
}

TEST(Condition, Equality) {
  ExpectTrue(
      {"s = :hello", "n = :n10",           "b = :b",      "t = :t",        "nul = :null",      "ss = :ss",
       "ns = :ns",   "bs = :bs",           "m = :fullm",  "l[2] = :map",   "l[3] = :list",     "l[1] = :n1",
       "m.x = l[1]", "m.y.z[0] <> :hello", "big <> :big", "s <> :n10",     "absent <> :hello", "absent <> absent2",
       "t <> :f",    "#dotted <> :n1",     ":hello = s",  "blank = :empty"});
  ExpectFalse({"s <> :hello", "s = :h", "s = :n10", "absent = :hello", "absent = absent2", "t = :f", "t = :null",
               "ss = :ns", "m = :map", "l = :list", "#dotted = m.x", "m = s"});
}

TEST(Condition, Order) {
  ExpectTrue({"n > :n9", "n >= :n10", "n <= :n10", "n < :n11", "s > :h", "s < :hz", "b > :b1", "b < :bff", "big > :big",
              ":n9 < n", "n BETWEEN :n9 AND :n11", "n BETWEEN :n10 AND :n10", "s BETWEEN :h AND :hz",
              "b BETWEEN :b1 AND :bff", ":n10 BETWEEN :n9 AND n", "blank < :h", "n > m.x"});
  ExpectFalse({"n > :n10", "n < :n10", "n < :h", "n > :h", "n <= :h", "n >= :h", "absent < :n9", "absent >= :n9",
               ":n9 < absent", "t < n", "t >= nul", "ss < s", "l > :n9", "n BETWEEN :h AND :hz",
               "n BETWEEN :n11 AND big", "absent BETWEEN :n9 AND :n11", "n BETWEEN absent AND :n11"});
}

TEST(Condition, In) {
  ExpectTrue({"s IN (:n9, :hello)", "n IN (:n10)", "ss IN (:x, :ss)", "l[2] IN (:map)", ":x IN (s, l[0])"});
  ExpectFalse({"s IN (:n9, :h)", "absent IN (:hello, absent2)", "s IN (absent)"});
}

TEST(Condition, Existence) {
  ExpectTrue({"attribute_exists(nul)", "attribute_exists(m.y.z[0])", "attribute_not_exists(absent)",
              "attribute_not_exists(m.y.z[1])", "attribute_not_exists(s.x)", "attribute_not_exists(s[0])",
              "attribute_not_exists(m[0])", "attribute_not_exists(l.x)", "attribute_exists(#dotted)",
              "attribute_not_exists(ss[0])"});
  ExpectFalse({"attribute_exists(absent)", "attribute_not_exists(nul)", "attribute_exists(l[4])"});
}

TEST(Condition, Types) {
  ExpectTrue({"attribute_type(s, :S)", "attribute_type(n, :N)", "attribute_type(t, :BOOL)",
              "attribute_type(nul, :NULL)", "attribute_type(ss, :SS)", "attribute_type(l, :L)",
              "attribute_type(m.y, :M)"});
  ExpectFalse({"attribute_type(s, :N)", "attribute_type(absent, :S)", "attribute_type(ss, :S)"});
}

TEST(Condition, BeginsWith) {
  ExpectTrue({"begins_with(s, :h)", "begins_with(s, :hello)", "begins_with(s, :empty)", "begins_with(b, :b1)",
              "begins_with(:hello, s)"});
  ExpectFalse({"begins_with(s, :ell)", "begins_with(s, :b1)", "begins_with(n, :h)", "begins_with(absent, :h)",
               "begins_with(s, absent)", "begins_with(l, :x)"});
}

TEST(Condition, Contains) {
  ExpectTrue({"contains(s, :ell)", "contains(s, :empty)", "contains(blank, :empty)", "contains(b, :bff)",
              "contains(ss, :x)", "contains(ns, :n25)", "contains(bs, :bff)", "contains(l, :x)", "contains(l, :n1)",
              "contains(l, :map)", "contains(l, :list)", "contains(:hello, s)", "contains(zero_character, :zc)",
              "NOT contains(absent, :x)"});
  ExpectFalse({"contains(s, :x)", "contains(s, :bff)", "contains(s, :n1)", "contains(ss, :n1)", "contains(ss, :h)",
               "contains(ns, :n3)", "contains(ns, :x)", "contains(l, :h)", "contains(m, :x)", "contains(n, :n1)",
               "contains(t, :t)", "contains(absent, :x)", "contains(s, absent)", "contains(ss, :ss)"});
}

TEST(Condition, Size) {
  ExpectTrue({"size(emoji) = :n4", "size(zero_character) = :n3", "size(blank) = :n0", "size(b) = :n3", "size(ss) = :n2",
              "size(l) = :n4", "size(m) = :n2", "size(:ss) = size(ns)", "size(l) > size(m)",
              "size(s) BETWEEN :n4 AND :n9", ":n2 IN (size(ss))", "NOT size(n) = :n2", "NOT size(n) <> :n2"});
  ExpectFalse({"size(n) = :n2", "size(n) <> :n2", ":n2 <> size(absent)", "size(nul) <> absent", "size(t) < :n9",
               "size(nul) < :n9", "size(absent) < :n9", "size(absent) >= :n0", "size(emoji) = :n3"});
}

TEST(Condition, Connectives) {
  ExpectTrue({"absent = :x OR s = :hello AND n = :n10", "s = :hello OR absent = :x AND absent = :x", "NOT absent = :x",
              "NOT NOT s = :hello", "NOT s = :x AND n = :n10", "(s = :x OR n = :n10) AND t = :t",
              "NOT (s = :x AND absent = :x)", "n BETWEEN :n9 AND :n11 AND s = :hello",
              "#status = :available AND attribute_not_exists(bookingId)"});
  ExpectFalse(
      {"(s = :hello OR absent = :x) AND absent = :x", "NOT (s = :hello OR absent = :x)", "NOT NOT NOT s = :hello"});
}

// The third or the fourth operand decides.
TEST(Condition, AndAndOrTakeMoreThanTwoOperands) {
  ExpectTrue({"absent = :x OR s = :x OR n = :n10", "absent = :x OR s = :x OR n = :n9 OR t = :t",
              "s = :hello AND n = :n10 AND t = :t"});
  ExpectFalse({"s = :hello AND n = :n10 AND absent = :x", "s = :hello AND n = :n10 AND t = :t AND absent = :x",
               "absent = :x OR s = :x OR n = :n9"});
}

TEST(Condition, OperandsCanAllBeValues) {
  ExpectTrue({"contains(:hello, :ell)", "contains(:hello, :ell) AND n = :n10", "NOT contains(:hello, :hz)",
              ":n1 IN (:n2, :n1)", "size(:hello) > :n4", "size(:hello) > :n4 AND size(:hello) > :n3", ":x <> :hello",
              "s = :x OR :n1 < :n2"});
  ExpectFalse({"contains(:hello, :hz)", "NOT contains(:hello, :ell)", ":n1 IN (:n2, :n3)", "size(:hello) < :n4",
               ":n2 < :n1", "begins_with(:hello, :hz) OR s = :x"});
}

// Equal parts of a condition are evaluated once.
TEST(Condition, EqualPartsHaveEqualResults) {
  ExpectTrue({"contains(s, :hz) OR contains(s, :ell) OR contains(s, :hz) OR contains(s, :ell)",
              "contains(s, :ell) AND NOT contains(s, :hz) AND contains(s, :ell) AND NOT contains(s, :hz)",
              "contains(ss, :x) AND contains(l, :x) AND contains(ss, :x) AND contains(l, :x)",
              "size(s) > :n3 AND size(s) > :n4 AND size(ss) < :n3 AND size(ss) = :n2",
              "size(s) IN (size(ss), size(s)) AND NOT size(ss) IN (size(s), size(s), size(s))",
              "NOT size(n) <> :n1 AND NOT size(n) <> :n2",
              "n = :n10 AND n = :n10 AND s = :hello AND s = :hello AND n = :n10"});
  ExpectFalse({"contains(s, :hz) OR contains(s, :hz)", "contains(s, :ell) AND NOT contains(s, :ell)",
               "size(n) = :n1 OR size(n) = :n1", "size(absent) = :n1 OR size(absent) = :n1"});
}

TEST(Condition, InWithManyCandidates) {
  const std::string many = ":n0, :n1, :n2, :n3, :n4, :n9, :n11, :n25, :x, :hello, :t, :ss, ";
  ExpectTrue({"n IN (" + many + ":n10)", "n IN (" + many + "absent, s, n)", "s IN (" + many + ":S)",
              "ss IN (" + many + ":S)", "t IN (" + many + ":S)", "size(s) IN (" + many + "size(:hello))",
              "m.x IN (" + many + ":S)", ":n10 IN (" + many + "absent, n)", "l[0] IN (" + many + ":S)",
              "n IN (" + many + ":n10) AND NOT n IN (" + many + ":S)"});
  ExpectFalse({"n IN (" + many + ":S)", "absent IN (" + many + ":S)", "n IN (" + many + "absent, s)",
               "b IN (" + many + ":b1)", "l IN (" + many + ":list)"});
}

// Several contains() on one value are evaluated by one search. Each must have the result of a search of its own.
TEST(Condition, CombinedSearchesHaveTheResultsOfSeparateSearches) {
  std::string text;
  std::vector<std::string> strings;
  std::vector<std::string> numbers;
  std::vector<AttributeValue> elements;
  for (int i = 0; i < 400; ++i) {
    text += "word" + std::to_string(i) + " ";
    strings.push_back("word" + std::to_string(i));
    numbers.push_back(std::to_string(i));
    elements.push_back(i % 2 == 0 ? S(strings.back()) : N(numbers.back()));
  }
  elements.push_back(M({{"k", L({N("1.0")})}}));
  elements.push_back(S(""));
  const AttributeMap item = {
      {"s", S(text)},           {"b", B(text)},     {"ss", Ss(strings)},        {"ns", Ns(numbers)},
      {"bs", Bs(strings)},      {"l", L(elements)}, {"m", M({{"x", S(text)}})}, {"n", N("1")},
      {"few", S("word7 word3")}};
  const ExpressionAttributeValues values = {{":none1", S("nowhere")},
                                            {":none2", N("-1")},
                                            {":none3", B("nowhere")},
                                            {":0", S("word0")},
                                            {":1", S("word399")},
                                            {":2", S("word399 ")},
                                            {":3", S("ord39")},
                                            {":4", S("word400")},
                                            {":5", S("")},
                                            {":6", N("7.0")},
                                            {":7", N("400")},
                                            {":8", B("word0")},
                                            {":9", B("0 word1 w")},
                                            {":10", B("word1")},
                                            {":11", M({{"k", L({N("1")})}})},
                                            {":12", M({{"k", L({N("2")})}})},
                                            {":13", Null()},
                                            {":14", S("word0")}};
  int found = 0;
  for (const std::string path : {"s", "b", "ss", "ns", "bs", "l", "m", "m.x", "n", "few", "absent"}) {
    for (int i = 0; i <= 14; ++i) {
      const std::string contains = "contains(" + path + ", :";
      const std::string alone = contains + std::to_string(i) + ")";
      const bool expected = Holds(alone, item, values);
      found += expected;
      std::string misses;
      for (int miss = 1; miss <= 3; ++miss) misses += contains + "none" + std::to_string(miss) + ") OR ";
      EXPECT_EQ(Holds(misses + alone, item, values), expected) << alone;
      EXPECT_EQ(Holds(misses + "(" + alone + " AND " + alone + ")", item, values), expected) << alone;
    }
  }
  EXPECT_GT(found, 20);
  EXPECT_LT(found, 80);
}

// Separate searches would take minutes.
TEST(Condition, ManySearchesOfALargeValueTakeOnePass) {
  const AttributeMap item = {{"v", S(std::string(400'000, 'a'))}};
  std::string text;
  ExpressionAttributeValues values;
  for (int i = 0; i < 195; ++i) {
    text += (i == 0 ? "contains(v,:" : " OR contains(v,:") + std::to_string(i) + ")";
    values.emplace_back(":" + std::to_string(i), S("b" + std::string(static_cast<size_t>(15 + i), 'a')));
  }
  Placeholders placeholders(nullptr, &values);
  const auto condition = ConditionExpression::Parse(ExpressionKind::kFilter, text, &placeholders);
  ASSERT_TRUE(condition.ok()) << MessageOf(condition);
  for (int i = 0; i < 50; ++i) EXPECT_FALSE(condition->Evaluate(item));
}

// A condition with many paths looks all of them up in one walk over the item. Each path must lead to the same value as
// in a condition of its own.
TEST(Condition, ManyPathsLeadToTheValuesOfSinglePaths) {
  std::string misses;
  for (int i = 0; i < 8; ++i) misses += "attribute_exists(zz" + std::to_string(i) + ") OR ";
  int found = 0;
  for (const std::string path :
       {"s",        "blank",    "emoji",      "n",       "b",        "t",    "nul",  "ss",    "l",      "m",
        "#dotted",  "#status",  "absent",     "a",       "zzz",      "l[0]", "l[1]", "l[2]",  "l[2].k", "l[2].k.x",
        "l[2].j",   "l[2][0]",  "l[3]",       "l[3][0]", "l[4]",     "l.x",  "m.x",  "m.x.y", "m.y",    "m.y.z",
        "m.y.z[0]", "m.y.z[1]", "m.y.z[0].a", "m[0]",    "m.absent", "s.x",  "s[0]"}) {
    const std::string alone = "attribute_exists(" + path + ")";
    const bool expected = Holds(alone, TheItem(), TheValues());
    found += expected;
    EXPECT_EQ(Holds(misses + alone + " OR " + alone, TheItem(), TheValues()), expected) << path;
  }
  EXPECT_EQ(found, 21);
}

TEST(Condition, IsEvaluatedForAMissingItem) {
  const AttributeMap nothing;
  for (const char* text : {"attribute_not_exists(pk)", "pk <> :x", "NOT pk = :x", "NOT attribute_exists(pk)"}) {
    EXPECT_TRUE(Holds(text, nothing, TheValues())) << text;
  }
  for (const char* text : {"attribute_exists(pk)", "pk = :x", "pk < :x", "contains(pk, :x)", "size(pk) >= :n0"}) {
    EXPECT_FALSE(Holds(text, nothing, TheValues())) << text;
  }
}

TEST(Condition, ArithmeticWorksOnlyWhereAllowed) {
  const AttributeMap stock = {{"quantity", N("10")}, {"reservedQty", N("7")}, {"name", S("bolt")}};
  const ExpressionAttributeValues values = {{":q", N("3")}, {":four", N("4")}, {":s", S("3")}};
  EXPECT_TRUE(Holds("(quantity - reservedQty) >= :q", stock, values, true));
  EXPECT_FALSE(Holds("(quantity - reservedQty) >= :four", stock, values, true));
  EXPECT_TRUE(Holds("quantity - reservedQty >= :q", stock, values, true));
  EXPECT_TRUE(Holds(":four > quantity - reservedQty AND attribute_exists(quantity)", stock, values, true));
  EXPECT_TRUE(Holds("quantity - reservedQty - :q < :q", stock, values, true));
  EXPECT_TRUE(Holds("quantity - (reservedQty - :q) = :q + :q", stock, values, true));
  EXPECT_TRUE(Holds("(quantity - reservedQty) BETWEEN :q AND (:q + :q)", stock, values, true));
  EXPECT_TRUE(Holds("size(quantity) + :q <> :q", stock, values, true));
  EXPECT_FALSE(Holds("absent - reservedQty < :q", stock, values, true));

  Placeholders placeholders(nullptr, &values);
  const auto parse = [&](std::string_view text, bool allow) {
    return MessageOf(ConditionExpression::Parse(ExpressionKind::kFilter, text, &placeholders, {allow}));
  };
  EXPECT_EQ(parse("(quantity - reservedQty) >= :q", false),
            "Invalid FilterExpression: Syntax error; token: \"-\", near: \"quantity - reservedQty\"");
  EXPECT_EQ(parse("quantity + :s > :q", true),
            "Invalid FilterExpression: Incorrect operand type for operator or function; operator or function: +, "
            "operand type: S");
  EXPECT_EQ(parse("((quantity + :q)) > :q", true),
            "Invalid FilterExpression: The expression has redundant parentheses;");
  EXPECT_EQ(parse("quantity - reservedQty", true),
            "Invalid FilterExpression: Syntax error; token: \"<EOF>\", near: \"reservedQty\"");
}

TEST(Condition, AnArithmeticResultOutOfRangeIsAMissingOperand) {
  const ExpressionAttributeValues values = {{":max", N("9e125")}};
  EXPECT_FALSE(Holds("a + :max > :max", AttributeMap({{"a", N("9e125")}}), values, true));
  EXPECT_FALSE(Holds("a + :max <= :max", AttributeMap({{"a", N("9e125")}}), values, true));
}

TEST(Condition, ReportsThePathsItReads) {
  const auto request = UsualRequest();
  const auto condition = ConditionExpression::Parse(
      ExpressionKind::kCondition, "size(a.b[0]) > :n AND #i = :s OR attribute_exists(a)", &request->placeholders);
  ASSERT_TRUE(condition.ok());
  std::vector<std::string> paths;
  for (const DocumentPath& path : condition->paths()) paths.push_back(path.ToText());
  EXPECT_EQ(paths, (std::vector<std::string>{"[a, b, [0]]", "[[3]]", "[a]"}));
}

// Searching the item for each path from its start would take minutes.
TEST(Condition, ManyPathsOfALargeItemAreFoundInOneWalk) {
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  for (int i = 0; i < 200'000; ++i) {
    builder.Name("a" + std::to_string(1'000'000 + i));
    builder.Bool(true);
  }
  builder.EndMap();
  const AttributeMap item = std::move(builder).TakeMap();
  std::string text;
  for (int in = 0; in < 8; ++in) {
    text += (in == 0 ? ":x IN (" : " OR :x IN (");
    for (int i = 0; i < 100; ++i) text += "z" + std::to_string(100 * in + i) + (i < 99 ? "," : ")");
  }
  const ExpressionAttributeValues values = {{":x", S("x")}};
  Placeholders placeholders(nullptr, &values);
  const auto condition = ConditionExpression::Parse(ExpressionKind::kFilter, text, &placeholders);
  ASSERT_TRUE(condition.ok()) << MessageOf(condition);
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(condition->Evaluate(item));
}

// With glibc's memmem these searches would take minutes.
TEST(Condition, ManySearchesOfALargeValueTakeLinearTime) {
  const AttributeMap item = {{"v", S(std::string(400'000, 'a'))}};
  std::string text = "contains(v,:x)";
  for (int i = 1; i < 227; ++i) text += " OR contains(v,:x)";
  const ExpressionAttributeValues values = {{":x", S(std::string(128, 'a') + "b" + std::string(127, 'a'))}};
  Placeholders placeholders(nullptr, &values);
  const auto condition = ConditionExpression::Parse(ExpressionKind::kFilter, text, &placeholders);
  ASSERT_TRUE(condition.ok()) << MessageOf(condition);
  for (int i = 0; i < 50; ++i) EXPECT_FALSE(condition->Evaluate(item));
}

TEST(Condition, SearchingALargeValueTakesLinearTime) {
  const std::string haystack(400'000, 'a');
  const std::string needle = std::string(200'000, 'a') + "b";
  EXPECT_FALSE(Holds("contains(s, :needle)", AttributeMap({{"s", S(haystack)}}), {{":needle", S(needle)}}));
}

}  // namespace
}  // namespace holdfast::testing
