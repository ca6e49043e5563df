#include "bench/load/answer_kind.h"

#include <gtest/gtest.h>

#include <string>

namespace holdfast::bench {
namespace {

conformance::Reply Answered(int status, const std::string& error, const std::string& more = "") {
  conformance::HttpReply http;
  http.status = status;
  http.body = R"({"__type":"com.amazonaws.dynamodb.v20120810#)" + error + R"(","message":"why")" + more + "}";
  return conformance::Reply(http);
}

conformance::Reply Success() {
  conformance::HttpReply http;
  http.status = 200;
  http.body = "{}";
  return conformance::Reply(http);
}

conformance::Reply Unanswered(const std::string& failure, bool never_sent) {
  conformance::HttpReply http;
  http.failure = failure;
  http.never_sent = never_sent;
  return conformance::Reply(http);
}

conformance::Reply Cancelled(const std::string& first, const std::string& second) {
  return Answered(400, "TransactionCanceledException",
                  R"(,"CancellationReasons":[{"Code":")" + first + R"("},{"Code":")" + second + R"("}])");
}

TEST(AnswerKind, IsWhatTheSdksMakeOfIt) {
  EXPECT_EQ(KindOf(Success()), AnswerKind::kSuccess);
  EXPECT_EQ(KindOf(Answered(400, "ConditionalCheckFailedException")), AnswerKind::kFinal);
  EXPECT_EQ(KindOf(Answered(400, "ValidationException")), AnswerKind::kFinal);
  EXPECT_EQ(KindOf(Answered(400, "ProvisionedThroughputExceededException")), AnswerKind::kThrottling);
  EXPECT_EQ(KindOf(Answered(400, "ThrottlingException")), AnswerKind::kThrottling);
  EXPECT_EQ(KindOf(Answered(400, "TransactionInProgressException")), AnswerKind::kThrottling);
  EXPECT_EQ(KindOf(Answered(500, "InternalServerError")), AnswerKind::kTransient);
  EXPECT_EQ(KindOf(Answered(503, "ServiceUnavailable")), AnswerKind::kTransient);
  EXPECT_EQ(KindOf(Answered(501, "NotImplemented")), AnswerKind::kFinal);
  EXPECT_EQ(KindOf(Unanswered("Connection reset by peer", false)), AnswerKind::kTransient);
}

TEST(AnswerKind, AConflictIsOneOnlyWhereNoConditionWasFalse) {
  EXPECT_EQ(KindOf(Answered(400, "TransactionConflictException")), AnswerKind::kConflict);
  EXPECT_EQ(KindOf(Cancelled("None", "TransactionConflict")), AnswerKind::kConflict);
  EXPECT_EQ(KindOf(Cancelled("ConditionalCheckFailed", "TransactionConflict")), AnswerKind::kFinal);
  EXPECT_EQ(KindOf(Cancelled("ConditionalCheckFailed", "None")), AnswerKind::kFinal);
}

TEST(Outcome, IsWhatTheClientIsLeftWith) {
  EXPECT_EQ(OutcomeOf(Success()), Outcome::kGot);
  EXPECT_EQ(OutcomeOf(Cancelled("ConditionalCheckFailed", "TransactionConflict")), Outcome::kRefusedByCondition);
  EXPECT_EQ(OutcomeOf(Cancelled("TransactionConflict", "None")), Outcome::kRefusedByConflict);
  EXPECT_EQ(OutcomeOf(Cancelled("ThrottlingError", "None")), Outcome::kThrottled);
  EXPECT_EQ(OutcomeOf(Answered(400, "ThrottlingException")), Outcome::kThrottled);
  EXPECT_EQ(OutcomeOf(Answered(500, "InternalServerError")), Outcome::kUnknown);
  EXPECT_EQ(OutcomeOf(Unanswered("timeout", false)), Outcome::kUnknown);
  EXPECT_EQ(OutcomeOf(Unanswered("refused", true)), Outcome::kFailed);
  EXPECT_EQ(OutcomeOf(Answered(400, "ValidationException")), Outcome::kFailed);
}

TEST(Complaint, IsForWhatNeedsExplaining) {
  EXPECT_EQ(ComplaintOf(Answered(400, "ValidationException")), "ValidationException: why");
  EXPECT_EQ(ComplaintOf(Answered(400, "ConditionalCheckFailedException")), "");
  EXPECT_EQ(ComplaintOf(Success()), "");
}

}  // namespace
}  // namespace holdfast::bench
