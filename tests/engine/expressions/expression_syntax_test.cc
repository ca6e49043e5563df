// That an expression seen before is read as it was the first time.
#include "engine/expressions/expression_syntax.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "engine/expressions/condition_expression.h"
#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::testing {
namespace {

Result<ParsedExpression> Syntax(ExpressionKind kind, std::string_view text, bool allow_arithmetic = false) {
  return SyntaxOf(kind, text, allow_arithmetic, Wording::kCurrent);
}

std::string Shown(const ParsedExpression& parsed) {
  std::string shown = std::to_string(parsed.root);
  for (const Node& node : parsed.tree.nodes) {
    shown += " (" + std::to_string(static_cast<int>(node.kind)) + " " + std::string(parsed.TextOf(node)) + " " +
             std::to_string(node.operand_count) + " " + std::to_string(node.first_operand) + " " +
             std::to_string(node.next) + " " + std::to_string(node.path) + ")";
  }
  for (const Token& element : parsed.elements) shown += " " + std::string(element.In(parsed.text));
  for (const ParsedPath& path : parsed.paths)
    shown += " " + std::to_string(path.first) + "+" + std::to_string(path.count);
  for (const ParsedAction& action : parsed.actions) {
    shown += " " + std::to_string(static_cast<int>(action.kind)) + "@" + std::to_string(action.target.first) + "=" +
             std::to_string(action.operand);
  }
  for (const UpdateActionKind section : parsed.sections) shown += " " + std::to_string(static_cast<int>(section));
  return shown;
}

TEST(ExpressionSyntaxTest, TheSecondTimeIsLikeTheFirst) {
  const struct {
    ExpressionKind kind;
    std::string text;
  } cases[] = {
      {ExpressionKind::kCondition, "a = :v AND (NOT b.c[1] IN (:v, :w) OR size(#d) BETWEEN :v AND :w)"},
      {ExpressionKind::kFilter, "contains(a, :v)"},
      {ExpressionKind::kKeyCondition, "pk = :pk AND begins_with(sk, :sk)"},
      {ExpressionKind::kProjection, "a, b.c[2], #d"},
      {ExpressionKind::kUpdate, "SET a = if_not_exists(a, :v) + :w, b[0] = :v REMOVE c.d ADD e :w DELETE f :s"},
      {ExpressionKind::kCondition, "a = :v" + std::string(2'000, ' ')},
  };
  for (const auto& c : cases) {
    const auto parsed = ParseExpression(c.kind, c.text, false, Wording::kCurrent);
    ASSERT_TRUE(parsed.ok()) << c.text;
    for (int time = 0; time < 3; ++time) {
      // In other memory each time.
      const std::string text = c.text;
      const auto syntax = Syntax(c.kind, text);
      ASSERT_TRUE(syntax.ok()) << c.text;
      EXPECT_EQ(syntax->text.data(), text.data());
      EXPECT_EQ(syntax->kind, c.kind);
      EXPECT_EQ(Shown(*syntax), Shown(*parsed));
    }
  }
}

TEST(ExpressionSyntaxTest, WhatIsWrongIsWrongEachTime) {
  for (int time = 0; time < 3; ++time) {
    EXPECT_EQ(MessageOf(Syntax(ExpressionKind::kCondition, "")),
              "Invalid ConditionExpression: The expression can not be empty;");
    EXPECT_EQ(MessageOf(Syntax(ExpressionKind::kUpdate, "SET status = :v")),
              "Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: status");
    EXPECT_EQ(MessageOf(Syntax(ExpressionKind::kUpdate, "SET a = :v SET b = :v")),
              "Invalid UpdateExpression: The \"SET\" section can only be used once in an update expression;");
    EXPECT_EQ(MessageOf(Syntax(ExpressionKind::kCondition, "nothing(a)")),
              "Invalid ConditionExpression: Invalid function name; function: nothing");
  }
}

TEST(ExpressionSyntaxTest, AnotherKindIsAnotherExpression) {
  ASSERT_TRUE(Syntax(ExpressionKind::kUpdate, "SET a = :v").ok());
  EXPECT_FALSE(Syntax(ExpressionKind::kCondition, "SET a = :v").ok());
  ASSERT_TRUE(Syntax(ExpressionKind::kCondition, "a = :v").ok());
  EXPECT_EQ(Syntax(ExpressionKind::kFilter, "a = :v")->kind, ExpressionKind::kFilter);
  ASSERT_TRUE(Syntax(ExpressionKind::kCondition, "a + :v > :w", /*allow_arithmetic=*/true).ok());
  EXPECT_FALSE(Syntax(ExpressionKind::kCondition, "a + :v > :w", /*allow_arithmetic=*/false).ok());
}

bool Holds(std::string_view text, const ExpressionAttributeValues& values, const AttributeMap& item) {
  Placeholders placeholders(nullptr, &values);
  const auto condition = ConditionExpression::Parse(ExpressionKind::kCondition, text, &placeholders);
  EXPECT_TRUE(condition.ok()) << text << ": " << MessageOf(condition);
  return condition.ok() && condition->Evaluate(item.view());
}

TEST(ExpressionSyntaxTest, TheSameTextHasOtherValues) {
  const AttributeMap item = {{"a", N("1")}};
  for (int time = 0; time < 3; ++time) {
    EXPECT_TRUE(Holds("a = :v", {{":v", N("1")}}, item));
    EXPECT_FALSE(Holds("a = :v", {{":v", N("2")}}, item));
  }
}

// Far more texts than are remembered, on several threads, each of which remembers its own.
TEST(ExpressionSyntaxTest, TextsThatTakeEachOthersPlaces) {
  const auto check = [] {
    const AttributeMap item = {{"a7", N("7")}};
    for (int round = 0; round < 3; ++round) {
      for (int i = 0; i < 500; ++i) {
        const std::string number = std::to_string(i);
        EXPECT_EQ(Holds("a" + number + " = :v" + number, {{":v" + number, N(number)}}, item), i == 7);
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(check);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace holdfast::testing
