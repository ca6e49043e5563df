#include "engine/race/steps/operation.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "engine/race/steps/engine_executor.h"
#include "engine/race/steps/fault.h"
#include "tests/engine/race/race_builders.h"

namespace holdfast::race {
namespace {

constexpr char kArn[] = "arn:aws:dynamodb:us-east-1:000000000000:table/Rooms";

TEST(IgnoreConditions, KnowsATableByItsNameAndItsArn) {
  for (const char* table_name : {"Rooms", kArn}) {
    PutItemRequest put;
    put.table_name = table_name;
    put.condition_expression = "attribute_not_exists(pk)";
    TransactWriteItemsRequest writes;
    writes.transact_items.emplace();
    TransactWriteItem& item = writes.transact_items->emplace_back();
    item.put.emplace();
    item.put->table_name = table_name;
    item.put->condition_expression = put.condition_expression;
    for (const Request& request : {Request(put), Request(writes)}) {
      for (const char* ignored : {"Rooms", "*"}) {
        Request copy = request;
        EXPECT_TRUE(IgnoreConditions(ignored, copy)) << table_name << ", " << ignored;
      }
      Request copy = request;
      EXPECT_FALSE(IgnoreConditions("Room", copy)) << table_name;
    }
  }
}

TEST(IgnoreConditions, LeavesAValidRequest) {
  const std::unique_ptr<Database> database = testing::MakeDatabase();
  testing::CreateTable(*database, "Rooms");
  const std::string long_condition = "#p = :p AND n < :n AND " + std::string(4'000, ' ') + "attribute_exists(#m)";
  UpdateItemRequest update = testing::Update("Rooms", {{"pk", testing::S("room7")}}, "SET #n = :n",
                                             {{":p", testing::S("room8")}, {":n", testing::N("1")}}, long_condition);
  update.expression_fields.names = ExpressionAttributeNames{{"#p", "pk"}, {"#m", "m"}, {"#n", "n"}};
  DeleteItemRequest deletion = testing::Delete("Rooms", {{"pk", testing::S("room7")}}, "#p = :p");
  deletion.expression_fields.names = ExpressionAttributeNames{{"#p", "pk"}};
  deletion.expression_fields.values = ExpressionAttributeValues{{":p", testing::S("room8")}};
  TransactWriteItemsRequest transaction = testing::TransactWrite(
      {testing::UpdateAction("Rooms", {{"pk", testing::S("room7")}}, "SET #n = :n",
                             {{":p", testing::S("room8")}, {":n", testing::N("1")}}, long_condition)});
  transaction.transact_items->front().update->expression_fields.names = update.expression_fields.names;
  TransactWriteItem& check = transaction.transact_items->emplace_back();
  check.condition_check.emplace();
  check.condition_check->table_name = "Rooms";
  check.condition_check->key = AttributeMap{{"pk", testing::S("room9")}};
  check.condition_check->condition_expression = "attribute_exists(#m)";
  check.condition_check->expression_fields.names = ExpressionAttributeNames{{"#m", "m"}};
  for (const Request& request : {Request(update), Request(transaction), Request(deletion)}) {
    ASSERT_FALSE(Call(*database, request).ok());
    Request ignoring = request;
    // A table may be listed twice.
    for (const char* table : {"Rooms", "Rooms", "*"}) EXPECT_TRUE(IgnoreConditions(table, ignoring));
    const Result<Response> outcome = Call(*database, ignoring);
    EXPECT_TRUE(outcome.ok()) << outcome.error().message;
  }
}

TEST(FaultRule, MatchesATableByItsNameAndItsArn) {
  for (const char* table_name : {"Rooms", kArn}) {
    PutItemRequest put;
    put.table_name = table_name;
    FaultRule rule;
    rule.action = FaultAction::kCommitThenDrop;
    rule.table = "Rooms";
    EXPECT_TRUE(Matches(rule, "alice", Request(put), SortedTablesOf(put))) << table_name;
    rule.table = "Room";
    EXPECT_FALSE(Matches(rule, "alice", Request(put), SortedTablesOf(put))) << table_name;
  }
}

}  // namespace
}  // namespace holdfast::race
