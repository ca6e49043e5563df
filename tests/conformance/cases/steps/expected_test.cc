#include "conformance/cases/steps/expected.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdfast::conformance {
namespace {

using ::testing::HasSubstr;

Response MakeResponse(int status, std::string body) {
  HttpResponse http;
  http.status = status;
  http.body = std::move(body);
  return Response(std::move(http));
}

const Response kFine = MakeResponse(200, R"({"Count":1,"Items":[]})");
const Response kRefused =
    MakeResponse(400, R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
                                         "message":"The conditional request failed"})");
const Response kRefusedWithItem =
    MakeResponse(400, R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",
                      "message":"The conditional request failed","Item":{"pk":{"S":"a"}}})");

TEST(Expected, SuccessAcceptsAnyBody) {
  EXPECT_EQ(Difference(Success(), kFine), "");
  EXPECT_NE(Difference(Success(), kRefused), "");
}

TEST(Expected, AResponseIsComparedWhole) {
  EXPECT_EQ(Difference(SuccessWith(R"({"Items":[],"Count":1})"), kFine), "");
  EXPECT_EQ(Difference(SuccessWith("{}"), kFine), R"(expected {}, got {"Count":1,"Items":[]})");
  EXPECT_NE(Difference(SuccessWith(R"({"Items":[],"Count":1})"), kRefused), "");
}

TEST(Expected, AnErrorIsComparedByNameAndMessage) {
  EXPECT_EQ(Difference(Error("ConditionalCheckFailedException"), kRefused), "");
  EXPECT_EQ(Difference(Error("ConditionalCheckFailedException", "The conditional request failed"), kRefused), "");
  EXPECT_THAT(Difference(Error("ConditionalCheckFailedException", "Another message"), kRefused),
              HasSubstr("expected ConditionalCheckFailedException: Another message, got 400 "));
  EXPECT_NE(Difference(Invalid(), kRefused), "");
  EXPECT_NE(Difference(Invalid(), kFine), "");
}

TEST(Expected, OtherMembersOfAnErrorAreComparedIfABodyIsExpected) {
  EXPECT_EQ(Difference(ConditionFails(), kRefused), "");
  EXPECT_NE(Difference(ConditionFails(), kRefusedWithItem), "");
  EXPECT_EQ(Difference(Error("ConditionalCheckFailedException", "", R"({"Item":{"pk":{"S":"a"}}})"), kRefusedWithItem),
            "");
  EXPECT_NE(Difference(Error("ConditionalCheckFailedException", "", R"({"Item":{"pk":{"S":"b"}}})"), kRefusedWithItem),
            "");
  EXPECT_EQ(Difference(Error("ConditionalCheckFailedException"), kRefusedWithItem), "");
}

TEST(Expected, AnotherTextOfTheSameErrorDiffersOnlyInWording) {
  EXPECT_TRUE(DiffersOnlyInWording(Error("ConditionalCheckFailedException", "Another message"), kRefused));
  EXPECT_FALSE(DiffersOnlyInWording(Error("ConditionalCheckFailedException"), kRefused));
  EXPECT_FALSE(DiffersOnlyInWording(Invalid("Another message"), kRefused));
  EXPECT_FALSE(
      DiffersOnlyInWording(Error("ConditionalCheckFailedException", "Another message", "{}"), kRefusedWithItem));
  EXPECT_FALSE(DiffersOnlyInWording(Success(), kRefused));
}

TEST(Expected, AnotherTextOfACancellationReasonDiffersOnlyInWording) {
  const auto cancelled = [](const std::string& reasons) { return R"({"CancellationReasons":[)" + reasons + "]}"; };
  const std::string failed = R"({"Code":"ConditionalCheckFailed","Message":"The conditional request failed"})";
  Response response = MakeResponse(
      400, R"({"__type":"TransactionCanceledException","message":"cancelled",)" + cancelled(failed).substr(1));
  const auto differs_only_in_wording = [&](const std::string& reasons, const std::string& message = "") {
    const Expected expected = Error("TransactionCanceledException", message, cancelled(reasons));
    EXPECT_EQ(Difference(expected, response).empty(), reasons == failed && message.empty());
    return DiffersOnlyInWording(expected, response);
  };
  EXPECT_FALSE(differs_only_in_wording(failed));
  EXPECT_TRUE(differs_only_in_wording(failed, "another message"));
  EXPECT_TRUE(differs_only_in_wording(R"({"Code":"ConditionalCheckFailed","Message":"Another text"})"));
  EXPECT_TRUE(differs_only_in_wording(R"({"Code":"ConditionalCheckFailed","Message":"Another text"})", "another"));
  EXPECT_FALSE(differs_only_in_wording(R"({"Code":"ConditionalCheckFailed"})"));
  EXPECT_FALSE(differs_only_in_wording(R"({"Code":"ValidationError","Message":"The conditional request failed"})"));
  EXPECT_FALSE(differs_only_in_wording(failed + R"(,{"Code":"None"})"));
}

TEST(Expected, AnotherTextOfTheErrorOfAStatementDiffersOnlyInWording) {
  const Response response =
      MakeResponse(200, R"({"Responses":[{"Error":{"Code":"ValidationError","Message":"a"},"TableName":"t"}]})");
  EXPECT_TRUE(DiffersOnlyInWording(
      SuccessWith(R"({"Responses":[{"Error":{"Code":"ValidationError","Message":"b"},"TableName":"t"}]})"), response));
  EXPECT_FALSE(DiffersOnlyInWording(
      SuccessWith(R"({"Responses":[{"Error":{"Code":"ConditionalCheckFailed","Message":"a"},"TableName":"t"}]})"),
      response));
}

TEST(Expected, LongResponsesAreCutAroundTheDifference) {
  std::string same = R"({"Items":[)";
  for (int i = 0; i < 200; ++i) same += R"({"n":{"N":")" + std::to_string(i) + R"("}},)";
  const std::string difference = Difference(SuccessWith(same + R"({"last":{"S":"wanted"}}]})"),
                                            MakeResponse(200, same + R"({"last":{"S":"gotten"}}]})"));
  EXPECT_THAT(difference, HasSubstr("wanted"));
  EXPECT_THAT(difference, HasSubstr("gotten"));
  EXPECT_LT(difference.size(), 1'500U);
}

TEST(Expected, ManyEqualCharactersAreCounted) {
  EXPECT_EQ(WithoutLongRuns("a" + std::string(1'000, 'x') + "b"), "axxxxxxxx…(1000 times)b");
  EXPECT_EQ(WithoutLongRuns("aaaa"), "aaaa");
}

TEST(Expected, AnErrorHasStatus400) {
  const Response not_found =
      MakeResponse(404, R"({"__type":"ResourceNotFoundException","message":"Requested resource not found"})");
  EXPECT_THAT(Difference(Error("ResourceNotFoundException"), not_found), HasSubstr("got 404"));
}

TEST(Expected, LongResponsesAreShortened) {
  const Response longer = MakeResponse(200, R"({"a":")" + std::string(10'000, 'x') + "\"}");
  EXPECT_LT(Difference(SuccessWith("{}"), longer).size(), 1'000);
}

}  // namespace
}  // namespace holdfast::conformance
