#include "conformance/systems/attempt_outcome.h"

#include <string>

#include "gtest/gtest.h"

namespace holdfast::conformance {
namespace {

Response MakeResponse(int status, std::string body) {
  HttpResponse http;
  http.status = status;
  http.body = std::move(body);
  return Response(std::move(http));
}

Response ErrorResponse(const std::string& type, const std::string& members = "") {
  return MakeResponse(400, R"({"__type":"x#)" + type + '"' + members + '}');
}

Response Cancelled(const std::string& code) {
  return ErrorResponse("TransactionCanceledException",
                       R"(,"CancellationReasons":[{"Code":"None"},{"Code":")" + code + R"("}])");
}

TEST(AttemptOutcomeTest, IsReadFromTheResponse) {
  EXPECT_EQ(AttemptOutcomeOf(MakeResponse(200, "{}")), AttemptOutcome::kDone);
  EXPECT_EQ(AttemptOutcomeOf(ErrorResponse("ConditionalCheckFailedException")), AttemptOutcome::kRefused);
  EXPECT_EQ(AttemptOutcomeOf(Cancelled("ConditionalCheckFailed")), AttemptOutcome::kRefused);
  EXPECT_EQ(AttemptOutcomeOf(ErrorResponse("TransactionConflictException")), AttemptOutcome::kConflicted);
  EXPECT_EQ(AttemptOutcomeOf(Cancelled("TransactionConflict")), AttemptOutcome::kConflicted);
  EXPECT_EQ(AttemptOutcomeOf(MakeResponse(500, "{}")), AttemptOutcome::kUnknown);
  EXPECT_EQ(AttemptOutcomeOf(MakeResponse(0, "")), AttemptOutcome::kUnknown);
}

TEST(AttemptOutcomeTest, RefusalsForOtherReasonsThanContentionThrow) {
  EXPECT_THROW(AttemptOutcomeOf(ErrorResponse("ValidationException")), SetupFailed);
  EXPECT_THROW(AttemptOutcomeOf(Cancelled("ValidationError")), SetupFailed);
}

TEST(AttemptOutcomeTest, AllRefusedIgnoresAttemptsThatWereNotMade) {
  EXPECT_TRUE(AllRefused({AttemptOutcome::kRefused, AttemptOutcome::kNotTried, AttemptOutcome::kRefused}));
  for (const AttemptOutcome outcome : {AttemptOutcome::kDone, AttemptOutcome::kUnknown, AttemptOutcome::kConflicted}) {
    EXPECT_FALSE(AllRefused({AttemptOutcome::kRefused, outcome}));
  }
}

TEST(AttemptOutcomeTest, CountOfCountsOneOutcome) {
  EXPECT_EQ(CountOf({AttemptOutcome::kDone, AttemptOutcome::kRefused, AttemptOutcome::kDone}, AttemptOutcome::kDone),
            2u);
  EXPECT_EQ(CountOf({}, AttemptOutcome::kDone), 0u);
}

}  // namespace
}  // namespace holdfast::conformance
