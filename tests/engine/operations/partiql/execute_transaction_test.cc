#include "engine/operations/partiql/execute_transaction.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/operations/transactions/transact_write_items.h"
#include "tests/engine/operations/partiql/statement_table.h"

namespace holdfast {
namespace {

using namespace holdfast::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

ExecuteTransactionRequest Transaction(std::vector<std::string> statements) {
  ExecuteTransactionRequest request;
  request.transact_statements.emplace();
  for (std::string& statement : statements) {
    request.transact_statements->emplace_back().statement = std::move(statement);
  }
  return request;
}

// The items, the reasons of a cancellation, or the error.
std::vector<std::string> ResultOf(DatabaseState& state, const ExecuteTransactionRequest& request) {
  const auto response = ExecuteTransaction(state, request);
  return response.ok() ? FormatAll(response->responses) : ReasonsOf(response);
}
std::vector<std::string> ResultOf(DatabaseState& state, std::vector<std::string> statements) {
  return ResultOf(state, Transaction(std::move(statements)));
}

struct TransactionTable : ItemTable {
  TransactionTable() {
    Store(ItemWith("a", "1", {{"n", N("1")}}));
    Store(ItemWith("a", "2", {{"n", N("2")}}));
  }
};

constexpr char kKeyMismatch[] = "ValidationError: The provided key element does not match the schema";

TEST(ExecuteTransaction, ReadsItemsTogether) {
  TransactionTable table;
  EXPECT_THAT(ResultOf(table.state, {"SELECT n FROM Items WHERE pk = 'a' AND sk = '1'",
                                     "SELECT zz FROM Items WHERE pk IN ['a'] AND sk = '2' AND sk = '2'",
                                     "SELECT * FROM Items WHERE pk = 'a' AND sk = '3'"}),
              ElementsAre("{n: 1}", "{}", kAbsent));
}

TEST(ExecuteTransaction, WritesAllOrNothing) {
  TransactionTable table;
  EXPECT_THAT(ResultOf(table.state, {"INSERT INTO Items VALUE {'pk': 'b', 'sk': '1'}",
                                     "UPDATE Items SET n = n + 10 WHERE pk = 'a' AND sk = '1'",
                                     "DELETE FROM Items WHERE pk = 'x' AND sk = '1'",
                                     "EXISTS(SELECT * FROM Items WHERE pk = 'a' AND sk = '2' AND n = 2)"}),
              IsEmpty());
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 11, pk: "a", sk: "1"})");
  EXPECT_EQ(table.Stored(Key("b", "1")), R"({pk: "b", sk: "1"})");

  EXPECT_THAT(ResultOf(table.state, {"INSERT INTO Items VALUE {'pk': 'b', 'sk': '1'}",
                                     "UPDATE Items SET n = 0 WHERE pk = 'a' AND sk = '1'",
                                     "UPDATE Items SET n = 0 WHERE pk = 'x' AND sk = '1'",
                                     "DELETE FROM Items WHERE pk = 'y' AND sk = '1' AND n = 5",
                                     "EXISTS(SELECT * FROM Items WHERE pk = 'a' AND sk = '2' AND n = 3)",
                                     "EXISTS(SELECT * FROM Items WHERE pk = 'z' AND sk = '2' AND n IS MISSING)"}),
              ElementsAre("DuplicateItem: Duplicate primary key exists in table", "None", kConditionFailed, "None",
                          kConditionFailed, kConditionFailed));
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 11, pk: "a", sk: "1"})");
}

TEST(ExecuteTransaction, ReturnsTheItemOfAFailedCondition) {
  TransactionTable table;
  ExecuteTransactionRequest request = Transaction({"DELETE FROM Items WHERE pk = 'a' AND sk = '1' AND n = 5"});
  request.transact_statements->front().return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::kAllOld;
  EXPECT_THAT(ResultOf(table.state, request),
              ElementsAre(std::string(kConditionFailed) + R"( {n: 1, pk: "a", sk: "1"})"));
}

TEST(ExecuteTransaction, DoesNotReturnTheItemThatAnInsertDuplicates) {
  TransactionTable table;
  ExecuteTransactionRequest request = Transaction({"INSERT INTO Items VALUE {'pk': 'a', 'sk': '1'}"});
  request.transact_statements->front().return_values_on_condition_check_failure =
      ReturnValuesOnConditionCheckFailure::kAllOld;
  EXPECT_THAT(ResultOf(table.state, request), ElementsAre("DuplicateItem: Duplicate primary key exists in table"));
}

