// UpdateItem: items after an update. Tests of the expressions check how each clause computes its values; these tests
// check that the stored item is read and written.
#include "engine/operations/items/update_item.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/engine/operations/item_table.h"

namespace holdfast::testing {
namespace {

using Entry = std::pair<std::string_view, AttributeValue>;

struct Case {
  std::vector<Entry> before;
  std::string update;
  Values values;
  // The item without its key, or the error.
  std::string after;
};

AttributeMap KeyedItem(const std::vector<Entry>& entries) {
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  for (const auto& [name, value] : entries) {
    builder.Name(name);
    builder.Value(value.view());
  }
  for (const char* name : {"pk", "sk"}) {
    builder.Name(name);
    builder.String("k");
  }
  builder.EndMap();
  return std::move(builder).TakeMap();
}
// Removes the attributes of the key from the text of an item.
std::string WithoutKey(std::string formatted) {
  for (const std::string part :
       {R"(pk: "k", )", R"(, pk: "k")", R"(pk: "k")", R"(sk: "k", )", R"(, sk: "k")", R"(sk: "k")"}) {
    const size_t at = formatted.find(part);
    if (at != std::string::npos) formatted.erase(at, part.size());
  }
  return formatted;
}

template <size_t size>
void ExpectUpdates(const Case (&cases)[size]) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.update);
    ItemTable table;
    table.Store(KeyedItem(c.before));
    const auto response = UpdateItem(table.state, Update(Key("k", "k"), c.update, Fields(c.values)));
    if (response.ok()) {
      EXPECT_EQ(WithoutKey(table.Stored(Key("k", "k"))), c.after);
    } else {
      EXPECT_EQ(Outcome(response), c.after);
      EXPECT_EQ(table.Stored(Key("k", "k")), Format(KeyedItem(c.before))) << "nothing was written";
    }
  }
}

const std::string kPath = "The document path provided in the update expression is invalid for update";
const std::string kMissing = "The provided expression refers to an attribute that does not exist in the item";
const std::string kOperand = "An operand in the update expression has an incorrect data type";
const std::string kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";

TEST(UpdateItem, Set) {
  const Case cases[] = {
      {{}, "SET v = :v", {{":v", N("1")}}, "{v: 1}"},
      {{{"v", N("1")}}, "SET v = :v", {{":v", Ss({"b", "a"})}}, "{v: SS<a, b>}"},
      {{{"m", M({})}}, "SET m.a = :v", {{":v", N("1")}}, "{m: {a: 1}}"},
      {{{"m", M({{"a", L({N("1"), M({})})}})}}, "SET m.a[1].b = :v", {{":v", N("1")}}, "{m: {a: [1, {b: 1}]}}"},
      {{}, "SET m.a = :v", {{":v", N("1")}}, kPath},
      {{{"m", L({})}}, "SET m.a = :v", {{":v", N("1")}}, kPath},
      {{{"m", M({})}}, "SET m[0] = :v", {{":v", N("1")}}, kPath},
      {{{"m", M({})}}, "SET m.a.b = :v", {{":v", N("1")}}, kPath},
      // All actions read the old values.
      {{{"a", N("1")}, {"b", N("2")}}, "SET a = b, b = a", {}, "{a: 2, b: 1}"},
      {{{"a", N("1")}}, "SET b = a REMOVE a", {}, "{b: 1}"},
      {{{"a", N("1")}}, "REMOVE a SET b = a", {}, "{b: 1}"},
      {{}, "SET b = gone", {}, kMissing},
      {{{"m", M({})}}, "SET b = m.gone", {}, kMissing},
      {{}, "SET b = gone + :v", {{":v", N("1")}}, kMissing},
      {{{"a", N("1")}}, "SET a = a + :v", {{":v", N("0.5")}}, "{a: 1.5}"},
      {{{"a", N("1")}}, "SET a = :v - a", {{":v", N("0.5")}}, "{a: -0.5}"},
      {{{"a", S("1")}}, "SET a = a + :v", {{":v", N("1")}}, kOperand},
      {{{"a", N("1e50")}}, "SET a = a + :v", {{":v", N("1")}}, kOverflow},
      {{{"a", N("9e125")}}, "SET a = a + a", {}, kOverflow},
  };
  ExpectUpdates(cases);
}

