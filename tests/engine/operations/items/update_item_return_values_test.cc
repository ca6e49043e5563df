// UpdateItem: every form of ReturnValues.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/operations/item_table.h"

namespace holdfast::testing {
namespace {

struct Returned {
  std::string updated_old;
  std::string updated_new;
  std::string all_old;
  std::string all_new;
};

// The attributes that each form returns for an update of `before`, or of a missing item if `before` is empty.
Returned ReturnedBy(const AttributeMap& before, const std::string& update, const Values& values) {
  const auto with = [&](ReturnValues form) {
    ItemTable table;
    if (!before.empty()) table.Store(before);
    UpdateItemRequest request = Update(Key("k", "k"), update, Fields(values));
    request.return_values = form;
    const auto response = UpdateItem(table.state, request);
    return response.ok() ? Format(response->attributes) : Outcome(response);
  };
  EXPECT_EQ(with(ReturnValues::kNone), kAbsent);
  return {with(ReturnValues::kUpdatedOld), with(ReturnValues::kUpdatedNew), with(ReturnValues::kAllOld),
          with(ReturnValues::kAllNew)};
}

TEST(UpdateReturnValues, EveryFormReturnsItsAttributes) {
  struct Case {
    std::string name;
    AttributeMap before;
    std::string update;
    Values values;
    Returned expected;
  };
  const AttributeMap stored =
      ItemWith("k", "k", {{"a", N("1")}, {"m", M({{"x", N("1")}, {"y", N("2")}})}, {"l", L({N("1"), N("2"), N("3")})}});
  const std::string old = Format(stored);
  const auto with_key = [](const std::string& attributes) { return "{" + attributes + R"(pk: "k", sk: "k"})"; };
  const Case cases[] = {
      {"a replaced attribute",
       stored,
       "SET a = :v",
       {{":v", N("9")}},
       {"{a: 1}", "{a: 9}", old, with_key("a: 9, l: [1, 2, 3], m: {x: 1, y: 2}, ")}},
      {"the same value again", stored, "SET a = :v", {{":v", N("1")}}, {"{a: 1}", "{a: 1}", old, old}},
      {"a new attribute",
       stored,
       "SET b = :v",
       {{":v", N("9")}},
       {kAbsent, "{b: 9}", old, with_key("a: 1, b: 9, l: [1, 2, 3], m: {x: 1, y: 2}, ")}},
      {"a path",
       stored,
       "SET m.x = :v",
       {{":v", N("9")}},
       {"{m: {x: 1}}", "{m: {x: 9}}", old, with_key("a: 1, l: [1, 2, 3], m: {x: 9, y: 2}, ")}},
      {"a removed attribute",
       stored,
       "REMOVE a",
       {},
       {"{a: 1}", kAbsent, old, with_key("l: [1, 2, 3], m: {x: 1, y: 2}, ")}},
      {"a removed path",
       stored,
       "REMOVE m.x",
       {},
       {"{m: {x: 1}}", kAbsent, old, with_key("a: 1, l: [1, 2, 3], m: {y: 2}, ")}},
      // UPDATED_NEW returns the element that moved to the removed element's index.
      {"a removed element",
       stored,
       "REMOVE l[1]",
       {},
       {"{l: [2]}", "{l: [3]}", old, with_key("a: 1, l: [1, 3], m: {x: 1, y: 2}, ")}},
      // The value was appended at another index than the one in the path.
      {"an element past the end",
       stored,
       "SET l[100] = :v",
       {{":v", N("4")}},
       {kAbsent, kAbsent, old, with_key("a: 1, l: [1, 2, 3, 4], m: {x: 1, y: 2}, ")}},
      {"several",
       stored,
       "SET b = :v, m.y = :v REMOVE a",
       {{":v", N("9")}},
       {"{a: 1, m: {y: 2}}", "{b: 9, m: {y: 9}}", old, with_key("b: 9, l: [1, 2, 3], m: {x: 1, y: 9}, ")}},
      {"nothing removed", stored, "REMOVE gone", {}, {kAbsent, kAbsent, old, old}},
      {"a new item", {}, "SET a = :v", {{":v", N("9")}}, {kAbsent, "{a: 9}", kAbsent, with_key("a: 9, ")}},
      {"an item that stays missing", {}, "REMOVE a", {}, {kAbsent, kAbsent, kAbsent, kAbsent}},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Returned returned = ReturnedBy(c.before, c.update, c.values);
    EXPECT_EQ(returned.updated_old, c.expected.updated_old) << "UPDATED_OLD";
    EXPECT_EQ(returned.updated_new, c.expected.updated_new) << "UPDATED_NEW";
    EXPECT_EQ(returned.all_old, c.expected.all_old) << "ALL_OLD";
    EXPECT_EQ(returned.all_new, c.expected.all_new) << "ALL_NEW";
  }
}

TEST(UpdateReturnValues, WithoutTheParameterNothingIsReturned) {
  ItemTable table;
  table.Store(ItemWith("k", "k", {{"a", N("1")}}));
  const auto response = UpdateItem(table.state, Update(Key("k", "k"), "REMOVE a"));
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_EQ(Format(response->attributes), kAbsent);
  EXPECT_FALSE(response->consumed_capacity.has_value());
  EXPECT_FALSE(response->item_collection_metrics.has_value());
}

TEST(UpdateReturnValues, AttributeUpdatesReturnWholeAttributes) {
  ItemTable table;
  table.Store(ItemWith("k", "k", {{"s", Ss({"a", "b"})}, {"n", N("1")}}));
  UpdateItemRequest request = Update(Key("k", "k"), "");
  request.update_expression.reset();
  request.attribute_updates = {{"s", {AttributeAction::kDelete, Ss({"a"})}}};
  request.return_values = ReturnValues::kUpdatedNew;
  EXPECT_EQ(Format(UpdateItem(table.state, request)->attributes), "{s: SS<b>}");
  request.attribute_updates = {{"s", {AttributeAction::kDelete, Ss({"b"})}}};
  request.return_values = ReturnValues::kUpdatedOld;
  EXPECT_EQ(Format(UpdateItem(table.state, request)->attributes), "{s: SS<b>}");
}

}  // namespace
}  // namespace holdfast::testing
