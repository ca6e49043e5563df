#include "engine/values/return_cost.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/outcomes.h"

namespace holdfast::testing {
namespace {

TEST(StepsToReturn, FollowFromTheSizeIfValuesAreFew) {
  const ItemRef item = Item::Create(AttributeMap{{"pk", S("p")}, {"z", S(std::string(64'000, 'z'))}});
  EXPECT_EQ(StepsToReturn(*item), 1'000u);
}

TEST(StepsToReturn, FollowFromTheNumberIfValuesAreSmall) {
  const std::vector<AttributeValue> nulls(1'000, AttributeValue::Null());
  const AttributeValue list = AttributeValue::List(nulls);
  const ItemRef item = Item::Create(AttributeMap{{"pk", S("p")}, {"a", list}, {"b", M({{"c", list}})}});
  // Besides the NULLs: pk, two lists and a map.
  EXPECT_EQ(StepsToReturn(*item), (2'000u + 4) / 2);
}

TEST(StepsToReturn, OfControlCharactersFollowFromTheirEscapes) {
  const std::string text = std::string(32'000, '\x01') + std::string(32'000, '\n');
  for (const AttributeMap& attributes :
       {AttributeMap{{"pk", S("p")}, {"s", S(text)}}, AttributeMap{{"pk", S("p")}, {text, S("")}},
        AttributeMap{{"pk", S("p")}, {"l", AttributeValue::List({S(text)})}},
        AttributeMap{{"pk", S("p")}, {"m", M({{text, AttributeValue::Null()}})}},
        AttributeMap{{"pk", S("p")}, {"ss", AttributeValue::StringSet({text, "a"})}}}) {
    const ItemRef item = Item::Create(AttributeMap(attributes));
    EXPECT_EQ(StepsToReturn(*item), (6u + 1) * 500);
    EXPECT_GE(StepsToReturnMax(*item), StepsToReturn(*item));
  }
}

TEST(StepsToReturn, OfASmallItemCountItsControlCharactersOnlyIfItFollowsManyOthers) {
  const ItemRef item = Item::Create(AttributeMap{{"pk", S("p")}, {"s", S(std::string(380, '\x01'))}});
  EXPECT_EQ(StepsToReturn(*item), 384u / 64);
  EXPECT_EQ(StepsToReturn(*item, 1'000'000), (384u + 5 * 380) / 64);
}

TEST(StepsToReturnMax, IsReachedByAnItemOfTheSmallestValues) {
  const std::vector<AttributeValue> nulls(100'000, AttributeValue::Null());
  const ItemRef item = Item::Create(AttributeMap{{"pk", S("p")}, {"l", AttributeValue::List(nulls)}});
  EXPECT_GE(StepsToReturnMax(*item), StepsToReturn(*item));
  EXPECT_LT(StepsToReturnMax(*item), 3 * StepsToReturn(*item));
}

TEST(StepsToReturnMax, IsNotExceededByAnItemOfSetsOfAnEmptyString) {
  const std::vector<AttributeValue> sets(100'000, AttributeValue::StringSet({""}));
  const ItemRef item = Item::Create(AttributeMap{{"pk", S("p")}, {"l", AttributeValue::List(sets)}});
  EXPECT_GE(StepsToReturnMax(*item), StepsToReturn(*item));
  // Besides the elements of the sets: pk and the list.
  EXPECT_EQ(StepsToReturn(*item), (100'000u + 2) / 2);
}

}  // namespace
}  // namespace holdfast::testing
