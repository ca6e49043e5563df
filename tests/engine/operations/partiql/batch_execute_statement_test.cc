#include "engine/operations/partiql/batch_execute_statement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/operations/partiql/statement_table.h"

namespace holdfast {
namespace {

using namespace holdfast::testing;
using ::testing::ElementsAre;

BatchExecuteStatementRequest Batch(std::vector<std::string> statements) {
  BatchExecuteStatementRequest request;
  request.statements.emplace();
  for (std::string& statement : statements) request.statements->emplace_back().statement = std::move(statement);
  return request;
}

// For each statement, `<table>: <item>` or `<table>: <code>: <message>`.
std::vector<std::string> Responses(DatabaseState& state, const BatchExecuteStatementRequest& request) {
  const auto response = BatchExecuteStatement(state, request);
  if (!response.ok()) return {Outcome(response)};
  std::vector<std::string> formatted;
  for (const BatchStatementResponse& member : response->responses) {
    std::string text = member.table_name.value_or("-") + ":";
    if (member.error.has_value()) text += " " + member.error->code + ": " + member.error->message;
    if (member.item.has_value()) text += " " + Format(*member.item);
    formatted.push_back(std::move(text));
  }
  return formatted;
}

struct BatchTable : ItemTable {
  BatchTable() {
    Store(ItemWith("a", "1", {{"n", N("1")}}));
    Store(ItemWith("a", "2", {{"n", N("2")}}));
  }
};

TEST(BatchExecuteStatement, ReadsItemsByTheirKeys) {
  BatchTable table;
  const std::string no_key =
      "-: ValidationError: Select statements within BatchExecuteStatement must specify the primary key in the where "
      "clause.";
  EXPECT_THAT(Responses(table.state, Batch({"SELECT n FROM Items WHERE pk = 'a' AND sk = '1'",
                                            "SELECT * FROM Items WHERE pk = 'a' AND sk = '9'",
                                            "SELECT n FROM Items WHERE pk IN ['a'] AND sk = '2'",
                                            "SELECT * FROM Items WHERE pk = 'a'",
                                            "SELECT * FROM Items WHERE pk = 'a' AND sk = '3' AND n = 1",
                                            "SELECT * FROM Items.i WHERE pk = 'a' AND sk = '4'", "SELECT * FROM Items",
                                            "SELECT * FROM Ghosts WHERE pk = 'a' AND sk = '1'", "SELECT"})),
              ElementsAre("Items: {n: 1}", "Items:", "Items: {n: 2}", no_key, no_key, no_key, no_key,
                          "-: ResourceNotFound: Requested resource not found",
                          "-: ValidationError: Statement wasn't well formed, can't be processed: Unexpected term"));
}

TEST(BatchExecuteStatement, ReportsTooManyReadsBeforeThatTheyAreNotOneItem) {
  BatchTable table;
  std::string keys;
  for (int i = 0; i <= 50; ++i) keys += (i == 0 ? "'" : ", '") + std::to_string(i) + "'";
  EXPECT_THAT(Responses(table.state, Batch({"SELECT * FROM Items WHERE pk IN [" + keys + "]"})),
              ElementsAre("-: ValidationError: Too many decomposed read operations for a given query."));
}

TEST(BatchExecuteStatement, WritesEachStatementByItself) {
  BatchTable table;
  EXPECT_THAT(
      Responses(
          table.state,
          Batch({"INSERT INTO Items VALUE {'pk': 'b', 'sk': '1'}", "INSERT INTO Items VALUE {'pk': 'a', 'sk': '1'}",
                 "UPDATE Items SET n = 3 WHERE pk = 'a' AND sk = '2' RETURNING ALL NEW *",
                 "UPDATE Items SET n = 3 WHERE pk = 'x' AND sk = '1'", "DELETE FROM Items WHERE pk = 'y' AND sk = '1'",
                 "UPDATE Items SET n = 3 WHERE pk = 'a'"})),
      ElementsAre("Items:", "Items: DuplicateItem: Duplicate primary key exists in table",
                  R"(Items: {n: 3, pk: "a", sk: "2"})", std::string("Items: ") + kConditionFailed, "Items:",
                  "-: ValidationError: Where clause does not contain a mandatory equality on all key attributes"));
  EXPECT_EQ(table.Stored(Key("b", "1")), R"({pk: "b", sk: "1"})");
  EXPECT_EQ(table.Stored(Key("a", "2")), R"({n: 3, pk: "a", sk: "2"})");
}

TEST(BatchExecuteStatement, IsRefusedAsAWhole) {
  BatchTable table;
  const std::string read = "SELECT * FROM Items WHERE pk = 'a' AND sk = '1'";
  const std::string write = "DELETE FROM Items WHERE pk = 'a' AND sk = '1'";
  const std::string duplicates = "Provided list of item keys contains duplicates";
  EXPECT_THAT(Responses(table.state, Batch({})),
              ElementsAre("1 validation error detected: Value '[]' at 'statements' failed to satisfy constraint: "
                          "Member must have length greater than or equal to 1"));
  EXPECT_THAT(Responses(table.state, Batch(std::vector<std::string>(26, read))),
              ElementsAre(::testing::EndsWith("at 'statements' failed to satisfy constraint: Member must have length "
                                              "less than or equal to 25")));
  EXPECT_THAT(Responses(table.state, Batch({read, write})),
              ElementsAre("Read and write requests together in the same batch is not supported."));
  EXPECT_THAT(Responses(table.state, Batch({read, "SELECT", read})), ElementsAre(duplicates));
  EXPECT_THAT(Responses(table.state, Batch({write, "UPDATE Items SET n = 1 WHERE sk = '1' AND pk = 'a'"})),
              ElementsAre(duplicates));
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 1, pk: "a", sk: "1"})");
}

