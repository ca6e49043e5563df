// The cache of parsed and resolved expressions: what it returns, keeps apart and evicts.
#include "engine/expressions/syntax/resolved_expression.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "engine/expressions/condition_expression.h"
#include "engine/expressions/update_expression.h"
#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::testing {
namespace {

Result<ResolvedExpressionRef> Resolved(ExpressionKind kind, std::string_view text, bool allow_arithmetic = false) {
  const ExpressionAttributeNames names = {{"#d", "data"}};
  Placeholders placeholders(&names, nullptr);
  return ResolveExpression(kind, text, allow_arithmetic, &placeholders);
}

std::string Format(const ResolvedExpression& resolved) {
  const ExpressionShape& shape = resolved.shape;
  std::string formatted = std::to_string(shape.root);
  for (const Node& node : shape.tree.nodes) {
    formatted += " (" + std::to_string(static_cast<int>(node.kind)) + " " + std::string(resolved.parsed->TextOf(node)) +
                 " " + std::to_string(node.operand_count) + " " + std::to_string(node.first_operand) + " " +
                 std::to_string(node.next) + " " + std::to_string(node.leaf) + ")";
  }
  for (const DocumentPath& path : shape.paths) formatted += " " + path.ToText();
  for (size_t i = 0; i < shape.actions.size(); ++i) {
    formatted += " " + std::to_string(static_cast<int>(shape.actions[i].kind)) + "@" + shape.targets[i].ToText() + "=" +
                 std::to_string(shape.actions[i].operand);
  }
  for (const uint32_t position : shape.order.positions) formatted += " " + std::to_string(position);
  return formatted;
}

TEST(ResolvedExpressionTest, ACachedExpressionEqualsTheParsedOne) {
  const struct {
    ExpressionKind kind;
    std::string text;
  } cases[] = {
      {ExpressionKind::kCondition, "a = :v AND (NOT b.c[1] IN (:v, :w) OR size(#d) BETWEEN :v AND :w)"},
      {ExpressionKind::kFilter, "contains(a, :v)"},
      {ExpressionKind::kKeyCondition, "pk = :pk AND begins_with(sk, :sk)"},
      {ExpressionKind::kProjection, "b.c[2], a, #d"},
      {ExpressionKind::kUpdate, "SET b[0] = :v, a = if_not_exists(a, :v) + :w REMOVE c.#d ADD e :w DELETE f :s"},
      // Too long for the cache: parsed each time.
      {ExpressionKind::kCondition, "a = :v" + std::string(2'000, ' ')},
  };
  for (const auto& c : cases) {
    std::string first;
    for (int time = 0; time < 3; ++time) {
      // The text has another address each time.
      const std::string text = c.text;
      const auto resolved = Resolved(c.kind, text);
      ASSERT_TRUE(resolved.ok()) << c.text;
      EXPECT_EQ((*resolved)->parsed->text, c.text);
      EXPECT_EQ((*resolved)->parsed->kind, c.kind);
      if (time == 0) first = Format(**resolved);
      EXPECT_EQ(Format(**resolved), first);
    }
    // The cache of a new thread is empty.
    std::thread([&] { EXPECT_EQ(Format(**Resolved(c.kind, c.text)), first); }).join();
  }
}

// With so many pairs, both texts of some pair share a set of the cache, which is set-associative and must keep both.
TEST(ResolvedExpressionTest, TwoAlternatingTextsAreBothCached) {
  for (int pair = 0; pair < 500; ++pair) {
    const std::string a = "a" + std::to_string(pair) + " = :v";
    const std::string b = "b" + std::to_string(pair) + " = :v";
    const ResolvedExpressionRef first_a = *Resolved(ExpressionKind::kCondition, a);
    const ResolvedExpressionRef first_b = *Resolved(ExpressionKind::kCondition, b);
    EXPECT_EQ(*Resolved(ExpressionKind::kCondition, a), first_a) << a;
    EXPECT_EQ(*Resolved(ExpressionKind::kCondition, b), first_b) << b;
  }
}

TEST(ResolvedExpressionTest, OneTextIsCachedWithDifferentNames) {
  const auto resolve = [](std::string_view name) {
    const ExpressionAttributeNames names = {{"#n", std::string(name)}};
    Placeholders placeholders(&names, nullptr);
    return *ResolveExpression(ExpressionKind::kCondition, "#n = :v", false, &placeholders);
  };
  const ResolvedExpressionRef price = resolve("price");
  const ResolvedExpressionRef amount = resolve("amount");
  EXPECT_EQ(resolve("price"), price);
  EXPECT_EQ(resolve("amount"), amount);
  EXPECT_NE(Format(*price), Format(*amount));
}

TEST(ResolvedExpressionTest, AnInvalidTextIsRefusedEachTime) {
  for (int time = 0; time < 3; ++time) {
    EXPECT_EQ(MessageOf(Resolved(ExpressionKind::kCondition, "")),
              "Invalid ConditionExpression: The expression can not be empty;");
    EXPECT_EQ(MessageOf(Resolved(ExpressionKind::kUpdate, "SET status = :v")),
              "Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: status");
    EXPECT_EQ(MessageOf(Resolved(ExpressionKind::kUpdate, "SET a = :v SET b = :v")),
              "Invalid UpdateExpression: The \"SET\" section can only be used once in an update expression;");
    EXPECT_EQ(MessageOf(Resolved(ExpressionKind::kCondition, "nothing(a)")),
              "Invalid ConditionExpression: Invalid function name; function: nothing");
  }
}

TEST(ResolvedExpressionTest, OneTextOfTwoKindsIsTwoExpressions) {
  ASSERT_TRUE(Resolved(ExpressionKind::kUpdate, "SET a = :v").ok());
  EXPECT_FALSE(Resolved(ExpressionKind::kCondition, "SET a = :v").ok());
  ASSERT_TRUE(Resolved(ExpressionKind::kCondition, "a = :v").ok());
  EXPECT_EQ((*Resolved(ExpressionKind::kFilter, "a = :v"))->parsed->kind, ExpressionKind::kFilter);
  ASSERT_TRUE(Resolved(ExpressionKind::kCondition, "a + :v > :w", /*allow_arithmetic=*/true).ok());
  EXPECT_FALSE(Resolved(ExpressionKind::kCondition, "a + :v > :w", /*allow_arithmetic=*/false).ok());
}

bool Holds(std::string_view text, const ExpressionAttributeValues& values, const AttributeMap& item) {
  Placeholders placeholders(nullptr, &values);
  const auto condition = ConditionExpression::Parse(ExpressionKind::kCondition, text, &placeholders);
  EXPECT_TRUE(condition.ok()) << text << ": " << MessageOf(condition);
  return condition.ok() && condition->Evaluate(item.view());
}

TEST(ResolvedExpressionTest, ACachedTextUsesTheValuesOfItsRequest) {
  const AttributeMap item = {{"a", N("1")}};
  for (int time = 0; time < 3; ++time) {
    EXPECT_TRUE(Holds("a = :v", {{":v", N("1")}}, item));
    EXPECT_FALSE(Holds("a = :v", {{":v", N("2")}}, item));
  }
}

// The path that an update writes to, and the error of parsing it or of unused names.
struct TargetAndError {
  std::string path;
  std::string error;
};
TargetAndError TargetOf(std::string_view text, const ExpressionAttributeNames& names) {
  const ExpressionAttributeValues values = {{":v", N("1")}};
  Placeholders placeholders(&names, &values);
  const auto update = UpdateExpression::Parse(text, &placeholders);
  if (!update.ok()) return {"", MessageOf(update)};
  return {update->targets()[0].ToText(), MessageOf(placeholders.CheckAllUsed())};
}

TEST(ResolvedExpressionTest, ACachedTextUsesTheNamesOfItsRequest) {
  for (int time = 0; time < 3; ++time) {
    for (const std::string_view text : {"SET #a = :v", "SET #b.#a = :v"}) {
      const bool nested = text.find("#b") != std::string_view::npos;
      const std::string parent = nested ? "in, " : "";
      for (const std::string& name : {std::string("x"), std::string("x"), std::string("y"), std::string(60'000, 'z')}) {
        ExpressionAttributeNames names = {{"#a", name}};
        if (nested) names.push_back({"#b", "in"});
        const TargetAndError written = TargetOf(text, names);
        EXPECT_EQ(written.path, "[" + parent + name + "]");
        EXPECT_EQ(written.error, "(ok)");
        names.push_back({"#c", "unused"});
        EXPECT_EQ(TargetOf(text, names).error,
                  "Value provided in ExpressionAttributeNames unused in expressions: keys: {#c}");
      }
      EXPECT_EQ(TargetOf(text, {{"#b", "in"}}).error,
                "Invalid UpdateExpression: An expression attribute name used in the document path is not defined; "
                "attribute name: #a");
    }
  }
}

// Far more texts than a cache has slots, on several threads, each of which has a cache of its own.
TEST(ResolvedExpressionTest, TextsThatEvictEachOtherAreParsedAgain) {
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
