#include "conformance/systems/attempt_outcome.h"
#include "gtest/gtest.h"

namespace holdfast::conformance {
namespace {

Response MakeResponse(int status, std::string body) {
  HttpResponse http;
  http.status = status;
  http.body = std::move(body);
  return Response(std::move(http));
}

Response Cancelled(const std::vector<std::string>& codes) {
  std::string reasons;
  for (const std::string& code : codes) reasons += (reasons.empty() ? "" : ",") + (R"({"Code":")" + code + R"("})");
  return MakeResponse(400, R"({"__type":"x#TransactionCanceledException","CancellationReasons":[)" + reasons + "]}");
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
  const Response without = MakeResponse(400, R"({"__type":"x#ConditionalCheckFailedException"})");
  EXPECT_NE(WrongReasons(without, kSlotAndBooking), "") << "a refused transaction has a TransactionCanceledException";
}

TEST(WrongReasonsTest, IgnoresResponsesWithoutAFailedConditionOrAConflict) {
  EXPECT_EQ(WrongReasons(MakeResponse(200, "{}"), kSlotAndBooking), "");
  EXPECT_EQ(WrongReasons(MakeResponse(500, "{}"), kSlotAndBooking), "");
}

}  // namespace
}  // namespace holdfast::conformance
