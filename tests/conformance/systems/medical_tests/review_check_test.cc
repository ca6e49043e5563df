#include "conformance/systems/medical_tests/review_check.h"

#include "conformance/systems/medical_tests/medical_tests_table.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace holdfast::conformance::medical_tests {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Test kTest{"ada", "b1", "t1", "lipids"};

Item ReviewedBy(const std::string& doctor) {
  Item item = TestItem(kTest);
  item["status"] = S(kReviewed);
  item["reviewedBy"] = S(doctor);
  return item;
}

TEST(FindReviewErrorsTest, OneIsAcceptedAndItsResultStays) {
  const std::vector<AttemptOutcome> outcomes = {AttemptOutcome::kRefused, AttemptOutcome::kDone,
                                                AttemptOutcome::kRefused};
  EXPECT_THAT(FindReviewErrors(outcomes, ReviewedBy(Doctor(1)), ResultItem(kTest, Doctor(1))), IsEmpty());
}

TEST(FindReviewErrorsTest, AReviewOfUnknownOutcomeMayOrMayNotBeThere) {
  const std::vector<AttemptOutcome> outcomes = {AttemptOutcome::kUnknown, AttemptOutcome::kRefused};
  EXPECT_THAT(FindReviewErrors(outcomes, ReviewedBy(Doctor(0)), ResultItem(kTest, Doctor(0))), IsEmpty());
  EXPECT_THAT(FindReviewErrors(outcomes, TestItem(kTest), {}), IsEmpty());
}

TEST(FindReviewErrorsTest, NoReviewWhereAllHadConflicts) {
  EXPECT_THAT(FindReviewErrors({AttemptOutcome::kConflicted, AttemptOutcome::kConflicted}, TestItem(kTest), {}),
              IsEmpty());
}

TEST(FindReviewErrorsTest, TwoWinners) {
  const std::vector<AttemptOutcome> outcomes = {AttemptOutcome::kDone, AttemptOutcome::kDone};
  EXPECT_THAT(FindReviewErrors(outcomes, ReviewedBy(Doctor(1)), ResultItem(kTest, Doctor(1))),
              ElementsAre(HasSubstr("2 reviews were acknowledged")));
}

TEST(FindReviewErrorsTest, AnotherDoctorsResult) {
  const std::vector<AttemptOutcome> outcomes = {AttemptOutcome::kRefused, AttemptOutcome::kDone};
  EXPECT_THAT(FindReviewErrors(outcomes, ReviewedBy(Doctor(0)), ResultItem(kTest, Doctor(0))),
              ElementsAre("doctor-0 was refused, and the result is theirs",
                          "doctor-1 was told to have reviewed, and the result is by 'doctor-0'"));
}

TEST(FindReviewErrorsTest, HalfAReview) {
  const std::vector<AttemptOutcome> outcomes = {AttemptOutcome::kUnknown};
  EXPECT_THAT(FindReviewErrors(outcomes, ReviewedBy(Doctor(0)), {}),
              Contains("the test is REVIEWED and its result is not there"));
  EXPECT_THAT(FindReviewErrors(outcomes, TestItem(kTest), ResultItem(kTest, Doctor(0))),
              Contains("the test is PENDING_REVIEW and its result is there"));
}

TEST(FindReviewErrorsTest, AllRefusedWithoutAnAcceptedReview) {
  EXPECT_THAT(FindReviewErrors({AttemptOutcome::kRefused, AttemptOutcome::kRefused}, TestItem(kTest), {}),
              ElementsAre(HasSubstr("every review was refused")));
}

}  // namespace
}  // namespace holdfast::conformance::medical_tests
