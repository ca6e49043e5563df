#include "engine/values/attribute_value.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/values/document_path.h"
#include "engine/values/item.h"
#include "engine/values/key_bytes.h"
#include "engine/values/value_builder.h"

namespace holdfast {
namespace {

using AV = AttributeValue;

std::string Message(const AttributeValue& value, Wording wording = Wording::kCurrent) {
  return value.problem() == nullptr ? "" : Describe(*value.problem(), wording);
}

TEST(AttributeValueTest, EqualityIgnoresTheOrderOfMapsAndSetsAndTheSpellingOfNumbers) {
  EXPECT_EQ(AV::Number("1"), AV::Number("1.0"));
  EXPECT_EQ(AV::NumberSet({"2", "1"}), AV::NumberSet({"1.00", "2"}));
  EXPECT_EQ(AV::StringSet({"b", "a"}), AV::StringSet({"a", "b"}));
  EXPECT_EQ(AV::Map({{"a", AV::Number(1)}, {"b", AV::Bool(true)}}),
            AV::Map({{"b", AV::Bool(true)}, {"a", AV::Number(1)}}));
  EXPECT_NE(AV::List({AV::Number(1), AV::Number(2)}), AV::List({AV::Number(2), AV::Number(1)}));
  EXPECT_NE(AV::String("1"), AV::Number(1));
  EXPECT_NE(AV::String("a"), AV::Binary("a"));
}

TEST(AttributeValueTest, TheLaterOfTwoEntriesWithOneNameWins) {
  const AttributeMap map{{"b", AV::Number(1)}, {"a", AV::Number(2)}, {"b", AV::Number(3)}};
  EXPECT_EQ(map.size(), 2u);
  EXPECT_EQ(AttributeValue(*map.Find("b")), AV::Number(3));
}

TEST(AttributeValueTest, HasTheSizeThatDynamoDbCounts) {
  EXPECT_EQ(AV::String("héllo").view().size_bytes(), 6u);
  EXPECT_EQ(AV::Binary(std::string(3, '\0')).view().size_bytes(), 3u);
  EXPECT_EQ(AV::Null().view().size_bytes(), 1u);
  EXPECT_EQ(AV::Bool(false).view().size_bytes(), 1u);
  EXPECT_EQ(AV::StringSet({"ab", "c"}).view().size_bytes(), 3u);
  EXPECT_EQ(AV::NumberSet({"1", "-42"}).view().size_bytes(), 5u);
  EXPECT_EQ(AV::List({}).view().size_bytes(), 3u);
  EXPECT_EQ(AV::List({AV::String("ab"), AV::Number(1)}).view().size_bytes(), 3u + 1 + 2 + 1 + 2);
  EXPECT_EQ(AV::Map(AttributeMap()).view().size_bytes(), 3u);
  EXPECT_EQ(AV::Map({{"key", AV::String("ab")}}).view().size_bytes(), 3u + 1 + 3 + 2);
  const AttributeMap item{{"pk", AV::String("a")}, {"n", AV::Number(12)}};
  EXPECT_EQ(item.view().size_bytes(), 2u + 1 + 1 + 2);
  EXPECT_EQ(Item::Create(item)->size_bytes(), 6u);
}

TEST(AttributeValueTest, DescribesTheFirstProblemInTheWordingOfTheValidationLayer) {
  EXPECT_EQ(Message(AV::Number("abc")), "The parameter cannot be converted to a numeric value: abc");
  EXPECT_EQ(Message(AV::Number("")), "The parameter cannot be converted to a numeric value: ");
  EXPECT_EQ(Message(AV::Number(""), Wording::kOlder), "The parameter cannot be converted to a numeric value");
  EXPECT_EQ(Message(AV::StringSet({})), "One or more parameter values were invalid: An string set  may not be empty");
  EXPECT_EQ(Message(AV::NumberSet({})), "One or more parameter values were invalid: An number set  may not be empty");
  EXPECT_EQ(Message(AV::BinarySet({})), "One or more parameter values were invalid: Binary sets should not be empty");
  const auto strings = AV::StringSet({"b", "a", "b"});
  EXPECT_EQ(Message(strings),
            "One or more parameter values were invalid: Input collection [\"a\", \"b\", \"b\"] contains duplicates.");
  EXPECT_EQ(Message(strings, Wording::kOlder),
            "One or more parameter values were invalid: Input collection [b, a, b] contains duplicates.");
  const auto binaries = AV::BinarySet({"\xff", std::string(1, '\0'), std::string(1, '\0')});
  EXPECT_EQ(
      Message(binaries),
      "One or more parameter values were invalid: Input collection [\"AA==\",\"/w==\",\"AA==\"]of type BS contains "
      "duplicates.");
  EXPECT_EQ(
      Message(binaries, Wording::kOlder),
      "One or more parameter values were invalid: Input collection [/w==, AA==, AA==]of type BS contains duplicates.");
  EXPECT_EQ(Message(AV::NumberSet({"1", "1.0"})),
            "One or more parameter values were invalid: Input collection contains duplicates.");
  EXPECT_EQ(Message(AV::NumberSet({"1", "1.0"}), Wording::kOlder), "Input collection contains duplicates");
  EXPECT_EQ(Message(AV::List({AV::Number("x"), AV::StringSet({})})),
            "The parameter cannot be converted to a numeric value: x");
  EXPECT_EQ(Message(AV::Map({{"", AV::Null()}})), "Empty attribute name");
}

// Comparing every member with all before it would take minutes.
TEST(AttributeValueTest, ALargeSetWithADuplicateAtItsEndIsDescribedQuickly) {
  constexpr size_t kMembers = 300'000;
  std::vector<std::string> members;
  std::string listed;
  for (size_t i = 0; i < kMembers; ++i) {
    members.push_back(std::to_string(1'000'000 + i));
    listed += "\"" + members.back() + "\", ";
  }
  members.push_back(members.front());
  EXPECT_EQ(Message(AV::StringSet(members)), "One or more parameter values were invalid: Input collection [" + listed +
                                                 "\"1000000\"] contains duplicates.");
  EXPECT_EQ(AV::BinarySet(members).problem()->kind, ValueProblem::Kind::kDuplicateBinaries);
  EXPECT_LT(Message(AV::BinarySet(members)).size(), 20 * kMembers);
  EXPECT_EQ(AV::NumberSet(members).problem()->kind, ValueProblem::Kind::kDuplicateNumbers);
}

// Without sharing, a set of 16 MB with a problem would be copied for each of a thousand enclosing values.
TEST(ValueBuilderTest, AProblemIsSharedByAllEnclosingValues) {
  ValueBuilder builder(ValueBuilder::Root::kValue);
  builder.BeginList();
  builder.BeginSet(ValueType::kStringSet);
  builder.Element("a");
  builder.Element("a");
  builder.EndSet();
  for (int i = 0; i < 40; ++i) builder.BeginList();
  for (int i = 0; i < 40; ++i) builder.EndList();
  builder.EndList();
  AttributeValue value = std::move(builder).TakeValue();
  const ValueProblem* const problem = value.problem();
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(problem->kind, ValueProblem::Kind::kDuplicateStrings);
  ASSERT_NE(NestingProblem(problem), nullptr);
  for (int i = 0; i < 3; ++i) {
    ValueBuilder around(ValueBuilder::Root::kValue);
    around.NoteProblemOf(value);
    around.Null();
    value = std::move(around).TakeValue();
    EXPECT_EQ(value.problem(), problem);
  }
}

TEST(AttributeValueTest, MembersBeforeTheFirstRepetitionAreListedInReverse) {
  EXPECT_EQ(Message(AV::StringSet({"d", "c", "b", "c", "a", "d", "c"})),
            "One or more parameter values were invalid: Input collection [\"b\", \"c\", \"d\", \"c\", \"a\", \"d\", "
            "\"c\"] contains duplicates.");
}

// AWS's older validation layer (Wording::kOlder) parses exponents as Java's BigDecimal does, in 32 bits.
TEST(AttributeValueTest, AnExponentAtTheEdgeOf32BitsUnderflowsInTheOlderLayer) {
  const std::string overflow =
      "Number overflow. Attempting to store a number with magnitude larger than supported range";
  const std::string underflow =
      "Number underflow. Attempting to store a number with magnitude smaller than supported range";
  for (const char* text : {"1e2147483647", "15e2147483646", "1.5e2147483647", "0e2147483647"}) {
    EXPECT_EQ(Message(AV::Number(text)), overflow) << text;
    EXPECT_EQ(Message(AV::Number(text), Wording::kOlder), underflow) << text;
    EXPECT_EQ(Message(AV::NumberSet({"1", text}), Wording::kOlder), underflow) << text;
  }
  for (const char* text : {"1e2147483646", "1e126", "0.1e2147483647"}) {
    EXPECT_EQ(Message(AV::Number(text), Wording::kOlder), overflow) << text;
  }
  EXPECT_EQ(Message(AV::Number("1e-2147483647"), Wording::kOlder), underflow);
  // BigDecimal refuses an exponent of more than 32 bits, even where the scale has fewer.
  EXPECT_EQ(Message(AV::Number("1e2147483648"), Wording::kOlder),
            "The parameter cannot be converted to a numeric value: 1e2147483648");
}

// Sorting each map as it ends would move the innermost bytes 900 times.
TEST(ValueBuilderTest, DeeplyNestedMapsMayComeUnsorted) {
  constexpr int kLevels = 900;
  const std::string text(10'000'000, 'x');
  const auto build = [&](bool sorted) {
    ValueBuilder builder(ValueBuilder::Root::kMap);
    builder.BeginMap();
    for (int i = 0; i < kLevels; ++i) {
      if (!sorted) {
        builder.Name("z");
        builder.Number("1");
      }
      builder.Name("m");
      builder.BeginMap();
    }
    builder.Name("text");
    builder.String(text);
    for (int i = 0; i < kLevels; ++i) {
      builder.EndMap();
      if (sorted) {
        builder.Name("z");
        builder.Number("1");
      }
    }
    builder.EndMap();
    return std::move(builder).TakeMap();
  };
  EXPECT_EQ(build(true), build(false));
}

TEST(ValueBuilderTest, MapsComeInAnyOrderAtEveryDepthAndInLists) {
  const auto pack = [](bool sorted) {
    ValueBuilder builder(ValueBuilder::Root::kValue);
    const auto scalar = [&](const char* name, const char* text) {
      builder.Name(name);
      builder.String(text);
    };
    builder.BeginList();
    builder.String("first");
    builder.BeginMap();
    scalar("a", "1");
    builder.Name("list");
    builder.BeginList();
    builder.Bool(true);
    builder.BeginMap();
    if (!sorted) scalar("y", "replaced, and longer");
    if (!sorted) scalar("y", "2");
    scalar("x", "3");
    if (sorted) scalar("y", "2");
    builder.EndMap();
    builder.BeginSet(ValueType::kStringSet);
    builder.Element(sorted ? "s" : "t");
    builder.Element(sorted ? "t" : "s");
    builder.EndSet();
    builder.EndList();
    scalar("z", "4");
    builder.EndMap();
    builder.BeginMap();
    builder.EndMap();
    builder.EndList();
    return std::move(builder).TakeValue();
  };
  EXPECT_EQ(pack(true), pack(false));
  EXPECT_EQ(pack(false).problem(), nullptr);
}

TEST(AttributeValueTest, ALeafMaySitAtLevel32AndNoDeeper) {
  AttributeValue value = AV::String("leaf");
  for (int level = 1; level < 32; ++level) value = AV::List({value});
  EXPECT_EQ(value.problem(), nullptr);
  EXPECT_EQ(AttributeMap({{"a", value}}).problem(), nullptr);
  const AttributeValue deeper = AV::List({value});
  ASSERT_NE(deeper.problem(), nullptr);
  EXPECT_EQ(deeper.problem()->kind, ValueProblem::Kind::kTooDeep);
}

// Some operations report the nesting first, some the other problem; in some, the number of levels decides.
TEST(AttributeValueTest, KeepsTheNestingProblemAndTheFirstOtherProblem) {
  const auto deep = [](int lists, const AV& leaf) {
    AV value = leaf;
    for (int i = 0; i < lists; ++i) value = AV::List({value});
    return value;
  };
  const AV only_deep = deep(40, AV::String("leaf"));
  EXPECT_EQ(NestingProblem(only_deep.problem())->levels, 41);
  EXPECT_EQ(ProblemBesidesNesting(only_deep.problem()), nullptr);

  const auto build = [&](bool deep_first) {
    ValueBuilder builder(ValueBuilder::Root::kMap);
    const auto add_deep = [&] {
      builder.Name("deep");
      builder.Value(only_deep.view());
    };
    builder.BeginMap();
    if (deep_first) add_deep();
    builder.Name("m");
    builder.Number("none");
    builder.Name("n");
    builder.Number("nothing");
    if (!deep_first) add_deep();
    builder.EndMap();
    return std::move(builder).TakeMap();
  };
  for (const bool deep_first : {true, false}) {
    const AttributeMap map = build(deep_first);
    EXPECT_EQ(NestingProblem(map.problem())->levels, 41);
    EXPECT_EQ(ProblemBesidesNesting(map.problem())->text, "none");
    const AV whole = AV::List({AV::Map(map)});
    EXPECT_EQ(ProblemBesidesNesting(whole.problem())->text, "none") << "a list has both problems of its element";
    EXPECT_GE(NestingProblem(whole.problem())->levels, 41);
  }
  EXPECT_EQ(build(true).problem()->kind, ValueProblem::Kind::kTooDeep);
  EXPECT_EQ(build(false).problem()->kind, ValueProblem::Kind::kNumberMalformed);
  EXPECT_EQ(NestingProblem(AV::Number("x").problem()), nullptr);
}

TEST(AttributeValueTest, ReadsPackedValues) {
  const AttributeMap item{{"z", AV::List({AV::String("x"), AV::Map({{"k", AV::Number("1.50")}})})},
                          {"name", AV::String(std::string(300, 'n'))},
                          {"set", AV::NumberSet({"10", "-3", "2"})}};
  EXPECT_EQ(item.Find("name")->bytes().size(), 300u);
  EXPECT_EQ(item.Find("absent"), std::nullopt);
  std::string members;
  for (const std::string_view member : item.Find("set")->set()) members += Number::FromBytes(member).ToText() + " ";
  EXPECT_EQ(members, "-3 2 10 ");
  EXPECT_TRUE(item.Find("set")->set().Contains(Number(10).bytes()));
  EXPECT_FALSE(item.Find("set")->set().Contains(Number(11).bytes()));
  const DocumentPath path{{PathElement::Name("z"), PathElement::Index(1), PathElement::Name("k")}};
  EXPECT_EQ(path.ToText(), "[z, [1], k]");
  EXPECT_EQ(Number::FromBytes(Resolve(item, path)->bytes()).ToText(), "1.5");
  EXPECT_EQ(Resolve(item, {{PathElement::Name("z"), PathElement::Index(2)}}), std::nullopt);
  EXPECT_EQ(Resolve(item, {{PathElement::Name("z"), PathElement::Name("k")}}), std::nullopt);
}

TEST(KeyBytesTest, CompositesOrderByTheirParts) {
  const auto composite = [](std::string_view first, std::string_view second) {
    std::string bytes;
    AppendKeyPart(first, &bytes);
    bytes += second;
    return bytes;
  };
  using std::string_literals::operator""s;
  EXPECT_LT(composite("a", "z"), composite("ab", "a"));
  EXPECT_LT(composite("a", "\xff\xff"), composite("a\0"s, ""));
  EXPECT_LT(composite("a\0"s, "z"), composite("a\0\0"s, ""));
  EXPECT_LT(composite("a\0\0"s, "z"), composite("a\1", ""));
  EXPECT_LT(composite("", "z"), composite("\0"s, ""));
}

TEST(KeyBytesTest, AfterPrefixBoundsEveryStringThatBeginsWithIt) {
  EXPECT_EQ(AfterPrefix("ab"), "ac");
  EXPECT_EQ(AfterPrefix("a\xff"), "b");
  EXPECT_EQ(AfterPrefix("\xff\xff"), "");
  EXPECT_EQ(AfterPrefix(""), "");
}

}  // namespace
}  // namespace holdfast
