#include "engine/read/key_range.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "engine/values/key_bytes.h"
#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::testing {
namespace {

const std::string kZero(1, '\0');

// Strings in key order.
const std::vector<std::string> kAscending = {kZero, kZero + "\xff", "a",       "a" + kZero, "a" + kZero + "b", "ab",
                                             "b",   "\xff",         "\xff\xff"};

struct Operator {
  const char* name;
  KeyOperator op;
  std::function<bool(const std::string& key, const std::string& low, const std::string& high)> selects;
};
const Operator kOperators[] = {
    {"=", KeyOperator::kEqual, [](auto& key, auto& low, auto&) { return key == low; }},
    {"<", KeyOperator::kLess, [](auto& key, auto& low, auto&) { return key < low; }},
    {"<=", KeyOperator::kLessOrEqual, [](auto& key, auto& low, auto&) { return key <= low; }},
    {">", KeyOperator::kGreater, [](auto& key, auto& low, auto&) { return key > low; }},
    {">=", KeyOperator::kGreaterOrEqual, [](auto& key, auto& low, auto&) { return key >= low; }},
    {"BETWEEN", KeyOperator::kBetween, [](auto& key, auto& low, auto& high) { return key >= low && key <= high; }},
    {"begins_with", KeyOperator::kBeginsWith, [](auto& key, auto& low, auto&) { return key.starts_with(low); }},
};

// Compares `contains(clause, key)` with the meaning of the operator, for all operators, operands and keys.
void ExpectMeaning(const std::function<bool(const KeyClause& clause, const std::string& key)>& contains) {
  for (const Operator& op : kOperators) {
    for (size_t low = 0; low < kAscending.size(); ++low) {
      for (size_t high = low; high < kAscending.size(); ++high) {
        const AttributeValue low_value = B(kAscending[low]);
        const AttributeValue high_value = B(kAscending[high]);
        KeyClause clause{"k", op.op, low_value.view(), std::nullopt};
        if (op.op == KeyOperator::kBetween) clause.upper = high_value.view();
        for (size_t key = 0; key < kAscending.size(); ++key) {
          EXPECT_EQ(contains(clause, kAscending[key]), op.selects(kAscending[key], kAscending[low], kAscending[high]))
              << "key " << key << ' ' << op.name << ' ' << low << ", " << high;
        }
      }
    }
  }
}

TEST(KeyRange, OperatorsSelectSortKeysOfATable) {
  ExpectMeaning([](const KeyClause& clause, const std::string& key) { return RangeOfKey(clause).Contains(key); });
}

TEST(KeyRange, OperatorsSelectPartsOfACompositeKey) {
  for (const std::string before : {"", "p", "\xff"}) {
    std::string prefix;
    if (!before.empty()) AppendKeyPart(before, &prefix);
    for (const std::string& after : {std::string(), kZero, std::string("zz"), std::string("\xff\xff")}) {
      ExpectMeaning([&](const KeyClause& clause, const std::string& key) {
        std::string composite = prefix;
        AppendKeyPart(key, &composite);
        return RangeOfKeyPart(prefix, clause).Contains(composite + after);
      });
    }
  }
}

TEST(KeyRange, APartsRangeStaysWithinItsPrefix) {
  std::string prefix;
  AppendKeyPart("p", &prefix);
  for (const std::string other : {"o", "pp", "q", ""}) {
    std::string composite;
    AppendKeyPart(other, &composite);
    AppendKeyPart("a", &composite);
    for (const Operator& op : kOperators) {
      const AttributeValue low = B("a");
      KeyClause clause{"k", op.op, low.view(), std::nullopt};
      if (op.op == KeyOperator::kBetween) clause.upper = low.view();
      EXPECT_FALSE(RangeOfKeyPart(prefix, clause).Contains(composite)) << other << ' ' << op.name;
    }
  }
}

TEST(KeyRange, APrefixSelectsKeysThatBeginWithIt) {
  EXPECT_TRUE(RangeOfPrefix("").Contains(""));
  EXPECT_TRUE(RangeOfPrefix("").Contains("\xff\xff\xff"));
  EXPECT_TRUE(RangeOfPrefix("a").Contains("a"));
  EXPECT_TRUE(RangeOfPrefix("a").Contains("a\xff\xff"));
  EXPECT_FALSE(RangeOfPrefix("a").Contains("b"));
  EXPECT_FALSE(RangeOfPrefix("a").Contains(""));
  EXPECT_TRUE(RangeOfPrefix("\xff\xff").Contains("\xff\xff\xff"))
      << "no string is greater than all strings with this prefix";
  EXPECT_FALSE(RangeOfPrefix("\xff\xff").Contains("\xff"));
}

// kNotIndexable stands for an operator that no key allows. A key condition with it is refused before its range is read;
// the range is empty nevertheless.
TEST(KeyRange, AnOperatorThatNoKeyAllowsSelectsNothing) {
  const AttributeValue null = Null();
  const KeyClause clause{"k", KeyOperator::kNotIndexable, null.view(), std::nullopt};
  for (const std::string& key : kAscending) {
    EXPECT_FALSE(RangeOfKey(clause).Contains(key));
    EXPECT_FALSE(RangeOfKeyPart("", clause).Contains(key));
  }
}

}  // namespace
}  // namespace holdfast::testing
