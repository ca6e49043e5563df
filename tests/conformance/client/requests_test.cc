#include "conformance/client/requests.h"

#include "conformance/client/json.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance {
namespace {

TEST(RequestsTest, OmitsEmptyFields) {
  EXPECT_EQ(ToJson(PutItemRequest{.table = "t", .item = {{"pk", S("a")}}}),
            R"({"TableName":"t","Item":{"pk":{"S":"a"}}})");
}

TEST(RequestsTest, WritesEveryFieldOfAnUpdate) {
  const UpdateItemRequest request{.table = "t",
                                  .key = {{"pk", S("a")}},
                                  .update = "SET #n = :v",
                                  .condition = "#n < :v",
                                  .names = {{"#n", "name"}},
                                  .values = {{":v", N(7)}},
                                  .return_values = "ALL_NEW"};
  EXPECT_EQ(
      ToJson(request),
      R"({"TableName":"t","Key":{"pk":{"S":"a"}},"UpdateExpression":"SET #n = :v","ConditionExpression":"#n < :v",)"
      R"("ExpressionAttributeNames":{"#n":"name"},"ExpressionAttributeValues":{":v":{"N":"7"}},)"
      R"("ReturnValues":"ALL_NEW"})");
}

TEST(RequestsTest, NamesTheKindOfEachActionOfATransaction) {
  const TransactWriteItemsRequest request{
      .actions = {PutItemRequest{.table = "t", .item = {{"pk", S("a")}}},
                  ConditionCheckRequest{.table = "t", .key = {{"pk", S("b")}}, .condition = "attribute_exists(pk)"},
                  DeleteItemRequest{.table = "t", .key = {{"pk", S("c")}}}},
      .token = "once"};
  EXPECT_EQ(
      ToJson(request),
      R"({"TransactItems":[{"Put":{"TableName":"t","Item":{"pk":{"S":"a"}}}},)"
      R"json({"ConditionCheck":{"TableName":"t","Key":{"pk":{"S":"b"}},"ConditionExpression":"attribute_exists(pk)"}},)json"
      R"({"Delete":{"TableName":"t","Key":{"pk":{"S":"c"}}}}],"ClientRequestToken":"once"})");
}

TEST(RequestsTest, PutsABatchUnderItsTable) {
  const BatchWriteItemRequest batch{.table = "t", .puts = {{{"pk", S("a")}}}, .deletes = {{{"pk", S("b")}}}};
  EXPECT_EQ(
      ToJson(batch),
      R"({"RequestItems":{"t":[{"PutRequest":{"Item":{"pk":{"S":"a"}}}},{"DeleteRequest":{"Key":{"pk":{"S":"b"}}}}]}})");
}

TEST(RequestsTest, EveryTypeOfValueIsReadBackUnchanged) {
  const Item item = {{"s", S("\"quoted\" \xF0\x9F\x8E\xAB")},
                     {"n", N("-1.5")},
                     {"b", B("AQID")},
                     {"bool", Bool(true)},
                     {"null", Null()},
                     {"ss", Ss({"b", "a"})},
                     {"ns", Ns({2, 1})},
                     {"l", L({N(1), M({{"deep", S("er")}})})}};
  EXPECT_EQ(ReadItem(ParseJson(ToText(item))), item);
}

TEST(RequestsTest, TextThatIsNoJsonReadsAsNull) {
  EXPECT_TRUE(ParseJson("<html>").IsNull());
  EXPECT_TRUE(ParseJson("{\"a\":1} trailing").IsNull());
  EXPECT_TRUE(ReadItem(ParseJson("")).empty());
}

}  // namespace
}  // namespace holdfast::conformance
