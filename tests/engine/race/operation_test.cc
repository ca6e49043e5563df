#include "engine/race/steps/operation.h"

#include <gtest/gtest.h>

#include "engine/race/steps/fault.h"

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

TEST(FaultRule, MatchesATableByItsNameAndItsArn) {
  for (const char* table_name : {"Rooms", kArn}) {
    PutItemRequest put;
    put.table_name = table_name;
    FaultRule rule;
    rule.action = FaultAction::kCommitThenDrop;
    rule.table = "Rooms";
    EXPECT_TRUE(Matches(rule, "alice", Request(put))) << table_name;
    rule.table = "Room";
    EXPECT_FALSE(Matches(rule, "alice", Request(put))) << table_name;
  }
}

}  // namespace
}  // namespace holdfast::race
