#include "engine/operations/transactions/transact_write_items.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/operations/queries/query.h"
#include "tests/engine/operations/transactions/transaction_requests.h"

namespace holdfast::testing {
namespace {

using ::testing::ElementsAre;

TEST(TransactWriteItems, ExecutesEveryKindOfAction) {
  ItemTable table;
  table.Store(ItemWith("a", "update", {{"n", N("1")}}));
  table.Store(Key("a", "delete"));
  table.Store(ItemWith("a", "check", {{"n", N("7")}}));
  const auto response = TransactWriteItems(
      table.state, Transaction({TransactPut(ItemWith("a", "put", {{"n", N("5")}})),
                                TransactUpdate(Key("a", "update"), "SET n = n + :one", Fields({{":one", N("1")}})),
                                TransactDelete(Key("a", "delete")),
                                TransactCheck(Key("a", "check"), "n = :n", Fields({{":n", N("7")}}))}));
  ASSERT_EQ(Outcome(response), "ok");
  EXPECT_FALSE(response->consumed_capacity.has_value());
  EXPECT_FALSE(response->item_collection_metrics.has_value());
  EXPECT_EQ(table.Stored(Key("a", "put")), R"({n: 5, pk: "a", sk: "put"})");
  EXPECT_EQ(table.Stored(Key("a", "update")), R"({n: 2, pk: "a", sk: "update"})");
  EXPECT_EQ(table.Stored(Key("a", "delete")), kAbsent);
  EXPECT_EQ(table.Stored(Key("a", "check")), R"({n: 7, pk: "a", sk: "check"})");
}

TEST(TransactWriteItems, AnActionWithoutExpressionsMayHaveNamesAndValues) {
  ItemTable table;
  TransactWriteItem put = TransactPut(Key("a", "put"));
  put.put->expression_fields.names = Names{{"#n", "n"}};
  TransactWriteItem erase = TransactDelete(Key("a", "delete"));
  erase.delete_item->expression_fields = Fields({{":v", N("1")}});
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Transaction({put, erase}))), "ok");
  EXPECT_EQ(table.Stored(Key("a", "put")), R"({pk: "a", sk: "put"})");
}

TEST(TransactWriteItems, ConditionsReadTheItemsBeforeTheTransaction) {
  ItemTable table;
  table.Store(ItemWith("a", "from", {{"balance", N("10")}}));
  table.Store(ItemWith("a", "to", {{"balance", N("0")}}));
  const auto move = [](const char* from, const char* to, const char* amount) {
    return Transaction(
        {OnCondition(TransactUpdate(Key("a", from), "SET balance = balance - :n", Fields({{":n", N(amount)}})),
                     "balance >= :n"),
         TransactUpdate(Key("a", to), "SET balance = balance + :n", Fields({{":n", N(amount)}}))});
  };
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, move("from", "to", "10"))), "ok");
  EXPECT_THAT(ReasonsOf(TransactWriteItems(table.state, move("from", "to", "1"))),
              ElementsAre(kConditionFailed, "None"));
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, move("to", "from", "4"))), "ok");
  EXPECT_EQ(table.Stored(Key("a", "from")), R"({balance: 4, pk: "a", sk: "from"})");
  EXPECT_EQ(table.Stored(Key("a", "to")), R"({balance: 6, pk: "a", sk: "to"})");
}

TEST(TransactWriteItems, SpansTables) {
  ItemTable table;
  table.Create(PlainTable("Others"));
  ASSERT_EQ(Outcome(TransactWriteItems(
                table.state, Transaction({TransactPut(Key("a", "1")), OnTable(TransactPut(Key("a", "1")), "Others")}))),
            "ok");
  EXPECT_NE(table.Stored(Key("a", "1")), kAbsent);
  EXPECT_NE(table.Stored(Key("a", "1"), "Others"), kAbsent);
}

TEST(TransactWriteItems, ATableMayBeNamedByItsArn) {
  ItemTable table;
  const std::string arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Items";
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, Transaction({OnTable(TransactPut(Key("a", "1")), arn)}))), "ok");
  EXPECT_NE(table.Stored(Key("a", "1")), kAbsent);
  EXPECT_EQ(Outcome(TransactWriteItems(
                table.state, Transaction({OnTable(TransactPut(Key("a", "2")), arn), TransactDelete(Key("a", "2"))}))),
            "Transaction request cannot include multiple operations on one item");
}