TEST(UpdateItem, IfNotExists) {
  const Case cases[] = {
      {{}, "SET a = if_not_exists(a, :v)", {{":v", N("1")}}, "{a: 1}"},
      {{{"a", N("7")}}, "SET a = if_not_exists(a, :v)", {{":v", N("1")}}, "{a: 7}"},
      {{{"a", Null()}}, "SET a = if_not_exists(a, :v)", {{":v", N("1")}}, "{a: null}"},
      {{{"b", N("7")}}, "SET a = if_not_exists(b, :v)", {{":v", N("1")}}, "{a: 7, b: 7}"},
      {{{"b", N("7")}}, "SET a = if_not_exists(gone, b)", {}, "{a: 7, b: 7}"},
      {{}, "SET a = if_not_exists(b, if_not_exists(c, :v))", {{":v", N("1")}}, "{a: 1}"},
      {{}, "SET a = if_not_exists(a, :z) + :v", {{":z", N("0")}, {":v", N("3")}}, "{a: 3}"},
      {{{"m", M({})}}, "SET m.a = if_not_exists(m.a, :v)", {{":v", N("1")}}, "{m: {a: 1}}"},
      {{}, "SET a = if_not_exists(b, gone)", {}, kMissing},
  };
  ExpectUpdates(cases);
}

TEST(UpdateItem, Lists) {
  const std::vector<Entry> abc = {{"l", L({S("a"), S("b"), S("c")})}};
  const std::vector<Entry> numbers = {{"l", L({N("2"), N("3"), N("4"), N("5"), N("6"), N("7")})}};
  const Case cases[] = {
      {abc, "SET l[1] = :v", {{":v", S("x")}}, R"({l: ["a", "x", "c"]})"},
      {abc, "SET l[3] = :v", {{":v", S("x")}}, R"({l: ["a", "b", "c", "x"]})"},
      // Values beyond the end are appended without padding, in the order of their indexes.
      {abc, "SET l[100] = :v", {{":v", S("x")}}, R"({l: ["a", "b", "c", "x"]})"},
      {abc, "SET l[9] = :v, l[5] = :w", {{":v", S("9")}, {":w", S("5")}}, R"({l: ["a", "b", "c", "5", "9"]})"},
      {abc, "SET l = list_append(l, :v)", {{":v", L({S("x"), N("1")})}}, R"({l: ["a", "b", "c", "x", 1]})"},
      {abc, "SET l = list_append(:v, l)", {{":v", L({S("x")})}}, R"({l: ["x", "a", "b", "c"]})"},
      {abc, "SET l = list_append(l, l)", {}, R"({l: ["a", "b", "c", "a", "b", "c"]})"},
      {{}, "SET l = list_append(if_not_exists(l, :e), :v)", {{":e", L({})}, {":v", L({S("x")})}}, R"({l: ["x"]})"},
      {{}, "SET l = list_append(l, :v)", {{":v", L({})}}, kMissing},
      {{{"l", S("no")}}, "SET l = list_append(l, :v)", {{":v", L({})}}, kOperand},
      {abc, "REMOVE l[0]", {}, R"({l: ["b", "c"]})"},
      {abc, "REMOVE l[0], l[2]", {}, R"({l: ["b"]})"},
      {abc, "REMOVE l[7]", {}, R"({l: ["a", "b", "c"]})"},
      {abc, "REMOVE l[0], l[1], l[2]", {}, "{l: []}"},
      // Indexes are those of the list before the update.
      {numbers, "REMOVE l[1] SET l[3] = :v", {{":v", S("v")}}, R"({l: [2, 4, "v", 6, 7]})"},
  };
  ExpectUpdates(cases);
}

TEST(UpdateItem, Remove) {
  const Case cases[] = {
      {{{"a", N("1")}, {"b", N("2")}}, "REMOVE a", {}, "{b: 2}"},
      {{{"a", N("1")}, {"b", N("2")}}, "REMOVE a, b", {}, "{}"},
      {{{"a", N("1")}}, "REMOVE gone", {}, "{a: 1}"},
      {{{"m", M({{"a", N("1")}})}}, "REMOVE m.a", {}, "{m: {}}"},
      {{{"m", M({{"a", N("1")}})}}, "REMOVE m.gone", {}, "{m: {a: 1}}"},
      {{{"m", M({})}}, "REMOVE m.a.b", {}, kPath},
      {{}, "REMOVE m.a", {}, kPath},
      {{{"m", S("no")}}, "REMOVE m.a", {}, kPath},
  };
  ExpectUpdates(cases);
}

