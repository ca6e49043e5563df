// The forms that a KeyConditionExpression may have, and the key clauses that Query gets from it.
#include "engine/expressions/key_condition_expression.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::testing {
namespace {

std::string Parse(std::string_view text) {
  return MessageOf(KeyConditionExpression::Parse(text, &UsualRequest()->placeholders));
}

TEST(KeyCondition, ClausesAreInTextOrderWithTheAttributeOnTheLeft) {
  struct Case {
    std::string text;
    KeyOperator op;
  };
  const std::vector<Case> cases = {
      {"pk = :s AND sk = :n", KeyOperator::kEqual},           {"pk = :s AND sk < :n", KeyOperator::kLess},
      {"pk = :s AND sk <= :n", KeyOperator::kLessOrEqual},    {"(pk = :s) AND (sk > (:n))", KeyOperator::kGreater},
      {"pk = :s AND sk >= :n", KeyOperator::kGreaterOrEqual}, {"pk = :s AND :n = sk", KeyOperator::kEqual},
      {"pk = :s AND :n < sk", KeyOperator::kGreater},         {"pk = :s AND :n <= sk", KeyOperator::kGreaterOrEqual},
      {"pk = :s AND :n > (sk)", KeyOperator::kLess},          {":s = pk AND :n >= sk", KeyOperator::kLessOrEqual},
  };
  for (const Case& c : cases) {
    const auto request = UsualRequest();
    const auto condition = KeyConditionExpression::Parse(c.text, &request->placeholders);
    ASSERT_TRUE(condition.ok()) << c.text << MessageOf(condition);
    ASSERT_EQ(condition->clauses().size(), 2u) << c.text;
    EXPECT_EQ(condition->clauses()[0].attribute, "pk");
    EXPECT_EQ(condition->clauses()[0].op, KeyOperator::kEqual);
    EXPECT_EQ(condition->clauses()[0].operand, S("text").view());
    EXPECT_EQ(condition->clauses()[1].attribute, "sk");
    EXPECT_EQ(condition->clauses()[1].op, c.op) << c.text;
    EXPECT_EQ(condition->clauses()[1].operand, N("1").view());
    EXPECT_FALSE(condition->clauses()[1].upper.has_value());
  }
}

TEST(KeyCondition, RangesAndPrefixes) {
  const auto request = UsualRequest();
  const auto between = KeyConditionExpression::Parse("#n BETWEEN :n AND :m AND #a = :s", &request->placeholders);
  ASSERT_TRUE(between.ok()) << MessageOf(between);
  ASSERT_EQ(between->clauses().size(), 2u);
  EXPECT_EQ(between->clauses()[0].attribute, "name");
  EXPECT_EQ(between->clauses()[0].op, KeyOperator::kBetween);
  EXPECT_EQ(between->clauses()[0].operand, N("1").view());
  EXPECT_EQ(between->clauses()[0].upper, N("2").view());
  EXPECT_EQ(between->clauses()[1].attribute, "a");

  const auto prefix = KeyConditionExpression::Parse("begins_with(sk, :t)", &request->placeholders);
  ASSERT_TRUE(prefix.ok());
  EXPECT_EQ(prefix->clauses()[0].op, KeyOperator::kBeginsWith);
  EXPECT_EQ(prefix->clauses()[0].operand, S("tex").view());
}

// The messages are those that DynamoDB returned. Those captured in 2026 begin with `Invalid KeyConditionExpression: `,
// those from older captures do not.
TEST(KeyCondition, RefusesOtherForms) {
  const std::string invalid_operator = "Invalid operator used in KeyConditionExpression: ";
  const std::string invalid_condition = "Invalid condition in KeyConditionExpression: ";
  const std::string nested = "KeyConditionExpressions cannot contain nested operations";
  const std::string prefix = "Invalid KeyConditionExpression: ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"pk = :s OR sk = :n", invalid_operator + "OR"},
      {"NOT pk = :s", invalid_operator + "NOT"},
      {"pk = :s AND (NOT sk = :n)", invalid_operator + "NOT"},
      {"pk IN (:s)", invalid_operator + "IN"},
      {"pk <> :s", invalid_operator + "<>"},
      {"attribute_exists(pk)", invalid_operator + "attribute_exists"},
      {"pk = :s AND attribute_not_exists(sk)", invalid_operator + "attribute_not_exists"},
      {"attribute_type(pk, :S)", invalid_operator + "attribute_type"},
      {"contains(pk, :s)", invalid_operator + "contains"},
      {"size(pk) = :n", nested},
      {"pk BETWEEN :n AND size(sk)", nested},
      {":n BETWEEN pk AND sk", invalid_condition + "BETWEEN operator must have the key attribute as its first operand"},
      {"begins_with(:s, pk)",
       invalid_condition + "begins_with operator must have the key attribute as its first operand"},
      {"pk = sk", invalid_condition + "Multiple attribute names used in one condition"},
      {"pk BETWEEN sk AND :n", invalid_condition + "Multiple attribute names used in one condition"},
      {":s = :t", invalid_condition + "No key attribute specified"},
      {"pk.a = :s", prefix + "KeyConditionExpressions cannot have conditions on nested attributes"},
      {"pk = :s AND begins_with(sk[0], :s)",
       prefix + "KeyConditionExpressions cannot have conditions on nested attributes"},
      {"pk = :s AND #a = :s AND a > :s", prefix + "KeyConditionExpressions must only contain one condition per key"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(Parse(text), message) << text;
}

TEST(KeyCondition, TheChecksOfAnyConditionComeBeforeThoseOfAKeyCondition) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "The expression can not be empty;"},
      {"pk = :s OR sk = :undefined",
       "An expression attribute value used in expression is not defined; attribute value: :undefined"},
      {"begins_with(sk, :n)",
       "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N"},
      {"pk = :s AND sk >= :bool",
       "Incorrect operand type for operator or function; operator or function: >=, operand type: BOOL"},
      {"sk BETWEEN :null AND :null",
       "Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: NULL"},
      {"sk BETWEEN :m AND :n",
       "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: "
       "AttributeValue: {N:2}, upper bound operand: AttributeValue: {N:1}"},
      {"pk = pk",
       "The first operand must be distinct from the remaining operands for this operator or function; operator: =, "
       "first operand: [pk]"},
      {"name = :s", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"((pk = :s))", "The expression has redundant parentheses;"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_EQ(Parse(text), "Invalid KeyConditionExpression: " + message) << text;
  }
  EXPECT_EQ(Parse("pk = :bool"), "(ok)");  // refused later, by the check against the key schema
}

TEST(KeyCondition, AnErrorOfTheStructureCanBeReturnedSeparately) {
  const auto request = UsualRequest();
  Status structure;
  EXPECT_TRUE(KeyConditionExpression::Parse("pk = :s OR sk = :n", &request->placeholders, &structure).ok());
  EXPECT_EQ(MessageOf(structure), "Invalid operator used in KeyConditionExpression: OR");
  EXPECT_FALSE(KeyConditionExpression::Parse("pk = ", &request->placeholders, &structure).ok());
  EXPECT_TRUE(KeyConditionExpression::Parse("pk = :s", &request->placeholders, &structure).ok());
  EXPECT_TRUE(structure.ok());
}

}  // namespace
}  // namespace holdfast::testing