TEST(BatchExecuteStatement, NeverReturnsTheItemOfAFailedCondition) {
  BatchTable table;
  BatchExecuteStatementRequest request = Batch({"DELETE FROM Items WHERE pk = 'a' AND sk = '1' AND n = 5"});
  request.statements->front().return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::kAllOld;
  EXPECT_THAT(Responses(table.state, request), ElementsAre(std::string("Items: ") + kConditionFailed));
}

// For each table `<total> = <units of the table itself>`, both in tenths of a unit. The total also counts the units of
// failed writes, so the two may differ.
std::vector<std::string> Costs(DatabaseState& state, BatchExecuteStatementRequest request) {
  request.return_consumed_capacity = ReturnConsumedCapacity::kIndexes;
  const auto response = BatchExecuteStatement(state, request);
  std::vector<std::string> costs;
  for (const ConsumedCapacity& entry : response->consumed_capacity.value_or(std::vector<ConsumedCapacity>())) {
    costs.push_back(std::to_string(static_cast<int>(entry.total_units() * 10)) + " = " +
                    std::to_string(static_cast<int>(entry.table_units * 10)));
  }
  return costs;
}

TEST(BatchExecuteStatement, CountsFailedWritesInTheTotalAlone) {
  BatchTable table;
  BatchExecuteStatementRequest reads =
      Batch({"SELECT * FROM Items WHERE pk = 'a' AND sk = '1'", "SELECT * FROM Items WHERE pk = 'a' AND sk = '2'"});
  reads.statements->front().consistent_read = true;
  EXPECT_THAT(Costs(table.state, reads), ElementsAre("15 = 15"));
  const std::string failing = "INSERT INTO Items VALUE {'pk': 'a', 'sk': '1', 'z': '" + std::string(1'500, 'z') + "'}";
  EXPECT_THAT(Costs(table.state, Batch({failing, "DELETE FROM Items WHERE pk = 'z' AND sk = '1'"})),
              ElementsAre("30 = 10"));
  EXPECT_THAT(Costs(table.state, Batch({failing})), ElementsAre());

  // If the stored item is the larger one, a failed write costs its units, whatever the reason.
  const std::string large =
      "INSERT INTO Items VALUE {'pk': 'large', 'sk': '1', 'z': '" + std::string(4'500, 'z') + "'}";
  EXPECT_THAT(Costs(table.state, Batch({large})), ElementsAre("50 = 50"));
  for (const std::string failing_on_large : {"INSERT INTO Items VALUE {'pk': 'large', 'sk': '1'}",
                                             "UPDATE Items SET y.x = 1 WHERE pk = 'large' AND sk = '1'",
                                             "UPDATE Items SET y = z + 1 WHERE pk = 'large' AND sk = '1'",
                                             "DELETE FROM Items WHERE pk = 'large' AND sk = '1' AND y = 1"}) {
    EXPECT_THAT(Costs(table.state, Batch({failing_on_large, "DELETE FROM Items WHERE pk = 'z' AND sk = '1'"})),
                ElementsAre("60 = 10"))
        << failing_on_large;
  }
}

}  // namespace
}  // namespace holdfast
