#include "conformance/runner/format_call.h"

#include "conformance/client/requests.h"
#include "gtest/gtest.h"

namespace holdfast::conformance {
namespace {

CallRecord CallOf(std::string operation, std::string request) {
  CallRecord call;
  call.operation = std::move(operation);
  call.request = std::move(request);
  return call;
}

TEST(FormatCallTest, ReplacesPlaceholdersByTheirDefinitions) {
  const UpdateItemRequest take{.table = "t",
                               .key = {{"pk", S("stock#7")}, {"sk", S("unit")}},
                               .update = "SET #left = #left - :one",
                               .condition = "#left >= :one",
                               .names = {{"#left", "available"}},
                               .values = {{":one", N(1)}}};
  EXPECT_EQ(FormatRequest(CallOf("UpdateItem", ToJson(take))),
            "UpdateItem stock#7/unit: SET available = available - 1, if available >= 1");
}

TEST(FormatCallTest, FormatsEveryActionOfATransaction) {
  const TransactWriteItemsRequest booking{
      .actions = {PutItemRequest{.table = "t", .item = {{"pk", S("seat1")}, {"party", N(3)}}},
                  DeleteItemRequest{.table = "t", .key = {{"pk", S("seat2")}}}},
      .token = "once"};
  EXPECT_EQ(FormatRequest(CallOf("TransactWriteItems", ToJson(booking))),
            "TransactWriteItems: Put seat1 party=3; Delete seat2, token once");
}

TEST(FormatCallTest, APlaceholderThatIsNotDefinedStays) {
  EXPECT_EQ(FormatRequest(CallOf("PutItem", R"({"ConditionExpression":"#a = :b"})")), "PutItem, if #a = :b");
}

TEST(FormatCallTest, FormatsItemsThatWereRead) {
  CallRecord read = CallOf("GetItem", "{}");
  read.response = R"({"Item":{"pk":{"S":"stock#7"},"available":{"N":"1"}}})";
  EXPECT_EQ(FormatResponse(read), "stock#7 available=1");
  read.response = "{}";
  EXPECT_EQ(FormatResponse(read), "nothing");
}

TEST(FormatCallTest, FormatsCancellationReasons) {
  CallRecord refused = CallOf("TransactWriteItems", "{}");
  refused.error = "TransactionCanceledException";
  refused.response = R"({"CancellationReasons":[{"Code":"ConditionalCheckFailed"},{"Code":"None"}]})";
  EXPECT_EQ(FormatResponse(refused), "TransactionCanceledException [ConditionalCheckFailed, None]");
}

}  // namespace
}  // namespace holdfast::conformance
