#include "conformance/systems/attempt_outcome.h"

#include <string>
#include <utility>
#include <vector>

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

Response Cancelled(const std::vector<std::string>& codes) {
  std::string reasons;
  for (const std::string& code : codes) reasons += (reasons.empty() ? "" : ",") + (R"({"Code":")" + code + R"("})");
  return ErrorResponse("TransactionCanceledException", R"(,"CancellationReasons":[)" + reasons + ']');
}

TEST(AttemptOutcomeTest, IsReadFromTheResponse) {
  EXPECT_EQ(AttemptOutcomeOf(MakeResponse(200, "{}")), AttemptOutcome::kDone);
  EXPECT_EQ(AttemptOutcomeOf(ErrorResponse("ConditionalCheckFailedException")), AttemptOutcome::kRefused);
  EXPECT_EQ(AttemptOutcomeOf(Cancelled({"None", "ConditionalCheckFailed"})), AttemptOutcome::kRefused);
  EXPECT_EQ(AttemptOutcomeOf(ErrorResponse("TransactionConflictException")), AttemptOutcome::kConflicted);
  EXPECT_EQ(AttemptOutcomeOf(Cancelled({"None", "TransactionConflict"})), AttemptOutcome::kConflicted);
  EXPECT_EQ(AttemptOutcomeOf(MakeResponse(500, "{}")), AttemptOutcome::kUnknown);
  EXPECT_EQ(AttemptOutcomeOf(MakeResponse(0, "")), AttemptOutcome::kUnknown);
}

TEST(AttemptOutcomeTest, RefusalsForOtherReasonsThanContentionThrow) {
  EXPECT_THROW(AttemptOutcomeOf(ErrorResponse("ValidationException")), SetupFailed);
  EXPECT_THROW(AttemptOutcomeOf(Cancelled({"None", "ValidationError"})), SetupFailed);
}

TEST(AttemptOutcomeTest, AllRefusedIgnoresAttemptsThatWereNotMade) {
  EXPECT_TRUE(AllRefused({AttemptOutcome::kRefused, AttemptOutcome::kNotTried, AttemptOutcome::kRefused}));
  for (const AttemptOutcome outcome : {AttemptOutcome::kDone, AttemptOutcome::kUnknown, AttemptOutcome::kConflicted}) {
    EXPECT_FALSE(AllRefused({AttemptOutcome::kRefused, outcome}));
  }
}

TEST(AttemptOutcomeTest, OnlyAnUnknownOutcomeAllowsTheItemToBeThereOrNot) {
  EXPECT_EQ(Contradiction(AttemptOutcome::kDone, true), "");
  EXPECT_EQ(Contradiction(AttemptOutcome::kDone, false), "was accepted and is not there");
  for (const bool is_there : {false, true}) EXPECT_EQ(Contradiction(AttemptOutcome::kUnknown, is_there), "");
  for (const AttemptOutcome outcome :
       {AttemptOutcome::kRefused, AttemptOutcome::kConflicted, AttemptOutcome::kNotTried}) {
    EXPECT_EQ(Contradiction(outcome, false), "");
    EXPECT_EQ(Contradiction(outcome, true), "was refused and is there all the same");
  }
}

TEST(AttemptOutcomeTest, CountOfCountsOneOutcome) {
  EXPECT_EQ(CountOf({AttemptOutcome::kDone, AttemptOutcome::kRefused, AttemptOutcome::kDone}, AttemptOutcome::kDone),
            2u);
  EXPECT_EQ(CountOf({}, AttemptOutcome::kDone), 0u);
}

// A transaction of two actions: a conditional write of a slot, and a write of a booking that no other client writes.
const std::vector<AllowedReason> kSlotAndBooking = {AllowedReason::kConditionOrConflict, AllowedReason::kNone};

TEST(WrongReasonsTest, AcceptsReasonsOfARefusedTransaction) {
  EXPECT_EQ(WrongReasons(Cancelled({"ConditionalCheckFailed", "None"}), kSlotAndBooking), "");
  EXPECT_EQ(WrongReasons(Cancelled({"TransactionConflict", "None"}), kSlotAndBooking), "");
  EXPECT_EQ(WrongReasons(Cancelled({"None", "TransactionConflict"}), {AllowedReason::kNone, AllowedReason::kConflict}),
            "");
  EXPECT_EQ(WrongReasons(Cancelled({"ConditionalCheckFailed", "ThrottlingError"}), kSlotAndBooking), "")
      << "no other client causes it";
}

TEST(WrongReasonsTest, ReportsReasonsOfTheWrongAction) {
  EXPECT_NE(WrongReasons(Cancelled({"None", "ConditionalCheckFailed"}), kSlotAndBooking), "");
  EXPECT_NE(WrongReasons(Cancelled({"ConditionalCheckFailed", "TransactionConflict"}), kSlotAndBooking), "");
  EXPECT_NE(
      WrongReasons(Cancelled({"None", "ConditionalCheckFailed"}), {AllowedReason::kNone, AllowedReason::kConflict}),
      "");
}

TEST(WrongReasonsTest, RequiresOneReasonForEachAction) {
  EXPECT_NE(WrongReasons(Cancelled({"ConditionalCheckFailed"}), kSlotAndBooking), "");
  EXPECT_NE(WrongReasons(Cancelled({"ConditionalCheckFailed", "None", "None"}), kSlotAndBooking), "");
  const Response without = ErrorResponse("ConditionalCheckFailedException");
  EXPECT_NE(WrongReasons(without, kSlotAndBooking), "") << "a refused transaction has a TransactionCanceledException";
}

TEST(WrongReasonsTest, IgnoresResponsesWithoutAFailedConditionOrAConflict) {
  EXPECT_EQ(WrongReasons(MakeResponse(200, "{}"), kSlotAndBooking), "");
  EXPECT_EQ(WrongReasons(MakeResponse(500, "{}"), kSlotAndBooking), "");
}

}  // namespace
}  // namespace holdfast::conformance