TEST(UpdateItem, AddAndDelete) {
  const Case cases[] = {
      {{}, "ADD n :v", {{":v", N("5")}}, "{n: 5}"},
      {{{"n", N("5")}}, "ADD n :v", {{":v", N("-7")}}, "{n: -2}"},
      {{{"n", N("0.1")}}, "ADD n :v", {{":v", N("0.2")}}, "{n: 0.3}"},
      {{{"n", S("5")}}, "ADD n :v", {{":v", N("1")}}, kOperand},
      {{}, "ADD s :v", {{":v", Ss({"a"})}}, "{s: SS<a>}"},
      {{{"s", Ss({"a", "b"})}}, "ADD s :v", {{":v", Ss({"b", "c"})}}, "{s: SS<a, b, c>}"},
      {{{"s", Ns({"1"})}}, "ADD s :v", {{":v", Ns({"1.0", "2"})}}, "{s: NS<1, 2>}"},
      {{{"s", Bs({"x"})}}, "ADD s :v", {{":v", Bs({"y"})}}, "{s: BS<x, y>}"},
      {{{"s", Ss({"a"})}}, "ADD s :v", {{":v", Ns({"1"})}}, kOperand},
      {{{"m", M({})}}, "ADD m.n :v", {{":v", N("1")}}, "{m: {n: 1}}"},
      {{}, "ADD m.n :v", {{":v", N("1")}}, kPath},
      {{{"s", Ss({"a", "b"})}}, "DELETE s :v", {{":v", Ss({"b", "c"})}}, "{s: SS<a>}"},
      {{{"s", Ns({"1", "2"})}}, "DELETE s :v", {{":v", Ns({"2.0"})}}, "{s: NS<1>}"},
      {{{"s", Ss({"a", "b"})}}, "DELETE s :v", {{":v", Ss({"a", "b"})}}, "{}"},
      {{{"m", M({{"s", Ss({"a"})}})}}, "DELETE m.s :v", {{":v", Ss({"a"})}}, "{m: {}}"},
      {{}, "DELETE s :v", {{":v", Ss({"a"})}}, "{}"},
      {{{"s", Ss({"a"})}}, "DELETE s :v", {{":v", Ns({"1"})}}, kOperand},
      {{{"a", N("1")}, {"b", N("2")}, {"s", Ss({"x"})}},
       "DELETE s :x ADD b :n REMOVE a SET c = a",
       {{":x", Ss({"x"})}, {":n", N("1")}},
       "{b: 3, c: 1}"},
  };
  ExpectUpdates(cases);
}

TEST(UpdateItem, CreatesAMissingItemUnlessItOnlyRemoves) {
  struct Row {
    std::optional<std::string> update;
    Values values;
    std::string after;
  };
  const Row rows[] = {
      {std::nullopt, {}, R"({pk: "k", sk: "k"})"},
      {"SET a = :v", {{":v", N("1")}}, R"({a: 1, pk: "k", sk: "k"})"},
      {"ADD a :v", {{":v", N("1")}}, R"({a: 1, pk: "k", sk: "k"})"},
      {"SET a = :v REMOVE b", {{":v", N("1")}}, R"({a: 1, pk: "k", sk: "k"})"},
      {"REMOVE a", {}, kAbsent},
      {"REMOVE a.b", {}, kAbsent},
      {"DELETE a :v", {{":v", Ss({"x"})}}, kAbsent},
      {"DELETE a :v REMOVE b", {{":v", Ss({"x"})}}, kAbsent},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.update.value_or("(no update)"));
    ItemTable table;
    UpdateItemRequest request = Update(Key("k", "k"), "", Fields(row.values));
    request.update_expression = row.update;
    EXPECT_EQ(Outcome(UpdateItem(table.state, request)), "ok");
    EXPECT_EQ(table.Stored(Key("k", "k")), row.after);
  }
}

