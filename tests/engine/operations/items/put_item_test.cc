#include "engine/operations/items/put_item.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/operations/item_table.h"

namespace holdfast::testing {
namespace {

const std::string kOneError = "1 validation error detected: ";

TEST(PutItem, CreatesAndReplaces) {
  ItemTable table;
  const auto created = PutItem(table.state, Put(ItemWith("a", "1", {{"x", N("1")}, {"y", N("2")}})));
  ASSERT_EQ(Outcome(created), "ok");
  EXPECT_EQ(Format(created->attributes), kAbsent);
  EXPECT_FALSE(created->consumed_capacity.has_value());
  EXPECT_FALSE(created->item_collection_metrics.has_value());
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({pk: "a", sk: "1", x: 1, y: 2})");
  ASSERT_EQ(Outcome(PutItem(table.state, Put(ItemWith("a", "1", {{"z", N("3")}})))), "ok");
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({pk: "a", sk: "1", z: 3})") << "nothing of the old item is left";
}

TEST(PutItem, ReturnsTheReplacedItemIfRequested) {
  ItemTable table;
  PutItemRequest request = Put(ItemWith("a", "1", {{"n", N("1")}}));
  request.return_values = ReturnValues::kAllOld;
  EXPECT_EQ(Format(PutItem(table.state, request)->attributes), kAbsent) << "no item was replaced";
  EXPECT_EQ(Format(PutItem(table.state, request)->attributes), R"({n: 1, pk: "a", sk: "1"})")
      << "the replaced item was equal";
  request.item = Key("a", "1");
  EXPECT_EQ(Format(PutItem(table.state, request)->attributes), R"({n: 1, pk: "a", sk: "1"})");
  request.return_values = ReturnValues::kNone;
  EXPECT_EQ(Format(PutItem(table.state, request)->attributes), kAbsent);
  for (const ReturnValues form : {ReturnValues::kAllNew, ReturnValues::kUpdatedNew, ReturnValues::kUpdatedOld}) {
    request.return_values = form;
    EXPECT_EQ(Outcome(PutItem(table.state, request)), kOneError + "ReturnValues can only be ALL_OLD or NONE");
  }
}

TEST(PutItem, KeepsEveryTypeAsItWasSent) {
  ItemTable table;
  const AttributeMap item = ItemWith("a", "1",
                                     {{"s", S("")},
                                      {"n", N("-1.50")},
                                      {"b", B(std::string("\0\xff", 2))},
                                      {"t", Bool(true)},
                                      {"f", Bool(false)},
                                      {"null", Null()},
                                      {"ss", Ss({"", "x"})},
                                      {"ns", Ns({"1", "-2"})},
                                      {"bs", Bs({""})},
                                      {"l", L({L({}), M({}), N("1")})},
                                      {"m", M({{"k", L({S("x")})}})}});
  table.Store(item);
  const auto response = GetItem(table.state, Get(Key("a", "1")));
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_TRUE(response->item->view() == item.view()) << Format(response->item);
}

TEST(PutItem, OneNumberIsOneKeyHoweverItIsSpelled) {
  TableDefinition definition = PlainTable(kItems);
  definition.attribute_definitions = {Define("pk", ScalarAttributeType::kNumber), Define("sk")};
  ItemTable table(definition);
  table.Store({{"pk", N("1")}, {"sk", S("s")}, {"v", S("first")}});
  table.Store({{"pk", N("1.0")}, {"sk", S("s")}, {"v", S("second")}});
  EXPECT_EQ(table.Stored({{"pk", N("10e-1")}, {"sk", S("s")}}), R"({pk: 1, sk: "s", v: "second"})");
}

TEST(PutItem, PutsOnlyIfTheConditionIsTrue) {
  ItemTable table;
  EXPECT_EQ(Outcome(PutItem(table.state, If(Put(Key("a", "1")), "attribute_exists(pk)"))), kConditionFailed);
  EXPECT_EQ(table.Stored(Key("a", "1")), kAbsent);
  EXPECT_EQ(Outcome(PutItem(table.state, If(Put(Key("a", "1")), "attribute_not_exists(pk)"))), "ok");
  EXPECT_EQ(Outcome(PutItem(table.state, If(Put(ItemWith("a", "1", {{"x", N("1")}})), "attribute_not_exists(pk)"))),
            kConditionFailed);
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({pk: "a", sk: "1"})");
}

TEST(PutItem, AFailedConditionReturnsTheItemIfRequested) {
  ItemTable table;
  table.Store(ItemWith("a", "1", {{"n", N("1")}}));
  PutItemRequest request = If(Put(Key("a", "1")), "attribute_not_exists(pk)");
  EXPECT_EQ(ItemOf(PutItem(table.state, request)), kAbsent);
  request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::kNone;
  EXPECT_EQ(ItemOf(PutItem(table.state, request)), kAbsent);
  request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::kAllOld;
  EXPECT_EQ(Outcome(PutItem(table.state, request)), kConditionFailed);
  EXPECT_EQ(ItemOf(PutItem(table.state, request)), R"({n: 1, pk: "a", sk: "1"})");
  request = If(Put(Key("a", "2")), "attribute_exists(pk)");
  request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::kAllOld;
  EXPECT_EQ(ItemOf(PutItem(table.state, request)), kAbsent) << "there is no item";
}

TEST(PutItem, PutsOnlyIfExpectedHolds) {
  ItemTable table;
  PutItemRequest request = Put(ItemWith("a", "1", {{"n", N("1")}}));
  ExpectedAttributeValue absent;
  absent.exists = false;
  request.expected = {{"pk", absent}};
  EXPECT_EQ(Outcome(PutItem(table.state, request)), "ok");
  EXPECT_EQ(Outcome(PutItem(table.state, request)), kConditionFailed);
  ExpectedAttributeValue one;
  one.value = N("1");
  request.expected = {{"pk", absent}, {"n", one}};
  EXPECT_EQ(Outcome(PutItem(table.state, request)), kConditionFailed);
  request.conditional_operator = ConditionalOperator::kOr;
  EXPECT_EQ(Outcome(PutItem(table.state, request)), "ok");
  request.expected.emplace();
  request.conditional_operator = {};
  EXPECT_EQ(Outcome(PutItem(table.state, request)), "ok");
}

TEST(PutItem, AnItemHasAtMostFourHundredKilobytes) {
  ItemTable table;
  EXPECT_EQ(Outcome(PutItem(table.state, Put(ItemOfSize("a", "1", 409'600)))), "ok");
  EXPECT_EQ(Outcome(PutItem(table.state, Put(ItemOfSize("a", "1", 409'601)))),
            "Item size has exceeded the maximum allowed size");
}

TEST(PutItem, KeysMayBeAsLongAsTheLimits) {
  ItemTable table;
  EXPECT_EQ(Outcome(PutItem(table.state, Put(Key(std::string(2048, 'p'), std::string(1024, 's'))))), "ok");
}

}  // namespace
}  // namespace holdfast::testing
