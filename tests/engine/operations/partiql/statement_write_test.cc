#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/operations/partiql/statement_table.h"

namespace holdfast {
namespace {

using namespace holdfast::testing;

TEST(Insert, StoresAnItemOfLiteralsAndParameters) {
  ItemTable table;
  ExpectResults(table.state,
                {{"INSERT INTO Items VALUE {'pk': 'a', 'sk': ?, 'n': 1E3, 'd': 2.50, 'z': -0, 't': true, 'u': null, "
                  "'l': [1, 'x', [false]], 'm': {'k': {}}, 's': <<'a', 'b'>>, 'ns': <<1, 2>>, 'b': ?, 'gone': missing}",
                  "",
                  {S("1"), B("\x01")}}});
  EXPECT_EQ(table.Stored(Key("a", "1")),
            "{b: B\"\x01\", d: 2.5, l: [1, \"x\", [false]], m: {k: {}}, n: 1000, ns: NS<1, 2>, pk: \"a\", s: SS<a, b>, "
            "sk: \"1\", t: true, u: null, z: 0}");
}

TEST(Insert, RefusesAnItemThatExists) {
  ItemTable table;
  ExpectResults(table.state, {{"INSERT INTO Items VALUE {'pk': 'a', 'sk': '1', 'n': 1}", ""},
                              {"INSERT INTO Items VALUE {'pk': 'a', 'sk': '1', 'n': 2}",
                               "DuplicateItem: Duplicate primary key exists in table"}});
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 1, pk: "a", sk: "1"})");
}

