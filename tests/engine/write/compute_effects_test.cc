#include "engine/write/compute_effects.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/base/limits.h"
#include "tests/engine/write/write_actions.h"

namespace holdfast::testing {
namespace {

ItemRef Stored(std::initializer_list<std::pair<std::string_view, AttributeValue>> attributes) {
  return Item::Create(AttributeMap(attributes));
}
ItemRef Counter() { return Stored({{"pk", S("p")}, {"sk", S("s")}, {"n", N("1")}}); }

TEST(ComputeEffect, HandlesEachKindOfAction) {
  ActionSource source(TableOf(IndexedTable()), "p", "s", {{":one", N("1")}});
  const ItemRef before = Counter();

  const WriteAction put = source.Put({{"m", N("2")}});
  Result<Effect> effect = ComputeEffect(put, before);
  ASSERT_EQ(Outcome(effect), "ok");
  EXPECT_EQ(effect->action, &put);
  EXPECT_TRUE(effect->changes());
  EXPECT_TRUE(effect->before == before);
  EXPECT_EQ(Format(effect->after), R"({m: 2, pk: "p", sk: "s"})");
  EXPECT_TRUE(effect->created == put.item);

  const WriteAction update = source.Update("ADD n :one");
  effect = ComputeEffect(update, before);
  ASSERT_EQ(Outcome(effect), "ok");
  EXPECT_EQ(Format(effect->after), R"({n: 2, pk: "p", sk: "s"})");
  EXPECT_EQ(Format(before), R"({n: 1, pk: "p", sk: "s"})") << "the old version does not change";

  const WriteAction deletion = source.Delete();
  effect = ComputeEffect(deletion, before);
  ASSERT_EQ(Outcome(effect), "ok");
  EXPECT_TRUE(effect->changes());
  EXPECT_EQ(Format(effect->after), kAbsent);

  const WriteAction check = source.Check();
  effect = ComputeEffect(check, before);
  ASSERT_EQ(Outcome(effect), "ok");
  EXPECT_FALSE(effect->changes());
  EXPECT_TRUE(effect->after == before);
}

TEST(ComputeEffect, AnEqualItemIsNoChange) {
  ActionSource source(TableOf(IndexedTable()), "p", "s", {{":one", N("1")}});
  const ItemRef before = Counter();
  for (const WriteAction& action :
       {source.Put({{"n", N("1.0")}}), source.Update("SET n = :one"), source.UpdateNothing()}) {
    const Result<Effect> effect = ComputeEffect(action, before);
    ASSERT_EQ(Outcome(effect), "ok");
    EXPECT_FALSE(effect->changes());
    EXPECT_TRUE(effect->after == before);
    EXPECT_TRUE(effect->created == nullptr);
  }
  EXPECT_FALSE(ComputeEffect(source.Delete(), nullptr)->changes());
}

TEST(ComputeEffect, HandlesAMissingItem) {
  ActionSource source(TableOf(IndexedTable()), "p", "s", {{":one", N("1")}});
  EXPECT_EQ(Format(ComputeEffect(source.Update("ADD n :one"), nullptr)->after), R"({n: 1, pk: "p", sk: "s"})");
  EXPECT_EQ(Format(ComputeEffect(source.Update("REMOVE n"), nullptr)->after), kAbsent);
  EXPECT_EQ(Format(ComputeEffect(source.UpdateNothing(), nullptr)->after), R"({pk: "p", sk: "s"})");
}

TEST(ComputeEffect, AFailedConditionIsAnError) {
  ActionSource source(TableOf(IndexedTable()), "p", "s", {{":two", N("2")}});
  source.If("n = :two");
  EXPECT_EQ(Outcome(ComputeEffect(source.Delete(), Counter())), kConditionFailed);
  EXPECT_EQ(Outcome(ComputeEffect(source.Delete(), nullptr)), kConditionFailed);
}

// UpdateItem limits the charge of the statement (engine/expressions/update/update_charge.h), too; a transaction's
// Update limits only the resulting item.
TEST(ComputeEffect, LimitsTheSizeOfAnUpdatedItem) {
  const auto outcome = [](size_t value_bytes, bool limits_update_expression_size) {
    ActionSource source(TableOf(IndexedTable()), "p", "s", {{":z", S(std::string(value_bytes, 'z'))}});
    WriteAction action = source.Update("SET z = :z");
    action.limits_update_expression_size = limits_update_expression_size;
    return Outcome(ComputeEffect(action, nullptr));
  };
  const std::string too_large = "Item size to update has exceeded the maximum allowed size";
  const size_t other_bytes = AttributeMap{{"pk", S("p")}, {"sk", S("s")}, {"z", S("")}}.view().size_bytes();
  EXPECT_EQ(outcome(limits::kItemBytesMax - other_bytes, false), "ok");
  EXPECT_EQ(outcome(limits::kItemBytesMax - other_bytes + 1, false), too_large);
  // The charge without the value: 3 bytes for the statement, 19 for the SET, 1 for the name `z`.
  EXPECT_EQ(outcome(limits::kItemBytesMax - 23, true), "ok");
  EXPECT_EQ(outcome(limits::kItemBytesMax - 23 + 1, true), too_large);
}

// The statement's charge is the greatest allowed if its target is `z`, and one byte too much if it is `b2`. Attribute
// `n` of the stored item is not charged, because the update does not touch it.
TEST(ComputeEffect, TheStatementIsNotChargedForUntouchedAttributes) {
  const std::string value(limits::kItemBytesMax - 23, 'z');
  ActionSource source(TableOf(IndexedTable()), "p", "s", {{":z", S(value)}});
  WriteAction action = source.Update("SET b2 = :z");
  action.limits_update_expression_size = true;
  EXPECT_EQ(Outcome(ComputeEffect(action, nullptr)), "Item size to update has exceeded the maximum allowed size");
  WriteAction shorter = source.Update("SET z = :z");
  shorter.limits_update_expression_size = true;
  const auto updated = ComputeEffect(shorter, Counter());
  ASSERT_EQ(Outcome(updated), "ok");
  EXPECT_TRUE(updated->after->attributes().Find("n").has_value());
}

TEST(ComputeEffect, AnExpressionTooLargeIsRefusedBeforeTheCondition) {
  ActionSource source(TableOf(IndexedTable()), "p", "s", {{":v", S(std::string(409'700, 'v'))}, {":two", N("2")}});
  source.If("n = :two");
  WriteAction action = source.Update("SET c = if_not_exists(c, :v)");
  EXPECT_EQ(Outcome(ComputeEffect(action, Counter())), kConditionFailed);
  action.limits_update_expression_size = true;
  EXPECT_EQ(Outcome(ComputeEffect(action, Counter())), "Item size to update has exceeded the maximum allowed size");
}

TEST(ComputeEffect, TheResultMustFitTheIndexes) {
  ActionSource source(TableOf(IndexedTable()), "p", "s");
  EXPECT_EQ(Outcome(ComputeEffect(source.Update("SET b = n"), Counter())),
            "The update expression attempted to update the secondary index key to unsupported type");
}

}  // namespace
}  // namespace holdfast::testing
