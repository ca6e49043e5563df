// The legacy parameters that expressions replaced: which values are refused, and the meaning of the accepted ones.
#include "engine/expressions/legacy_translation.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/engine/expressions/expression_builders.h"

namespace holdfast::testing {
namespace {

using Op = ComparisonOperator;
using Values = std::vector<AttributeValue>;

const EnumField<ConditionalOperator> kAbsent;
const EnumField<ConditionalOperator> kOr(ConditionalOperator::kOr);
const EnumField<ConditionalOperator> kAnd(ConditionalOperator::kAnd);
constexpr char kInvalid[] = "One or more parameter values were invalid: ";

// The members of ExpectedAttributeValue are, in this order: Value, Exists, ComparisonOperator, AttributeValueList.
std::string Check(const ExpectedAttributeValue& a) { return MessageOf(TranslateExpected({{"a", a}}, kAbsent)); }

std::string CheckFilter(Op op, std::optional<Values> arguments) {
  return MessageOf(TranslateFilter({{"a", {op, std::move(arguments)}}}, kAbsent));
}

TEST(LegacyExpected, IncompatibleMembersAreRefusedInOrder) {
  const AttributeValue v = S("v");
  const Values list = {S("v")};
  EXPECT_EQ(Check({v, true, Op::kEq, list}),
            std::string(kInvalid) + "Value and AttributeValueList cannot be used together for Attribute: a");
  EXPECT_EQ(Check({v, true, Op::kEq, {}}),
            std::string(kInvalid) + "Exists and ComparisonOperator cannot be used together for Attribute: a");
  EXPECT_EQ(
      Check({{}, {}, Op::kLt, {}}),
      std::string(kInvalid) + "Value or AttributeValueList must be used with ComparisonOperator: LT for Attribute: a");
  EXPECT_EQ(Check({{}, {}, Op::kEq, Values{}}),
            std::string(kInvalid) + "Invalid number of argument(s) for the EQ ComparisonOperator");
  EXPECT_EQ(Check({v, {}, Op::kNull, {}}),
            std::string(kInvalid) + "Invalid number of argument(s) for the NULL ComparisonOperator");
  EXPECT_EQ(Check({v, {}, Op::kBetween, {}}),
            std::string(kInvalid) + "Invalid number of argument(s) for the BETWEEN ComparisonOperator");
  EXPECT_EQ(Check({{}, {}, Op::kBetween, Values{N("1"), S("1")}}),
            std::string(kInvalid) + "AttributeValues inside AttributeValueList must be of same type");
  EXPECT_EQ(Check({Ss({"x"}), {}, Op::kLt, {}}),
            std::string(kInvalid) + "ComparisonOperator LT is not valid for SS AttributeValue type");
  EXPECT_EQ(Check({{}, {}, Op::kBetween, Values{N("2"), N("1")}}),
            "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound");
  EXPECT_EQ(Check({{}, {}, {}, list}),
            std::string(kInvalid) + "AttributeValueList can only be used with a ComparisonOperator for Attribute: a");
  EXPECT_EQ(Check({}), std::string(kInvalid) + "Value must be provided when Exists is null for Attribute: a");
  EXPECT_EQ(Check({{}, true, {}, {}}),
            std::string(kInvalid) + "Value must be provided when Exists is true for Attribute: a");
  EXPECT_EQ(Check({v, false, {}, {}}),
            std::string(kInvalid) + "Value cannot be used when Exists is false for Attribute: a");
  for (const ExpectedAttributeValue& fine : std::vector<ExpectedAttributeValue>{{v, {}, {}, {}},
                                                                                {v, true, {}, {}},
                                                                                {{}, false, {}, {}},
                                                                                {{}, {}, Op::kNull, {}},
                                                                                {{}, {}, Op::kNotNull, Values{}},
                                                                                {v, {}, Op::kBeginsWith, {}},
                                                                                {{}, {}, Op::kIn, list}}) {
    EXPECT_EQ(Check(fine), "(ok)");
  }
}

TEST(LegacyExpected, ValuesAreCheckedBeforeAnythingElse) {
  EXPECT_EQ(MessageOf(TranslateExpected({{"a", {}}, {"b", {N("x"), {}, {}, {}}}}, kAbsent)),
            "The parameter cannot be converted to a numeric value: x");
  EXPECT_EQ(MessageOf(TranslateExpected({{"b", {{}, {}, Op::kEq, Values{N("")}}}}, kAbsent, Wording::kOlder)),
            "The parameter cannot be converted to a numeric value");
}

TEST(LegacyExpected, ConditionalOperatorNeedsTwoConditions) {
  const std::string message = "ConditionalOperator can only be used when Filter or Expected has two or more elements";
  const ExpectedAttributeValue exists = {{}, {}, Op::kNotNull, {}};
  EXPECT_EQ(MessageOf(TranslateExpected({}, kAnd)), message);
  EXPECT_EQ(MessageOf(TranslateExpected({{"a", exists}}, kOr)), message);
  EXPECT_EQ(MessageOf(TranslateExpected({{"a", exists}, {"b", exists}}, kOr)), "(ok)");
  EXPECT_EQ(MessageOf(TranslateFilter({{"a", {Op::kNull, {}}}}, kAnd)), message);
  const auto none = TranslateExpected({}, kAbsent);
  ASSERT_TRUE(none.ok());
  EXPECT_FALSE(none->has_value());
}

TEST(LegacyFilter, EachOperatorAllowsCertainCountsAndTypes) {
  const auto count = [](const std::string& op) {
    return kInvalid + ("Invalid number of argument(s) for the " + op + " ComparisonOperator");
  };
  for (const auto& [value, name] : EnumNames<Op>::kNames) {
    const std::string op(name);
    const bool takes_none = value == Op::kNull || value == Op::kNotNull;
    EXPECT_EQ(CheckFilter(value, std::nullopt), takes_none ? "(ok)" : count(op));
    EXPECT_EQ(CheckFilter(value, Values{S("a"), S("b"), S("c")}), value == Op::kIn ? "(ok)" : count(op));
  }
  struct Case {
    std::vector<Op> ops;
    std::string allowed;  // one digit for each of `types`; 1 if it is allowed
  };
  const std::vector<std::pair<std::string, AttributeValue>> types = {
      {"S", S("a")},     {"N", N("1")},     {"B", B("a")},     {"BOOL", Bool(true)}, {"NULL", Null()},
      {"SS", Ss({"a"})}, {"NS", Ns({"1"})}, {"BS", Bs({"a"})}, {"L", L({})},         {"M", M({})}};
  const std::vector<Case> cases = {{{Op::kEq, Op::kNe}, "1111111111"},
                                   {{Op::kLe, Op::kLt, Op::kGe, Op::kGt, Op::kIn}, "1110000000"},
                                   {{Op::kBeginsWith}, "1010000000"},
                                   {{Op::kContains, Op::kNotContains}, "1111100000"}};
  for (const Case& c : cases) {
    for (const Op op : c.ops) {
      for (size_t i = 0; i < types.size(); ++i) {
        const std::string name(EnumField<Op>::TextOf(op));
        const std::string refused =
            kInvalid + ("ComparisonOperator " + name + " is not valid for " + types[i].first + " AttributeValue type");
        EXPECT_EQ(CheckFilter(op, Values{types[i].second}), c.allowed[i] == '1' ? "(ok)" : refused);
      }
    }
  }
  EXPECT_EQ(CheckFilter(Op::kBetween, Values{Bool(true), Bool(true)}),
            std::string(kInvalid) + "ComparisonOperator BETWEEN is not valid for BOOL AttributeValue type");
  EXPECT_EQ(CheckFilter(Op::kBetween, Values{N("1"), N("1.0")}), "(ok)");
}

TEST(LegacyConditions, EvaluateEachOperator) {
  const AttributeMap item = {
      {"s", S("hello")}, {"n", N("5")}, {"ss", Ss({"x", "y"})}, {"l", L({S("x"), Bool(true)})}, {"nul", Null()},
      {"b", B("ab")},    {"m", M({})}};
  struct Case {
    std::string attribute;
    Op op;
    Values arguments;
    bool holds;
  };
  const std::vector<Case> cases = {
      {"s", Op::kEq, {S("hello")}, true},
      {"s", Op::kEq, {N("5")}, false},
      {"ss", Op::kEq, {Ss({"y", "x"})}, true},
      {"m", Op::kEq, {M({})}, true},
      {"nope", Op::kEq, {S("x")}, false},
      {"s", Op::kNe, {S("hello")}, false},
      {"s", Op::kNe, {N("5")}, true},
      {"nope", Op::kNe, {S("x")}, true},
      {"n", Op::kLt, {N("6")}, true},
      {"n", Op::kLe, {N("5.0")}, true},
      {"n", Op::kGt, {N("5")}, false},
      {"n", Op::kGe, {N("5")}, true},
      {"n", Op::kLt, {S("6")}, false},
      {"nope", Op::kLt, {N("6")}, false},
      {"n", Op::kBetween, {N("1"), N("5")}, true},
      {"n", Op::kBetween, {N("6"), N("7")}, false},
      {"n", Op::kIn, {N("1"), N("5e0")}, true},
      {"n", Op::kIn, {N("1")}, false},
      {"s", Op::kBeginsWith, {S("he")}, true},
      {"b", Op::kBeginsWith, {S("a")}, false},
      {"nul", Op::kNull, {}, false},
      {"nul", Op::kNotNull, {}, true},
      {"nope", Op::kNull, {}, true},
      {"nope", Op::kNotNull, {}, false},
      {"s", Op::kContains, {S("ell")}, true},
      {"ss", Op::kContains, {S("x")}, true},
      {"ss", Op::kContains, {S("z")}, false},
      {"l", Op::kContains, {Bool(true)}, true},
      {"n", Op::kContains, {N("5")}, false},
      {"s", Op::kNotContains, {S("zzz")}, true},
      {"s", Op::kNotContains, {S("ell")}, false},
      {"ss", Op::kNotContains, {S("z")}, true},
      {"l", Op::kNotContains, {N("1")}, true},
      {"nope", Op::kNotContains, {S("x")}, false},
      // A present attribute of a type that cannot contain the operand does not contain it.
      {"n", Op::kNotContains, {S("x")}, true},
      {"ss", Op::kNotContains, {N("1")}, true},
  };
  for (const Case& c : cases) {
    const LegacyConditions conditions = {{c.attribute, {c.op, c.arguments}}};
    const auto filter = TranslateFilter(conditions, kAbsent);
    ASSERT_TRUE(filter.ok() && filter->has_value()) << MessageOf(filter);
    EXPECT_EQ((*filter)->Evaluate(item), c.holds) << c.attribute << " " << EnumField<Op>::TextOf(c.op);
    const Expected expected = {{c.attribute, {{}, {}, c.op, c.arguments}}};
    const auto condition = TranslateExpected(expected, kAbsent);
    ASSERT_TRUE(condition.ok() && condition->has_value()) << MessageOf(condition);
    EXPECT_EQ((*condition)->Evaluate(item), c.holds) << c.attribute << " " << EnumField<Op>::TextOf(c.op);
  }
}

TEST(LegacyConditions, AreJoinedByAndUnlessTheOperatorIsOr) {
  const AttributeMap item = {{"a.b", S("x")}};
  const Expected expected = {{"a.b", {S("x"), {}, {}, {}}}, {"c", {S("y"), true, {}, {}}}};
  EXPECT_FALSE((*TranslateExpected(expected, kAbsent))->Evaluate(item));
  EXPECT_FALSE((*TranslateExpected(expected, kAnd))->Evaluate(item));
  EXPECT_TRUE((*TranslateExpected(expected, kOr))->Evaluate(item));
  const Expected absent = {{"c", {{}, false, {}, {}}}, {"a.b", {{}, {}, Op::kNotNull, {}}}};
  EXPECT_TRUE((*TranslateExpected(absent, kAbsent))->Evaluate(item));
  EXPECT_FALSE((*TranslateExpected(absent, kAbsent))->Evaluate(AttributeMap()));
}

TEST(LegacyConditions, AnAttributeNameWithADotIsNoPath) {
  const Expected expected = {{"a.b", {{}, {}, Op::kNotNull, {}}}};
  EXPECT_EQ((*TranslateExpected(expected, kAbsent))->paths()[0].ToText(), "[a.b]");
}

TEST(LegacyKeyConditions, BecomeClauses) {
  const LegacyConditions conditions = {{"pk", {Op::kEq, Values{S("p")}}},
                                       {"sk", {Op::kBetween, Values{N("1"), N("2")}}}};
  const auto clauses = TranslateKeyConditions(conditions);
  ASSERT_TRUE(clauses.ok());
  ASSERT_EQ(clauses->size(), 2u);
  EXPECT_EQ((*clauses)[0].attribute, "pk");
  EXPECT_EQ((*clauses)[0].op, KeyOperator::kEqual);
  EXPECT_EQ((*clauses)[0].operand, S("p").view());
  EXPECT_EQ((*clauses)[1].op, KeyOperator::kBetween);
  EXPECT_EQ((*clauses)[1].operand, N("1").view());
  EXPECT_EQ((*clauses)[1].upper, N("2").view());

  for (const Op op : {Op::kNe, Op::kContains, Op::kNotContains, Op::kIn}) {
    const LegacyConditions unusable = {{"pk", {op, Values{S("p")}}}};
    const auto clause = TranslateKeyConditions(unusable);
    ASSERT_TRUE(clause.ok());
    EXPECT_EQ((*clause)[0].op, KeyOperator::kNotIndexable);
    EXPECT_EQ((*clause)[0].operand.type(), ValueType::kNull);
  }
  const LegacyConditions null = {{"pk", {Op::kNull, {}}}};
  EXPECT_EQ((*TranslateKeyConditions(null))[0].op, KeyOperator::kNotIndexable);
}

TEST(LegacyKeyConditions, AreCheckedLikeFilters) {
  EXPECT_EQ(MessageOf(TranslateKeyConditions({})), "Conditions can be of length 1 or 2 only");
  EXPECT_EQ(MessageOf(TranslateKeyConditions({{"pk", {Op::kEq, Values{}}}})),
            std::string(kInvalid) + "Invalid number of argument(s) for the EQ ComparisonOperator");
  EXPECT_EQ(MessageOf(TranslateKeyConditions({{"pk", {Op::kEq, Values{}}}, {"sk", {Op::kEq, Values{N("x")}}}})),
            "The parameter cannot be converted to a numeric value: x");
  EXPECT_EQ(MessageOf(TranslateKeyConditions({{"pk", {Op::kBeginsWith, Values{N("1")}}}})),
            std::string(kInvalid) + "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type");
}

using Action = AttributeAction;

std::string CheckUpdate(EnumField<Action> action, std::optional<AttributeValue> value) {
  return MessageOf(TranslateAttributeUpdates({{"a", {action, std::move(value)}}}));
}

TEST(LegacyUpdates, EachActionAllowsCertainValues) {
  EXPECT_EQ(CheckUpdate({}, {}),
            std::string(kInvalid) + "Only DELETE action is allowed when no attribute value is specified");
  EXPECT_EQ(CheckUpdate(Action::kAdd, {}),
            std::string(kInvalid) + "Only DELETE action is allowed when no attribute value is specified");
  EXPECT_EQ(CheckUpdate(Action::kDelete, S("x")),
            std::string(kInvalid) + "DELETE action with value is not supported for the type S");
  EXPECT_EQ(CheckUpdate(Action::kDelete, N("1")),
            std::string(kInvalid) + "DELETE action with value is not supported for the type N");
  EXPECT_EQ(CheckUpdate(Action::kAdd, S("x")), std::string(kInvalid) + "ADD action is not supported for the type S");
  EXPECT_EQ(CheckUpdate(Action::kAdd, M({})), std::string(kInvalid) + "ADD action is not supported for the type M");
  EXPECT_EQ(CheckUpdate(Action::kAdd, Bool(true)),
            std::string(kInvalid) + "ADD action is not supported for the type BOOL");
  EXPECT_EQ(MessageOf(TranslateAttributeUpdates({{"a", {}}, {"b", {{}, Ss({})}}})),
            std::string(kInvalid) + "An string set  may not be empty");
  for (const AttributeValue& value : {N("1"), Ss({"x"}), Ns({"1"}), Bs({"x"}), L({})}) {
    EXPECT_EQ(CheckUpdate(Action::kAdd, value), "(ok)");
  }
  for (const AttributeValue& value : {Ss({"x"}), Ns({"1"}), Bs({"x"})}) {
    EXPECT_EQ(CheckUpdate(Action::kDelete, value), "(ok)");
  }
  EXPECT_EQ(CheckUpdate(Action::kDelete, {}), "(ok)");
  EXPECT_FALSE(TranslateAttributeUpdates({})->has_value());
}

std::string Applied(const AttributeUpdates& updates, const AttributeMap& before, bool exists = true) {
  const AttributeMap key = {{"pk", S("k")}};
  const auto update = TranslateAttributeUpdates(updates);
  EXPECT_TRUE(update.ok()) << MessageOf(update);
  const auto after = (*update)->Apply(before, exists, key);
  if (!after.ok()) return after.error().message;
  if (!after->has_value()) return "(no item)";
  EXPECT_EQ(**after, Repacked((*after)->view()));
  return Text(**after);
}

TEST(LegacyUpdates, ApplyEachAction) {
  const AttributeMap item = {{"l", L({N("1")})}, {"n", N("5")}, {"ss", Ss({"a", "b"})}};
  EXPECT_EQ(Applied({{"x.y", {{}, S("v")}}, {"n", {Action::kPut, Null()}}}, item),
            R"({l: [1], n: null, ss: SS<a, b>, x.y: "v"})");
  EXPECT_EQ(Applied({{"n", {Action::kAdd, N("-7")}}, {"l", {Action::kAdd, L({S("x")})}}}, item),
            R"({l: [1, "x"], n: -2, ss: SS<a, b>})");
  EXPECT_EQ(Applied({{"z", {Action::kAdd, L({S("x")})}}, {"ss", {Action::kAdd, Ss({"c"})}}}, item),
            R"({l: [1], n: 5, ss: SS<a, b, c>, z: ["x"]})");
  EXPECT_EQ(Applied({{"n", {Action::kDelete, {}}}, {"ss", {Action::kDelete, Ss({"a", "b"})}}}, item), "{l: [1]}");
  EXPECT_EQ(Applied({{"n", {Action::kAdd, Ss({"a"})}}}, item), "Type mismatch for attribute to update");
  EXPECT_EQ(Applied({{"l", {Action::kAdd, N("1")}}}, item), "Type mismatch for attribute to update");
  EXPECT_EQ(Applied({{"n", {Action::kDelete, Ss({"a"})}}}, item), "Type mismatch for attribute to update");
  EXPECT_EQ(Applied({{"a", {Action::kDelete, {}}}, {"b", {Action::kDelete, Ss({"a"})}}}, AttributeMap(), false),
            "(no item)");
  EXPECT_EQ(Applied({{"a", {Action::kDelete, {}}}, {"b", {Action::kAdd, N("1")}}}, AttributeMap(), false),
            R"({b: 1, pk: "k"})");
}

// Searching the item for each update would take minutes.
TEST(LegacyUpdates, ManyUpdatesOfALargeItemTakeOneWalk) {
  constexpr int kAttributes = 300'000;
  AttributeUpdates updates;
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  for (int i = 0; i < kAttributes; ++i) {
    const std::string name = std::to_string(1'000'000 + i);
    updates.push_back({name, {Action::kAdd, N("1")}});
    builder.Name(name);
    builder.Number("1");
  }
  builder.EndMap();
  const AttributeMap item = std::move(builder).TakeMap();
  const auto update = TranslateAttributeUpdates(updates);
  ASSERT_TRUE(update.ok());
  const auto after = (*update)->Apply(item, true, item);
  ASSERT_TRUE(after.ok());
  ASSERT_EQ((*after)->size(), static_cast<size_t>(kAttributes));
  EXPECT_EQ(AttributeValue(*(*after)->Find("1000000")), N("2"));
  EXPECT_EQ(AttributeValue(*(*after)->Find("1299999")), N("2"));
  EXPECT_EQ((*update)->AssignedValue("1299999"), N("1").view());
  EXPECT_FALSE((*update)->AssignedValue("1300000").has_value());
}

// Searching the item for each attribute would take minutes.
TEST(LegacyExpected, ManyAttributesOfALargeItemAreFoundInOneWalk) {
  constexpr int kAttributes = 300'000;
  Expected expected;
  ValueBuilder builder(ValueBuilder::Root::kMap);
  builder.BeginMap();
  for (int i = 0; i < kAttributes; ++i) {
    const std::string name = std::to_string(1'000'000 + i);
    expected.push_back({name, {N("1"), {}, {}, {}}});
    builder.Name(name);
    builder.Number("1");
  }
  builder.EndMap();
  const AttributeMap item = std::move(builder).TakeMap();
  const auto holds = [&] {
    const auto condition = TranslateExpected(expected, kAbsent, Wording::kCurrent);
    return condition.ok() && (*condition)->Evaluate(item);
  };
  EXPECT_TRUE(holds());
  expected.back().second.value = N("2");
  EXPECT_FALSE(holds());
}

TEST(LegacyUpdates, HaveNoExpressionSizeAndReturnTheirAssignedValues) {
  const AttributeUpdates updates = {{"a", {{}, S("v")}}, {"b", {Action::kAdd, N("1")}}, {"c", {Action::kDelete, {}}}};
  const auto update = TranslateAttributeUpdates(updates);
  ASSERT_TRUE(update.ok() && update->has_value());
  EXPECT_EQ((*update)->Charge(AttributeMapView::Empty()), 0u);
  EXPECT_EQ((*update)->AssignedValue("a"), S("v").view());
  EXPECT_EQ((*update)->AssignedValue("b"), N("1").view());
  EXPECT_FALSE((*update)->AssignedValue("c").has_value());
}

}  // namespace
}  // namespace holdfast::testing
