#include "conformance/faulty/faults/delivery.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/faulty/scripted_endpoint.h"

namespace holdfast::conformance::faulty {
namespace {

TEST(TokenDropped, RemovesOnlyTheToken) {
  EXPECT_THAT(
      WithoutToken(OperationRequest("TransactWriteItems", R"({"ClientRequestToken":"x","TransactItems":[]})")).body,
      IsJson(R"({"TransactItems":[]})"));
  const std::string without = R"({ "TransactItems" : [] })";
  EXPECT_EQ(WithoutToken(OperationRequest("TransactWriteItems", without)).body, without);
}

TEST(DeliveredTwice, ReturnsTheFirstResponse) {
  ScriptedEndpoint endpoint({Success(R"({"first":1})"), Success(R"({"second":2})")});
  const Request write = OperationRequest("TransactWriteItems", R"({"ClientRequestToken":"x"})");
  EXPECT_EQ(MakeDeliveredTwice()->Handle(write, &endpoint).body, R"({"first":1})");
  ASSERT_EQ(endpoint.requests().size(), 2U);
  EXPECT_EQ(endpoint.requests()[1].body, write.body);
}

TEST(DeliveredTwice, ReadsAreDeliveredOnce) {
  ScriptedEndpoint endpoint;
  MakeDeliveredTwice()->Handle(OperationRequest("GetItem", "{}"), &endpoint);
  EXPECT_EQ(endpoint.Operations(), "GetItem");
}

TEST(CommittedThenError, AWriteIsExecutedAndReturnsStatus500) {
  ScriptedEndpoint endpoint;
  const Response response = MakeCommittedThenError(1, 1)->Handle(OperationRequest("PutItem", "{}"), &endpoint);
  EXPECT_EQ(endpoint.Operations(), "PutItem");
  EXPECT_EQ(response.status, 500U);
  EXPECT_EQ(response.body, R"({"__type":"com.amazonaws.dynamodb.v20120810#InternalServerError",)"
                           R"("message":"Internal server error"})");
}

TEST(CommittedThenError, RefusedWritesAndReadsKeepTheirResponse) {
  ScriptedEndpoint endpoint({ConditionFailed("")});
  const Response response = MakeCommittedThenError(1, 1)->Handle(OperationRequest("PutItem", "{}"), &endpoint);
  EXPECT_EQ(ErrorTypeOf(response), "ConditionalCheckFailedException");
  EXPECT_EQ(MakeCommittedThenError(1, 1)->Handle(OperationRequest("GetItem", "{}"), &endpoint).status, 200U);
}

TEST(CommittedThenError, AffectsTheGivenShareOfWrites) {
  const auto fault = MakeCommittedThenError(7, 0.125);
  ScriptedEndpoint endpoint;
  int errors = 0;
  for (int i = 0; i < 1'000; ++i) errors += fault->Handle(OperationRequest("PutItem", "{}"), &endpoint).ok() ? 0 : 1;
  EXPECT_GT(errors, 80);
  EXPECT_LT(errors, 170);
}

}  // namespace
}  // namespace holdfast::conformance::faulty
