#include "bench/load/response_kind.h"

#include <gtest/gtest.h>

#include <string>

namespace holdfast::bench {
namespace {

conformance::Response MakeResponse(int status, const std::string& error, const std::string& more_members = "") {
  conformance::HttpResponse http;
  http.status = status;
  http.body = R"({"__type":"com.amazonaws.dynamodb.v20120810#)" + error + R"(","message":"why")" + more_members + "}";
  return conformance::Response(http);
}

conformance::Response Success() {
  conformance::HttpResponse http;
  http.status = 200;
  http.body = "{}";
  return conformance::Response(http);
}

conformance::Response NoResponse(const std::string& failure, bool never_sent) {
  conformance::HttpResponse http;
  http.reason = failure;
  http.never_sent = never_sent;
  return conformance::Response(http);
}

conformance::Response Cancelled(const std::string& first, const std::string& second) {
  return MakeResponse(400, "TransactionCanceledException",
                      R"(,"CancellationReasons":[{"Code":")" + first + R"("},{"Code":")" + second + R"("}])");
}

TEST(ResponseKind, MatchesTheClassificationOfTheSdks) {
  EXPECT_EQ(KindOf(Success()), ResponseKind::kSuccess);
  EXPECT_EQ(KindOf(MakeResponse(400, "ConditionalCheckFailedException")), ResponseKind::kFinal);
  EXPECT_EQ(KindOf(MakeResponse(400, "ValidationException")), ResponseKind::kFinal);
  EXPECT_EQ(KindOf(MakeResponse(400, "ProvisionedThroughputExceededException")), ResponseKind::kThrottling);
  EXPECT_EQ(KindOf(MakeResponse(400, "ThrottlingException")), ResponseKind::kThrottling);
  EXPECT_EQ(KindOf(MakeResponse(400, "TransactionInProgressException")), ResponseKind::kThrottling);
  EXPECT_EQ(KindOf(MakeResponse(500, "InternalServerError")), ResponseKind::kTransient);
  EXPECT_EQ(KindOf(MakeResponse(503, "ServiceUnavailable")), ResponseKind::kTransient);
  EXPECT_EQ(KindOf(MakeResponse(501, "NotImplemented")), ResponseKind::kFinal);
  EXPECT_EQ(KindOf(NoResponse("Connection reset by peer", false)), ResponseKind::kTransient);
}

TEST(ResponseKind, ACancellationIsAConflictOnlyIfNoConditionFailed) {
  EXPECT_EQ(KindOf(MakeResponse(400, "TransactionConflictException")), ResponseKind::kConflict);
  EXPECT_EQ(KindOf(Cancelled("None", "TransactionConflict")), ResponseKind::kConflict);
  EXPECT_EQ(KindOf(Cancelled("ConditionalCheckFailed", "TransactionConflict")), ResponseKind::kFinal);
  EXPECT_EQ(KindOf(Cancelled("ConditionalCheckFailed", "None")), ResponseKind::kFinal);
}

TEST(Outcome, FollowsFromTheFinalResponse) {
  EXPECT_EQ(OutcomeOf(Success()), Outcome::kSucceeded);
  EXPECT_EQ(OutcomeOf(Cancelled("ConditionalCheckFailed", "TransactionConflict")), Outcome::kRefusedByCondition);
  EXPECT_EQ(OutcomeOf(Cancelled("TransactionConflict", "None")), Outcome::kRefusedByConflict);
  EXPECT_EQ(OutcomeOf(Cancelled("ThrottlingError", "None")), Outcome::kThrottled);
  EXPECT_EQ(OutcomeOf(MakeResponse(400, "ThrottlingException")), Outcome::kThrottled);
  EXPECT_EQ(OutcomeOf(MakeResponse(500, "InternalServerError")), Outcome::kUnknown);
  EXPECT_EQ(OutcomeOf(NoResponse("timeout", false)), Outcome::kUnknown);
  EXPECT_EQ(OutcomeOf(NoResponse("refused", true)), Outcome::kFailed);
  EXPECT_EQ(OutcomeOf(MakeResponse(400, "ValidationException")), Outcome::kFailed);
}

TEST(Complaint, IsEmptyForSuccessesAndRefusals) {
  EXPECT_EQ(ComplaintOf(MakeResponse(400, "ValidationException")), "ValidationException: why");
  EXPECT_EQ(ComplaintOf(MakeResponse(400, "ConditionalCheckFailedException")), "");
  EXPECT_EQ(ComplaintOf(Success()), "");
}

}  // namespace
}  // namespace holdfast::bench
