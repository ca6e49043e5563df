// SELECT from indexes, and the capacity that statements consume.
#include <gtest/gtest.h>

#include "engine/operations/partiql/batch_execute_statement.h"
#include "tests/engine/operations/partiql/statement_table.h"

namespace holdfast {
namespace {

using namespace holdfast::testing;

TableDefinition TableWithThreeIndexes() {
  TableDefinition definition = PlainTable(kItems);
  definition.attribute_definitions = {Define("pk"), Define("sk"), Define("rank", ScalarAttributeType::kNumber),
                                      Define("color")};
  LocalSecondaryIndex by_rank = LocalIndex("by_rank", {Hash("pk"), Range("rank")});
  by_rank.projection = Include({"note"});
  definition.local_secondary_indexes = {by_rank};
  GlobalSecondaryIndex by_color = GlobalIndexOf("by_color", {Hash("color"), Range("rank")});
  by_color.projection = Include({"note"});
  GlobalSecondaryIndex by_two = GlobalIndexOf("by_two", {Hash("color"), Hash("sk")});
  definition.global_secondary_indexes = {by_color, by_two};
  return definition;
}

struct IndexedItems : ItemTable {
  IndexedItems() : ItemTable(TableWithThreeIndexes()) {
    Store(ItemWith("a", "1", {{"rank", N("-5")}, {"color", S("red")}, {"note", S("n1")}, {"other", S("o1")}}));
    Store(ItemWith("a", "2", {{"rank", N("20")}, {"color", S("red")}, {"other", S("o2")}}));
    Store(ItemWith("b", "1", {{"rank", N("3")}, {"color", S("blue")}, {"other", S("o3")}}));
    Store(ItemWith("b", "2", {{"color", S("red")}}));
  }
};

TEST(SelectIndex, ReadsByTheKeyOfTheIndex) {
  IndexedItems table;
  ExpectResults(
      table.state,
      {{R"(SELECT pk, sk FROM "Items"."by_color" WHERE color = 'red')", R"({pk: "a", sk: "1"} {pk: "a", sk: "2"})"},
       {R"(SELECT sk FROM "Items"."by_color" WHERE color = 'red' AND rank > -5)", R"({sk: "2"})"},
       {R"(SELECT sk FROM "Items"."by_color" WHERE color = 'red' AND rank BETWEEN -10 AND 0)", R"({sk: "1"})"},
       {R"(SELECT sk FROM "Items"."by_color" WHERE color = 'red' ORDER BY rank DESC)", R"({sk: "2"} {sk: "1"})"},
       {R"(SELECT rank FROM "Items"."by_color" WHERE color IN ['red', 'blue'] ORDER BY color, rank)",
        "{rank: 3} {rank: -5} {rank: 20}"},
       {R"(SELECT * FROM "Items"."by_color" WHERE color = 'red' AND rank <> 20)",
        R"({color: "red", note: "n1", pk: "a", rank: -5, sk: "1"})"},
       {R"(SELECT sk FROM "Items"."by_rank" WHERE pk = 'a' AND rank >= 0)", R"({sk: "2"})"},
       {R"(SELECT sk FROM "Items"."by_rank" WHERE pk = 'a' AND (rank = 20 OR rank < 0) ORDER BY rank)",
        R"({sk: "1"} {sk: "2"})"},
       {R"(SELECT sk, note FROM Items.by_color WHERE color = 'red' AND note IS NOT MISSING)",
        R"({note: "n1", sk: "1"})"}});
}

TEST(SelectIndex, ReadsOrRefusesAttributesThatAreNotProjected) {
  IndexedItems table;
  const std::string not_projected = "One or more parameter values were invalid: ";
  ExpectResults(
      table.state,
      {{R"(SELECT rank, other FROM "Items"."by_rank" WHERE pk = 'a')",
        R"({other: "o1", rank: -5} {other: "o2", rank: 20})"},
       {R"(SELECT other, zz, note FROM "Items"."by_color" WHERE color = 'red')",
        not_projected + "Global secondary index by_color does not project [other, zz]"},
       {R"(SELECT other FROM "Items"."by_color")",
        not_projected + "Global secondary index by_color does not project [other]"},
       {R"(SELECT sk FROM "Items"."by_color" WHERE color = 'red' AND other = 'o1')",
        not_projected + "Secondary index by_color does not project one or more filter attributes: [other]"},
       {R"(SELECT sk FROM "Items"."by_rank" WHERE pk = 'a' AND b = '1' AND (a = '2' AND NOT a = '3'))",
        not_projected + "Secondary index by_rank does not project one or more filter attributes: [a, b]"},
       {R"(SELECT sk FROM "Items"."by_color" WHERE color = 'red' AND (zz = 1 OR aa = 1 OR mm = 1))",
        not_projected + "Secondary index by_color does not project one or more filter attributes: [zz, aa, mm]"},
       {R"(SELECT sk FROM "Items"."by_color" WHERE other = 'o1')", ""},
       {R"(SELECT rank FROM "Items"."by_color" WHERE (color = 'red' AND other = 'o1') OR color = 'blue')",
        "{rank: 3}"}});
}

TEST(SelectIndex, RefusesReadsThatTheIndexDoesNotSupport) {
  IndexedItems table;
  const auto result = [&](const std::string& text) {
    ExecuteStatementRequest request = Statement(text);
    request.consistent_read = true;
    return ResultOf(table.state, request);
  };
  EXPECT_EQ(result(R"(SELECT * FROM "Items"."none")"), "The table does not have the specified index");
  EXPECT_EQ(result(R"(SELECT * FROM "None"."none")"), kTableNotFound);
  EXPECT_EQ(result(R"(SELECT * FROM "Items"."by_color")"),
            "Strongly consistent read is not supported on Global Secondary Indexes");
  EXPECT_EQ(result(R"(SELECT sk FROM "Items"."by_rank" WHERE pk = 'a' AND rank = 20)"), R"({sk: "2"})");
  EXPECT_EQ(result(R"(SELECT * FROM "Items"."by_two" WHERE color = 1)"),
            "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE "
            "keys.");
  BatchExecuteStatementRequest batch;
  batch.statements.emplace().emplace_back().statement = R"(SELECT * FROM "Items"."by_two" WHERE color = 'red')";
  const auto response = BatchExecuteStatement(table.state, batch);
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->responses.at(0).error->message,
            "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or multi-attribute RANGE "
            "keys.");
  EXPECT_EQ(ResultOf(table.state, Statement(R"(SELECT * FROM "Items"."by_color" WHERE color = 1)")),
            "Key attribute's data type should match its data type in table's schema: Key color");
}

// Each statement has its own mistake and those of all statements after it.
TEST(SelectIndex, ReportsErrorsInOrder) {
  IndexedItems table;
  const std::string not_projected = "One or more parameter values were invalid: ";
  const auto expect = [&](const std::string& text, bool consistent_read, const std::string& expected) {
    ExecuteStatementRequest request = Statement(text);
    request.consistent_read = consistent_read;
    EXPECT_EQ(ResultOf(table.state, request), expected) << text;
  };
  const std::string wrong_key = " WHERE color = 1 AND other = 'x' ORDER BY zz";
  const std::string wrong_order = " WHERE color = 'red' AND other = 'x' ORDER BY zz";
  expect("SELECT other FROM None.none" + wrong_key, true, kTableNotFound);
  expect("SELECT other FROM Items.none" + wrong_key, true, "The table does not have the specified index");
  expect("SELECT other FROM Items.by_color" + wrong_key, true,
         not_projected + "Global secondary index by_color does not project [other]");
  expect("SELECT sk FROM Items.by_color" + wrong_key, true,
         "Strongly consistent read is not supported on Global Secondary Indexes");
  expect("SELECT sk FROM Items.by_color" + wrong_key, false,
         "Key attribute's data type should match its data type in table's schema: Key color");
  expect("SELECT sk FROM Items.by_color" + wrong_order, false,
         "Attribute zz in ORDER BY clause must be part of the primary key");
  expect("SELECT sk FROM Items.by_color WHERE color = 'red' AND other = 'x'", false,
         not_projected + "Secondary index by_color does not project one or more filter attributes: [other]");
  expect("SELECT sk FROM Items.by_color WHERE color = 'red' AND rank = 20", false, R"({sk: "2"})");
}

TEST(SelectIndex, PagesThroughAnIndex) {
  IndexedItems table;
  for (const char* text : {R"(SELECT sk FROM "Items"."by_color")", R"(SELECT sk FROM "Items"."by_rank")",
                           R"(SELECT sk FROM "Items"."by_color" WHERE color IN ['red', 'blue'])",
                           R"(SELECT sk FROM "Items"."by_rank" WHERE pk = 'a' OR pk = 'b')"}) {
    ExecuteStatementRequest request = Statement(text);
    request.limit = 1;
    size_t items = 0;
    for (int page = 0; page == 0 || request.next_token.has_value(); ++page) {
      ASSERT_LT(page, 10) << text;
      const auto response = ExecuteStatement(table.state, request);
      ASSERT_EQ(Outcome(response), "ok") << text;
      EXPECT_LE(response->items.size(), 1u) << text;
      items += response->items.size();
      request.next_token = response->next_token;
    }
    EXPECT_EQ(items, 3u) << text;
  }
}

// For example `1.5 = 1.0 + by_rank 0.5`: the total, the units of the table, and those of each index.
std::string CostOf(DatabaseState& state, const std::string& text, bool consistent_read = false) {
  ExecuteStatementRequest request = Statement(text);
  request.consistent_read = consistent_read;
  request.return_consumed_capacity = ReturnConsumedCapacity::kIndexes;
  const auto response = ExecuteStatement(state, request);
  if (!response.ok() || !response->consumed_capacity.has_value()) return Outcome(response);
  const auto number = [](double units) {
    std::string formatted = std::to_string(units);
    formatted.erase(formatted.find('.') + 2);
    return formatted;
  };
  std::string cost =
      number(response->consumed_capacity->total_units()) + " = " + number(response->consumed_capacity->table_units);
  for (const auto& [name, units] : response->consumed_capacity->local_indexes)
    cost += " + " + name + " " + number(units);
  for (const auto& [name, units] : response->consumed_capacity->global_indexes) {
    cost += " + " + name + " " + number(units);
  }
  return cost;
}

TEST(StatementCapacity, CountsTheTableAndEachIndexThatAStatementUses) {
  IndexedItems table;
  EXPECT_EQ(CostOf(table.state, "SELECT * FROM Items WHERE pk = 'a' AND sk = '1'"), "0.5 = 0.5");
  EXPECT_EQ(CostOf(table.state, "SELECT * FROM Items WHERE pk = 'a' AND sk = '1'", true), "1.0 = 1.0");
  EXPECT_EQ(CostOf(table.state, "SELECT * FROM Items WHERE pk = 'a' AND sk = '9'"), "0.5 = 0.5");
  EXPECT_EQ(CostOf(table.state, "SELECT * FROM Items WHERE pk = 'a'"), "0.5 = 0.5");
  EXPECT_EQ(CostOf(table.state, "SELECT * FROM Items WHERE pk IN ['a', 'b', 'c']"), "1.5 = 1.5");
  EXPECT_EQ(CostOf(table.state, "SELECT * FROM Items WHERE other = 'x'"), "0.5 = 0.5");
  EXPECT_EQ(CostOf(table.state, R"(SELECT * FROM "Items"."by_color" WHERE color = 'red')"), "0.5 = 0.0 + by_color 0.5");
  EXPECT_EQ(CostOf(table.state, R"(SELECT other FROM "Items"."by_rank" WHERE pk = 'a')"), "1.5 = 1.0 + by_rank 0.5");
  EXPECT_EQ(CostOf(table.state, "INSERT INTO Items VALUE {'pk': 'c', 'sk': '1', 'rank': 1, 'color': 'red'}"),
            "4.0 = 1.0 + by_rank 1.0 + by_color 1.0 + by_two 1.0");
  EXPECT_EQ(CostOf(table.state, "UPDATE Items SET other = 'x' WHERE pk = 'a' AND sk = '1'"), "2.0 = 1.0 + by_two 1.0");
  EXPECT_EQ(CostOf(table.state, "DELETE FROM Items WHERE pk = 'z' AND sk = '1'"), "1.0 = 1.0");
}

}  // namespace
}  // namespace holdfast