TEST(UpdateItem, WithoutAnUpdateAnItemIsUnchanged) {
  ItemTable table;
  table.Store(ItemWith("k", "k", {{"a", N("1")}}));
  UpdateItemRequest request = Update(Key("k", "k"), "");
  request.update_expression.reset();
  EXPECT_EQ(Outcome(UpdateItem(table.state, request)), "ok");
  EXPECT_EQ(table.Stored(Key("k", "k")), R"({a: 1, pk: "k", sk: "k"})");
}

// The condition reads the stored item: a missing item has no key.
TEST(UpdateItem, AConditionFindsNoKeyInAMissingItem) {
  ItemTable table;
  UpdateItemRequest request = Update(Key("k", "k"), "SET a = :v", Fields({{":v", N("1")}}));
  request.condition_expression = "attribute_exists(pk)";
  EXPECT_EQ(Outcome(UpdateItem(table.state, request)), kConditionFailed);
  EXPECT_EQ(table.Stored(Key("k", "k")), kAbsent);
  request.condition_expression = "attribute_not_exists(pk)";
  EXPECT_EQ(Outcome(UpdateItem(table.state, request)), "ok");
  EXPECT_EQ(Outcome(UpdateItem(table.state, request)), kConditionFailed);
}

TEST(UpdateItem, AFailedConditionReturnsTheItemIfRequested) {
  ItemTable table;
  table.Store(ItemWith("k", "k", {{"a", N("1")}}));
  UpdateItemRequest request = Update(Key("k", "k"), "SET a = :v", Fields({{":v", N("2")}}));
  request.condition_expression = "a = :v";
  EXPECT_EQ(ItemOf(UpdateItem(table.state, request)), kAbsent);
  request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::kAllOld;
  const auto failed = UpdateItem(table.state, request);
  EXPECT_EQ(Outcome(failed), kConditionFailed);
  EXPECT_EQ(ItemOf(failed), R"({a: 1, pk: "k", sk: "k"})");
  request.key = Key("k", "other");
  EXPECT_EQ(ItemOf(UpdateItem(table.state, request)), kAbsent);
  EXPECT_EQ(table.Stored(Key("k", "k")), R"({a: 1, pk: "k", sk: "k"})");
}

// A failed condition is reported even if the update would also fail.
TEST(UpdateItem, TheConditionComesBeforeTheUpdate) {
  ItemTable table;
  UpdateItemRequest request = Update(Key("k", "k"), "SET a = gone");
  EXPECT_EQ(Outcome(UpdateItem(table.state, request)), kMissing);
  request.condition_expression = "attribute_exists(pk)";
  EXPECT_EQ(Outcome(UpdateItem(table.state, request)), kConditionFailed);
}

TEST(UpdateItem, AppliesLegacyAttributeUpdates) {
  ItemTable table;
  table.Store(ItemWith(
      "k", "k", {{"put", N("1")}, {"add", N("1")}, {"l", L({N("1")})}, {"gone", N("1")}, {"s", Ss({"a", "b"})}}));
  UpdateItemRequest request = Update(Key("k", "k"), "");
  request.update_expression.reset();
  request.attribute_updates = {{"put", {{}, S("new")}},
                               {"add", {AttributeAction::kAdd, N("2")}},
                               {"l", {AttributeAction::kAdd, L({N("2")})}},
                               {"gone", {AttributeAction::kDelete, std::nullopt}},
                               {"s", {AttributeAction::kDelete, Ss({"a"})}}};
  ASSERT_EQ(Outcome(UpdateItem(table.state, request)), "ok");
  EXPECT_EQ(table.Stored(Key("k", "k")), R"({add: 3, l: [1, 2], pk: "k", put: "new", s: SS<b>, sk: "k"})");
  request.attribute_updates = {{"put", {AttributeAction::kAdd, N("1")}}};
  EXPECT_EQ(Outcome(UpdateItem(table.state, request)), "Type mismatch for attribute to update");
  request.key = Key("k", "absent");
  request.attribute_updates = {{"gone", {AttributeAction::kDelete, std::nullopt}}};
  EXPECT_EQ(Outcome(UpdateItem(table.state, request)), "ok");
  EXPECT_EQ(table.Stored(Key("k", "absent")), kAbsent);
  request.attribute_updates.emplace();
  EXPECT_EQ(Outcome(UpdateItem(table.state, request)), "ok");
  EXPECT_EQ(table.Stored(Key("k", "absent")), R"({pk: "k", sk: "absent"})");
}

}  // namespace
}  // namespace holdfast::testing