TEST(Insert, RefusesItemsAsPutItemDoes) {
  TableDefinition definition = PlainTable(kItems);
  definition.attribute_definitions->push_back(Define("color"));
  definition.global_secondary_indexes = {GlobalIndexOf("by_color", {Hash("color")})};
  ItemTable table(definition);
  const std::string statement = "INSERT INTO Items VALUE {'pk': ?, 'sk': ?, 'color': ?}";
  const auto refusal = [&](AttributeValue pk, AttributeValue sk, AttributeValue color) {
    const std::string result = ResultOf(table.state, Statement(statement, {pk, sk, color}));
    ValueBuilder builder(ValueBuilder::Root::kMap);
    builder.BeginMap();
    builder.Name("pk"), builder.Value(pk.view());
    builder.Name("sk"), builder.Value(sk.view());
    builder.Name("color"), builder.Value(color.view());
    builder.EndMap();
    EXPECT_EQ(result, Outcome(PutItem(table.state, Put(std::move(builder).TakeMap()))));
    return result;
  };
  EXPECT_THAT(refusal(N("1"), S("1"), S("red")), ::testing::HasSubstr("Type mismatch for key pk"));
  EXPECT_THAT(refusal(S(""), S("1"), S("red")), ::testing::HasSubstr("empty string"));
  EXPECT_THAT(refusal(S("a"), S("1"), N("1")), ::testing::HasSubstr("Type mismatch for Index Key color"));
  EXPECT_THAT(refusal(S("a"), S(std::string(1'025, 's')), S("red")), ::testing::HasSubstr("range keys"));
  EXPECT_EQ(refusal(S("a"), S("1"), S(std::string(409'600, 'x'))), "Item size has exceeded the maximum allowed size");
  ExpectResults(table.state, {{"INSERT INTO Items VALUE {'pk': 'a'}",
                               "One or more parameter values were invalid: Missing the key sk in the item"}});
}

struct WriteCase {
  std::string statement;
  // The result of the statement, and the item after it. `item` is empty if the item is unchanged.
  std::string result;
  std::string item;
  std::vector<AttributeValue> parameters = {};
};

void ExpectWrites(const std::vector<WriteCase>& cases) {
  for (const WriteCase& test : cases) {
    ItemTable table;
    table.Store(ItemWith(
        "a", "1",
        {{"n", N("5")}, {"l", L({N("1"), N("2"), N("3")})}, {"m", M({{"k", S("v")}})}, {"s", Ss({"x", "y"})}}));
    EXPECT_EQ(ResultOf(table.state, Statement(test.statement, test.parameters)), test.result) << test.statement;
    const std::string before = R"({l: [1, 2, 3], m: {k: "v"}, n: 5, pk: "a", s: SS<x, y>, sk: "1"})";
    EXPECT_EQ(table.Stored(Key("a", "1")), test.item.empty() ? before : test.item) << test.statement;
  }
}

TEST(StatementUpdate, SetsAndRemoves) {
  const std::string where = " WHERE pk = 'a' AND sk = '1'";
  ExpectWrites({
      {"UPDATE Items SET n = 6" + where, "", R"({l: [1, 2, 3], m: {k: "v"}, n: 6, pk: "a", s: SS<x, y>, sk: "1"})"},
      {"UPDATE Items SET n = n + ? SET l[1] = 'b' REMOVE m, s" + where,
       "",
       R"({l: [1, "b", 3], n: 7, pk: "a", sk: "1"})",
       {N("2")}},
      {"FROM Items" + where + " SET n = (n + 1) - 2 REMOVE m, s, l", "", R"({n: 4, pk: "a", sk: "1"})"},
      {"UPDATE Items SET n=n-1, was = n REMOVE m, s, l" + where, "", R"({n: 4, pk: "a", sk: "1", was: 5})"},
      {"UPDATE Items SET l = list_append(l, [4]) REMOVE m, s" + where, "",
       R"({l: [1, 2, 3, 4], n: 5, pk: "a", sk: "1"})"},
      {"UPDATE Items SET s = set_add(s, <<'z'>>) REMOVE m, l" + where, "",
       R"({n: 5, pk: "a", s: SS<x, y, z>, sk: "1"})"},
      {"UPDATE Items SET t = set_add(t, ?) REMOVE m, l, s" + where,
       "",
       R"({n: 5, pk: "a", sk: "1", t: NS<1>})",
       {Ns({"1"})}},
      {"UPDATE Items SET s = set_delete(s, <<'x', 'y'>>) REMOVE m, l" + where, "", R"({n: 5, pk: "a", sk: "1"})"},
      {"UPDATE Items SET m.k2 = null, l[99] = 4 REMOVE s" + where, "",
       R"({l: [1, 2, 3, 4], m: {k: "v", k2: null}, n: 5, pk: "a", sk: "1"})"},
      {"UPDATE Items REMOVE absent, m.absent, l[9]" + where, "", ""},
  });
}

TEST(StatementUpdate, ReturnsTheAttributesOfItsReturningClause) {
  const std::string where = " WHERE pk = 'a' AND sk = '1' RETURNING ";
  ExpectWrites({
      {"UPDATE Items REMOVE l, m, s SET n = 6" + where + "ALL OLD *",
       R"({l: [1, 2, 3], m: {k: "v"}, n: 5, pk: "a", s: SS<x, y>, sk: "1"})", R"({n: 6, pk: "a", sk: "1"})"},
      {"UPDATE Items REMOVE l, m, s SET n = 6" + where + "ALL NEW *", R"({n: 6, pk: "a", sk: "1"})",
       R"({n: 6, pk: "a", sk: "1"})"},
      {"UPDATE Items SET n = 6, m.k = 1 REMOVE l, s" + where + "MODIFIED OLD *",
       R"({l: [1, 2, 3], m: {k: "v"}, n: 5, s: SS<x, y>})", R"({m: {k: 1}, n: 6, pk: "a", sk: "1"})"},
      {"UPDATE Items SET n = 6 REMOVE l[1], m, s" + where + "modified new *", "{l: [3], n: 6}",
       R"({l: [1, 3], n: 6, pk: "a", sk: "1"})"},
      {"UPDATE Items REMOVE l[2]" + where + "MODIFIED NEW *", "",
       R"({l: [1, 2], m: {k: "v"}, n: 5, pk: "a", s: SS<x, y>, sk: "1"})"},
  });
}

TEST(StatementUpdate, RefusesUpdatesThatCannotBeApplied) {
  const std::string where = " WHERE pk = 'a' AND sk = '1'";
  const std::string operand = "An operand in the update expression has an incorrect data type";
  const std::string absent = "The provided expression refers to an attribute that does not exist in the item";
  const std::string no_key = "Where clause does not contain a mandatory equality on all key attributes";
  ExpectWrites({
      {"UPDATE Items SET n = 1 WHERE pk = 'a' AND sk = '2'", kConditionFailed, ""},
      {"UPDATE Items SET n = 1" + where + " AND n = 4", kConditionFailed, ""},
      {"UPDATE Items SET l = list_append(none, [1])" + where, absent, ""},
      {"UPDATE Items SET n = none + 1" + where, absent, ""},
      {"UPDATE Items SET none.x = 1" + where,
       "The document path provided in the update expression is invalid for update", ""},
      {"UPDATE Items SET none[0] = 1" + where,
       "The document path provided in the update expression is invalid for update", ""},
      {"UPDATE Items SET s = set_add(s, <<1>>)" + where, operand, ""},
      {"UPDATE Items SET n = set_add(n, <<1>>)" + where, operand, ""},
      {"UPDATE Items SET s = set_add(t, <<'x'>>)" + where,
       "The first argument to SET_ADD must equal the assignment value at 1:30:1", ""},
      {"UPDATE Items SET s = set_delete(s, 'x')" + where,
       "The second argument to SET_DELETE must be a value with type SET at 1:33:1", ""},
      {"UPDATE Items SET s = set_add(s, ?)" + where,
       "The second argument to SET_ADD must be a value with type SET at 1:30:1",
       "",
       {N("1")}},
      {"UPDATE Items SET s = set_add(s)" + where, "SET_ADD must have exactly two arguments at 1:22:7", ""},
      {"UPDATE Items SET n = n + m" + where, operand, ""},
      {"UPDATE Items SET sk = '2'" + where,
       "One or more parameter values were invalid: Cannot update attribute sk. This attribute is part of the key", ""},
      {"UPDATE Items SET m.x = 1, m = 2" + where,
       "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m, x], path "
       "two: [m]",
       ""},
      {"UPDATE Items SET n = 1", no_key, ""},
      {"UPDATE Items SET n = 1 WHERE pk = 'a'", no_key, ""},
      {"UPDATE Items SET n = 1 WHERE pk = 'a' AND sk IN ['1']", no_key, ""},
      {"UPDATE Items SET n = 1 WHERE pk = 'a' AND (sk = '1' OR sk = '2')", no_key, ""},
      {"UPDATE Items SET n = 1" + where + " AND pk = 'b'",
       "Multiple conditions on same key pk. Only single item Update/Insert/Delete are supported", ""},
      {"UPDATE Items SET n = 1 WHERE pk = 'a' AND sk = 1",
       "Key attribute's data type should match its data type in table's schema: Key sk", ""},
      {"UPDATE Items SET n = ?" + where,
       "Item size to update has exceeded the maximum allowed size",
       "",
       {S(std::string(409'600, 'x'))}},
      {"UPDATE Items SET m.k = ?" + where, "Nesting Levels have exceeded supported limits", "", {Nested(32)}},
      {"UPDATE Items SET n = 1" + where + " AND pk = 'a' AND flag IS MISSING", "",
       R"({l: [1, 2, 3], m: {k: "v"}, n: 1, pk: "a", s: SS<x, y>, sk: "1"})"},
  });
}

TEST(StatementDelete, DeletesAnItem) {
  const std::string item = R"({l: [1, 2, 3], m: {k: "v"}, n: 5, pk: "a", s: SS<x, y>, sk: "1"})";
  ExpectWrites({
      {"DELETE FROM Items WHERE pk = 'a' AND sk = '1'", "", kAbsent},
      {"DELETE FROM Items WHERE pk = 'a' AND sk = '1' AND n = 5 RETURNING ALL OLD *", item, kAbsent},
      {"DELETE FROM Items WHERE pk = 'a' AND sk = '1' AND n = 6", kConditionFailed, ""},
      {"DELETE FROM Items WHERE pk = 'a' AND sk = '2' RETURNING ALL OLD *", "", ""},
      {"DELETE FROM Items WHERE pk = 'a' AND sk = '2' AND n = 6", "", ""},
      {"DELETE FROM Items WHERE pk = 'a'", "Where clause does not contain a mandatory equality on all key attributes",
       ""},
  });
}

TEST(StatementUpdate, ReturnsTheItemOfAFailedCondition) {
  ItemTable table;
  table.Store(ItemWith("a", "1", {{"n", N("5")}}));
  ExecuteStatementRequest request = Statement("UPDATE Items SET n = 6 WHERE pk = 'a' AND sk = '1' AND n = 4");
  EXPECT_EQ(ItemOf(ExecuteStatement(table.state, request)), kAbsent);
  request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::kAllOld;
  EXPECT_EQ(ItemOf(ExecuteStatement(table.state, request)), R"({n: 5, pk: "a", sk: "1"})");
}

}  // namespace
}  // namespace holdfast
