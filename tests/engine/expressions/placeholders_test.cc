#include "engine/expressions/placeholders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/expressions/condition_expression.h"
#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::testing {
namespace {

std::string Check(ExpressionAttributeNames names, ExpressionAttributeValues values,
                  Wording wording = Wording::kCurrent) {
  return MessageOf(Placeholders(&names, &values).Check(wording));
}

TEST(Placeholders, AbsentMapsAreFine) {
  EXPECT_TRUE(Placeholders(nullptr, nullptr).Check(Wording::kCurrent).ok());
  EXPECT_TRUE(Placeholders(ExpressionFields{}).CheckAllUsed().ok());
}

TEST(Placeholders, NamesAreCheckedBeforeValuesAndPlaceholdersBeforeWhatTheyStandFor) {
  EXPECT_EQ(Check({}, {}), "ExpressionAttributeNames must not be empty");
  EXPECT_EQ(Check({{"#a", "a"}}, {}), "ExpressionAttributeValues must not be empty");
  for (const std::string key : {"a", "", "#", ":a", "#a-b", "#a b", "# a", "##a", "#\xc3\xa9"}) {
    EXPECT_EQ(Check({{"#valid", ""}, {key, "a"}}, {}),
              "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + "\"");
  }
  for (const std::string key : {"a", "", ":", "#a", ":a.b", "::a"}) {
    EXPECT_EQ(Check({{"#a", "a"}}, {{":bad", N("x")}, {key, N("1")}}),
              "ExpressionAttributeValues contains invalid key: Syntax error; key: \"" + key + "\"");
  }
  EXPECT_EQ(Check({{"#1_a", "a"}, {"#_", "b"}, {"#A", "c"}}, {{":0", N("1")}}), "(ok)");
}

TEST(Placeholders, APlaceholderHas255BytesAtMost) {
  const std::string longest = "#" + std::string(254, 'a');
  EXPECT_EQ(Check({{longest, "a"}}, {{":a", N("1")}}), "(ok)");
  EXPECT_EQ(Check({{longest + "a", "a"}}, {{":a", N("1")}}),
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + longest + "a\"");
}

TEST(Placeholders, ANamePlaceholderStandsForAValidAttributeName) {
  EXPECT_EQ(Check({{"#a", ""}}, {}),
            "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a");
  EXPECT_EQ(Check({{"#a", std::string(65535, 'x')}}, {{":a", N("1")}}), "(ok)");
  EXPECT_THAT(Check({{"#a", std::string(65536, 'x')}}, {{":a", N("1")}}),
              ::testing::HasSubstr("Attribute name is too large"));
}

TEST(Placeholders, OnlyTheOlderWordingPrefixesTheProblemOfAValue) {
  const ExpressionAttributeValues bad = {{":ok", N("1")}, {":v", N("1x")}};
  EXPECT_EQ(Check({{"#a", "a"}}, bad), "The parameter cannot be converted to a numeric value: 1x");
  EXPECT_EQ(Check({{"#a", "a"}}, bad, Wording::kOlder),
            "ExpressionAttributeValues contains invalid value: The parameter cannot be converted to a numeric value: "
            "1x for key :v");

  ValueBuilder null_builder(ValueBuilder::Root::kValue);
  null_builder.NoteProblem({ValueProblem::Kind::kNullNotTrue});
  null_builder.Null();
  const AttributeValue false_null = std::move(null_builder).TakeValue();
  const std::string null_message =
      "One or more parameter values were invalid: Null attribute value types must have the value of true";
  EXPECT_EQ(Check({{"#a", "a"}}, {{":v", false_null}}, Wording::kOlder), null_message);
  EXPECT_EQ(Check({{"#a", "a"}}, {{":v", false_null}}, Wording::kCurrent), null_message);

  EXPECT_EQ(Check({{"#a", "a"}}, {{":v", Nested(32)}}), "(ok)");
  EXPECT_EQ(Check({{"#a", "a"}}, {{":v", Nested(33)}}, Wording::kOlder),
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported "
            "limit");
}

TEST(Placeholders, ReturnsTheProblemOfTheFirstInvalidValue) {
  const ExpressionAttributeValues values = {{":a", N("1")}, {":b", Ss({})}, {":c", N("x")}};
  EXPECT_EQ(Placeholders(nullptr, &values).first_value_problem()->kind, ValueProblem::Kind::kEmptyStringSet);
  EXPECT_EQ(Placeholders(nullptr, nullptr).first_value_problem(), nullptr);
}

TEST(Placeholders, UnusedPlaceholdersAreListed) {
  Request request({{"#a", "a"}, {"#b", "b"}, {"#c", "c"}}, {{":a", N("1")}, {":b", N("1")}});
  EXPECT_EQ(MessageOf(request.placeholders.CheckAllUsed()),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b, #c}");
  ASSERT_TRUE(ConditionExpression::Parse(ExpressionKind::kCondition, "#a.#b = :b", &request.placeholders).ok());
  EXPECT_EQ(MessageOf(request.placeholders.CheckAllUsed()),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#c}");
  ASSERT_TRUE(ConditionExpression::Parse(ExpressionKind::kFilter, "attribute_exists(#c)", &request.placeholders).ok());
  EXPECT_EQ(MessageOf(request.placeholders.CheckAllUsed()),
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a}");
  // A placeholder is used if an expression contains it, evaluated or not.
  ASSERT_TRUE(ConditionExpression::Parse(ExpressionKind::kFilter, "c = :a AND d = :b", &request.placeholders).ok());
  EXPECT_TRUE(request.placeholders.CheckAllUsed().ok());
}

TEST(Placeholders, LargeMapsAreSearchedToo) {
  ExpressionAttributeNames names;
  ExpressionAttributeValues values;
  for (int i = 0; i < 1000; ++i) {
    const std::string number = std::to_string(i * 7919 % 1000);
    names.emplace_back("#n" + number, "name" + number);
    values.emplace_back(":v" + number, AttributeValue::Number(number));
  }
  Placeholders placeholders(&names, &values);
  for (int i = 0; i < 1000; ++i) {
    const std::string number = std::to_string(i);
    ASSERT_NE(placeholders.UseName("#n" + number), nullptr);
    EXPECT_EQ(*placeholders.UseName("#n" + number), "name" + number);
    EXPECT_EQ(Number::FromBytes(placeholders.UseValue(":v" + number)->bytes()).ToText(), number);
  }
  EXPECT_EQ(placeholders.UseName("#n1000"), nullptr);
  EXPECT_FALSE(placeholders.UseValue(":w").has_value());
  EXPECT_TRUE(placeholders.CheckAllUsed().ok());
}

}  // namespace
}  // namespace holdfast::testing
