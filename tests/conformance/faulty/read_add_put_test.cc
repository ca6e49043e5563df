#include "conformance/faulty/faults/read_add_put.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

Request Update(std::string_view return_values = "NONE") {
  return OperationRequest("UpdateItem", R"({"TableName":"t","Key":{"pk":{"S":"a"}},"UpdateExpression":"ADD #n :one",
      "ExpressionAttributeNames":{"#n":"n"},"ExpressionAttributeValues":{":one":{"N":"1"}},"ReturnValues":")" +
                                            std::string(return_values) + R"("})");
}

// Returns the fault's response to `request` when the endpoint responds to GetItem with `found`.
std::string ResponseTo(const Request& request, const std::string& found, std::string* put_body = nullptr) {
  ScriptedEndpoint endpoint({Success(found)});
  const Response response = MakeReadAddPut()->Handle(request, &endpoint);
  EXPECT_EQ(endpoint.Operations(), "GetItem PutItem");
  if (put_body != nullptr) *put_body = endpoint.requests().back().body;
  return response.body;
}

TEST(ReadAddPut, ReadsTheItemAndPutsItBack) {
  ScriptedEndpoint endpoint({Success(R"({"Item":{"pk":{"S":"a"},"n":{"N":"4"},"other":{"S":"x"}}})")});
  EXPECT_EQ(MakeReadAddPut()->Handle(Update(), &endpoint).body, "{}");
  ASSERT_EQ(endpoint.Operations(), "GetItem PutItem");
  EXPECT_THAT(endpoint.requests()[0].body, IsJson(R"({"TableName":"t","Key":{"pk":{"S":"a"}},"ConsistentRead":true})"));
  EXPECT_THAT(endpoint.requests()[1].body,
              IsJson(R"({"TableName":"t","Item":{"pk":{"S":"a"},"n":{"N":"5"},"other":{"S":"x"}}})"));
}

TEST(ReadAddPut, CreatesAMissingItem) {
  std::string put_body;
  ResponseTo(Update(), "{}", &put_body);
  EXPECT_THAT(put_body, IsJson(R"({"TableName":"t","Item":{"pk":{"S":"a"},"n":{"N":"1"}}})"));
}

TEST(ReadAddPut, ReturnsTheAttributesThatReturnValuesSelects) {
  const std::string found = R"({"Item":{"pk":{"S":"a"},"n":{"N":"4"}}})";
  EXPECT_THAT(ResponseTo(Update("ALL_NEW"), found), IsJson(R"({"Attributes":{"pk":{"S":"a"},"n":{"N":"5"}}})"));
  EXPECT_THAT(ResponseTo(Update("UPDATED_NEW"), found), IsJson(R"({"Attributes":{"n":{"N":"5"}}})"));
}

TEST(ReadAddPut, AFailedPutIsTheResponse) {
  const Response conflict = Failure(400, "TransactionConflictException", "Transaction is ongoing for the item");
  ScriptedEndpoint endpoint({Success(), conflict});
  EXPECT_EQ(MakeReadAddPut()->Handle(Update(), &endpoint).body, conflict.body);
}

TEST(ReadAddPut, AnImpossibleAdditionIsSentToTheEndpoint) {
  ScriptedEndpoint endpoint({Success(R"({"Item":{"pk":{"S":"a"},"n":{"S":"text"}}})")});
  MakeReadAddPut()->Handle(Update(), &endpoint);
  ASSERT_EQ(endpoint.Operations(), "GetItem UpdateItem");
  EXPECT_EQ(endpoint.requests()[1].body, Update().body);
}

TEST(ReadAddPut, OtherRequestsPass) {
  EXPECT_TRUE(PlanAdd(Update()).has_value());
  EXPECT_FALSE(PlanAdd(Update("ALL_OLD")).has_value());
  EXPECT_FALSE(PlanAdd(OperationRequest("PutItem", Update().body)).has_value());
  const std::string key_and_values =
      R"("Key":{"pk":{"S":"a"}},"ExpressionAttributeValues":{":v":{"N":"1"}},"TableName":"t")";
  EXPECT_TRUE(
      PlanAdd(OperationRequest("UpdateItem", "{" + key_and_values + R"(,"UpdateExpression":"ADD n :v"})")).has_value());
  for (const char* rest :
       {R"("UpdateExpression":"SET n = :v")", R"("UpdateExpression":"ADD pk :v")", R"("UpdateExpression":"ADD n :w")",
        R"("UpdateExpression":"ADD #n :v")", R"("UpdateExpression":"ADD n :v, n :v")",
        R"json("UpdateExpression":"ADD n :v","ConditionExpression":"attribute_exists(pk)")json",
        R"("UpdateExpression":"ADD n :v","ExpressionAttributeNames":{"#unused":"u"})",
        R"("UpdateExpression":"ADD n :v","ReturnConsumedCapacity":"TOTAL")"}) {
    const std::string body = "{" + key_and_values + "," + rest + "}";
    EXPECT_FALSE(PlanAdd(OperationRequest("UpdateItem", body)).has_value()) << body;
  }
}

}  // namespace
}  // namespace holdfast::conformance::faulty