TEST(TransactWriteItems, AnUpdateCreatesAMissingItemUnlessItOnlyRemoves) {
  ItemTable table;
  const ExpressionFields set = Fields({{":s", Ss({"x"})}});
  ASSERT_EQ(
      Outcome(TransactWriteItems(table.state, Transaction({TransactUpdate(Key("a", "set"), "SET v = :s", set),
                                                           TransactUpdate(Key("a", "add"), "ADD v :s", set),
                                                           TransactUpdate(Key("a", "remove"), "REMOVE v"),
                                                           TransactUpdate(Key("a", "delete"), "DELETE v :s", set)}))),
      "ok");
  EXPECT_EQ(table.Stored(Key("a", "set")), R"({pk: "a", sk: "set", v: SS<x>})");
  EXPECT_EQ(table.Stored(Key("a", "add")), R"({pk: "a", sk: "add", v: SS<x>})");
  EXPECT_EQ(table.Stored(Key("a", "remove")), kAbsent);
  EXPECT_EQ(table.Stored(Key("a", "delete")), kAbsent);
}

TEST(TransactWriteItems, ConditionsOnAbsentItemsCanHold) {
  ItemTable table;
  EXPECT_EQ(Outcome(TransactWriteItems(
                table.state, Transaction({TransactCheck(Key("a", "1"), "attribute_not_exists(pk)"),
                                          OnCondition(TransactDelete(Key("a", "2")), "attribute_not_exists(pk)"),
                                          OnCondition(TransactPut(Key("a", "3")), "attribute_not_exists(pk)"),
                                          TransactDelete(Key("a", "4"))}))),
            "ok");
  EXPECT_EQ(table.Stored(Key("a", "1")), kAbsent);
  EXPECT_NE(table.Stored(Key("a", "3")), kAbsent);
}

TEST(TransactWriteItems, TakesAHundredActions) {
  ItemTable table;
  std::vector<TransactWriteItem> actions;
  for (int i = 0; i < 100; ++i) actions.push_back(TransactPut(Key("a", std::to_string(i))));
  ASSERT_EQ(Outcome(TransactWriteItems(table.state, Transaction(std::move(actions)))), "ok");
  for (int i = 0; i < 100; ++i) EXPECT_NE(table.Stored(Key("a", std::to_string(i))), kAbsent);
}

// DynamoDB limits the size of the request, not of the stored items.
TEST(TransactWriteItems, DeletesMoreBytesThanARequestMayHave) {
  ItemTable table;
  std::vector<TransactWriteItem> deletions;
  for (int i = 0; i < 13; ++i) {
    table.Store(ItemOfSize("a", std::to_string(i), 400'000));
    deletions.push_back(TransactDelete(Key("a", std::to_string(i))));
  }
  EXPECT_EQ(Outcome(TransactWriteItems(table.state, Transaction(std::move(deletions)))), "ok");
  EXPECT_EQ(table.Stored(Key("a", "12")), kAbsent);
}

TEST(TransactWriteItems, UpdatesIndexes) {
  ItemTable table(IndexedTable(kItems));
  table.Store(ItemWith("a", "move", {{"b", S("old")}}));
  table.Store(ItemWith("a", "leave", {{"b", S("old")}}));
  ASSERT_EQ(Outcome(TransactWriteItems(
                table.state, Transaction({TransactUpdate(Key("a", "move"), "SET b = :b", Fields({{":b", S("new")}})),
                                          TransactDelete(Key("a", "leave")),
                                          TransactPut(ItemWith("a", "come", {{"b", S("new")}}))}))),
            "ok");
  const auto sort_keys = [&](const char* b) {
    QueryRequest query;
    query.table_name = kItems;
    query.index_name = "global";
    query.key_condition_expression = "b = :b";
    query.projection_expression = "sk";
    query.expression_fields = Fields({{":b", S(b)}});
    return FormatAll(*Query(table.state, query)->items);
  };
  EXPECT_THAT(sort_keys("old"), ElementsAre());
  EXPECT_THAT(sort_keys("new"), ElementsAre(R"({sk: "come"})", R"({sk: "move"})"));
}

}  // namespace
}  // namespace holdfast::testing
