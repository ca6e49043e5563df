#include "conformance/client/response.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance {
namespace {

using ::testing::ElementsAre;

Response MakeResponse(int status, std::string body) {
  HttpResponse http;
  http.status = status;
  http.body = std::move(body);
  return Response(std::move(http));
}

TEST(ResponseTest, AClientErrorMeansTheRequestWasRefused) {
  const Response response =
      MakeResponse(400, R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
                        R"("message":"The conditional request failed"})");
  EXPECT_EQ(response.outcome(), Response::Outcome::kRefused);
  EXPECT_EQ(response.error(), "ConditionalCheckFailedException");
  EXPECT_EQ(response.message(), "The conditional request failed");
  EXPECT_TRUE(response.ConditionFailed());
}

TEST(ResponseTest, AServerErrorLeavesTheOutcomeUnknown) {
  EXPECT_TRUE(MakeResponse(500, "").unknown());
  EXPECT_EQ(MakeResponse(503, "busy").error(), "HTTP 503");
}

TEST(ResponseTest, ARequestWithoutResponseHasAnUnknownOutcome) {
  HttpResponse lost;
  lost.reason = "end of stream";
  EXPECT_TRUE(Response(lost).unknown());
  EXPECT_EQ(Response(lost).text(), "end of stream");
}

TEST(ResponseTest, ARequestThatWasNeverSentWasNotCarriedOut) {
  HttpResponse unsent;
  unsent.reason = "connection refused";
  unsent.never_sent = true;
  EXPECT_EQ(Response(unsent).outcome(), Response::Outcome::kRefused);
}

TEST(ResponseTest, ReadsTheReasonsOfACancelledTransaction) {
  const Response response = MakeResponse(
      400, R"({"__type":"x#TransactionCanceledException","Message":"Transaction cancelled","CancellationReasons":)"
           R"([{"Code":"None"},{"Code":"TransactionConflict","Message":"m"}]})");
  EXPECT_THAT(response.CancellationCodes(), ElementsAre("None", "TransactionConflict"));
  EXPECT_TRUE(response.Conflicted());
  EXPECT_FALSE(response.ConditionFailed());
}

TEST(ResponseTest, ReadsItemsOfQueriesAndOfTransactions) {
  EXPECT_THAT(MakeResponse(200, R"({"Items":[{"a":{"N":"1"}}],"Count":1})").items(), ElementsAre(Item{{"a", N(1)}}));
  EXPECT_THAT(MakeResponse(200, R"({"Responses":[{},{"Item":{"a":{"N":"1"}}}]})").items(),
              ElementsAre(Item(), Item{{"a", N(1)}}));
}

TEST(ResponseTest, AResponseThatIsNoJsonIsEmpty) {
  const Response response = MakeResponse(200, "<html>");
  EXPECT_TRUE(response.ok());
  EXPECT_FALSE(response.item().has_value());
  EXPECT_TRUE(response.items().empty());
}

TEST(ResponseTest, AnUnknownOperationIsNotSupported) {
  EXPECT_TRUE(MakeResponse(400, R"({"__type":"com.amazon.coral.service#UnknownOperationException"})").Unsupported());
}

}  // namespace
}  // namespace holdfast::conformance