TEST(ExecuteTransaction, IsRefusedForOneOfItsStatements) {
  TransactionTable table;
  const std::string read = "SELECT * FROM Items WHERE pk = 'a' AND sk = '1'";
  const std::string write = "DELETE FROM Items WHERE pk = 'a' AND sk = '1'";
  const std::string no_key =
      "Select statements within ExecuteTransaction must specify the primary key in the where clause.";
  const std::string exists = "EXISTS() must contain a single item read with additional condition";
  const auto expect_second_refused = [&](const std::string& first, const std::string& text, const std::string& error) {
    EXPECT_THAT(ResultOf(table.state, {first, text}),
                ElementsAre("Validation failed in TransactStatements[1]: " + error))
        << text;
  };
  expect_second_refused(read, "SELECT", std::string(kNotWellFormed) + "Unexpected term");
  expect_second_refused(read, "SELECT * FROM Items WHERE pk = 'a'", no_key);
  expect_second_refused(read, "SELECT * FROM Items WHERE pk = 'a' AND sk = '2' AND n = 1", no_key);
  expect_second_refused(read, "SELECT * FROM Items WHERE pk = 'a' AND pk = 'b' AND sk = '2'", no_key);
  expect_second_refused(read, "SELECT * FROM Items.i WHERE pk = 'a' AND sk = '2'",
                        "Reads on indices are not supported within transactions.");
  expect_second_refused(write, "DELETE FROM Items WHERE pk = 'a' AND sk = '2' RETURNING ALL OLD *",
                        "RETURNING clause is not supported in ExecuteTransaction.");
  expect_second_refused(write, "EXISTS(SELECT * FROM Items WHERE pk = 'a' AND sk = '2')", exists);
  expect_second_refused(write, "EXISTS(SELECT * FROM Items WHERE pk IN ['a'] AND sk = '2' AND n = 1)", exists);
  EXPECT_THAT(ResultOf(table.state, {read, write}),
              ElementsAre("ExecuteTransaction API does not support both read and write operations in the same "
                          "request."));
  EXPECT_THAT(ResultOf(table.state, {read, read}),
              ElementsAre("Transaction request cannot include multiple operations on one item"));
  ExecuteTransactionRequest request = Transaction({read, "SELECT * FROM Items WHERE pk = ? AND sk = '1'"});
  request.transact_statements->back().parameters = {N("x")};
  EXPECT_THAT(ResultOf(table.state, request), ElementsAre("The parameter cannot be converted to a numeric value: x"));
}

TEST(ExecuteTransaction, IsCancelledForMissingTablesAndInvalidKeys) {
  TransactionTable table;
  const std::string write = "DELETE FROM Items WHERE pk = 'a' AND sk = '1'";
  const std::string not_found = "ResourceNotFound: Requested resource not found";
  EXPECT_THAT(ResultOf(table.state, {write, "DELETE FROM Ghosts WHERE pk = 'a' RETURNING ALL OLD *",
                                     "INSERT INTO Ghosts VALUE {'pk': 'a'}"}),
              ElementsAre("None", not_found, not_found));
  EXPECT_THAT(
      ResultOf(table.state,
               {write, write, "DELETE FROM Items WHERE pk = 'a'", "UPDATE Items SET n = 1 WHERE pk = 1 AND sk = '1'",
                "UPDATE Items SET n = 1 WHERE pk = 'a' AND sk IN ['1']", "INSERT INTO Items VALUE {'pk': 'a'}"}),
      ElementsAre("None", "None", kKeyMismatch, kKeyMismatch, kKeyMismatch,
                  "ValidationError: One or more parameter values were invalid: Missing the key sk in the item"));
  EXPECT_THAT(ResultOf(table.state, {"SELECT * FROM Items WHERE pk = 'a' AND sk = 1"}), ElementsAre(kKeyMismatch));
  EXPECT_THAT(ResultOf(table.state, {"EXISTS(SELECT * FROM Items WHERE pk = 'a' AND pk = 'b' AND sk = '1')"}),
              ElementsAre(kConditionFailed));
}

TEST(ExecuteTransaction, IsExecutedOnceForAToken) {
  TransactionTable table;
  ExecuteTransactionRequest request = Transaction({"UPDATE Items SET n = n + 1 WHERE pk = 'a' AND sk = '1'"});
  request.client_request_token = "token";
  request.return_consumed_capacity = ReturnConsumedCapacity::kTotal;
  const auto first = ExecuteTransaction(table.state, request);
  ASSERT_EQ(Outcome(first), "ok");
  EXPECT_EQ(first->consumed_capacity->front().kind, ConsumedCapacity::Kind::kWrite);
  EXPECT_EQ(first->consumed_capacity->front().total_units(), 2);
  const auto repeated = ExecuteTransaction(table.state, request);
  ASSERT_EQ(Outcome(repeated), "ok");
  EXPECT_EQ(repeated->consumed_capacity->front().kind, ConsumedCapacity::Kind::kRead);
  EXPECT_EQ(table.Stored(Key("a", "1")), R"({n: 2, pk: "a", sk: "1"})");

  ExecuteTransactionRequest other = Transaction({"UPDATE Items SET n = n + 2 WHERE pk = 'a' AND sk = '1'"});
  other.client_request_token = "token";
  EXPECT_EQ(Outcome(ExecuteTransaction(table.state, other)).substr(0, 27), "IdempotentParameterMismatch");
  // TransactWriteItems has tokens of its own.
  TransactWriteItemsRequest transact_write;
  transact_write.client_request_token = "token";
  transact_write.transact_items.emplace().emplace_back().delete_item.emplace();
  transact_write.transact_items->front().delete_item->table_name = kItems;
  transact_write.transact_items->front().delete_item->key = Key("a", "1");
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, transact_write)), "ok");
}

TEST(ExecuteTransaction, LimitsTheNumberOfStatements) {
  TransactionTable table;
  EXPECT_THAT(ResultOf(table.state, std::vector<std::string>()),
              ElementsAre("1 validation error detected: Value '[]' at 'transactStatements' failed to satisfy "
                          "constraint: Member must have length greater than or equal to 1"));
  EXPECT_THAT(ResultOf(table.state, std::vector<std::string>(101, "SELECT")),
              ElementsAre(::testing::EndsWith("at 'transactStatements' failed to satisfy constraint: Member must have "
                                              "length less than or equal to 100")));
}

}  // namespace
}  // namespace holdfast
