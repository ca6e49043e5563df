// Tests the checker of one register with histories whose verdict is known, one phenomenon each.
#include "conformance/history/linearizability_checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/conformance/history/register_history.h"

namespace holdfast::conformance {
namespace {

using History = std::vector<RegisterOperation>;

bool IsLinearizable(const History& history) {
  const std::optional<LinearizabilityFinding> finding = CheckLinearizable(history);
  EXPECT_FALSE(finding.has_value() && finding->undecided);
  return !finding.has_value();
}

TEST(LinearizabilityCheckerTest, AnEmptyHistoryIsLinearizable) { EXPECT_TRUE(IsLinearizable({})); }

TEST(LinearizabilityCheckerTest, ReadsFollowWrites) {
  EXPECT_TRUE(IsLinearizable({Read(1, {1, 2}, std::nullopt), Write(1, {3, 4}, 5), Read(2, {5, 6}, 5), Delete(2, {7, 8}),
                              Read(1, {9, 10}, std::nullopt)}));
}

TEST(LinearizabilityCheckerTest, StaleRead) {
  EXPECT_FALSE(IsLinearizable({Write(1, {1, 2}, 1), Write(1, {3, 4}, 2), Read(2, {5, 6}, 1)}));
}

TEST(LinearizabilityCheckerTest, AnOverlappingReadMaySeeEither) {
  EXPECT_TRUE(IsLinearizable({Write(1, {1, 2}, 1), Write(1, {3, 6}, 2), Read(2, {4, 5}, 1)}));
  EXPECT_TRUE(IsLinearizable({Write(1, {1, 2}, 1), Write(1, {3, 6}, 2), Read(2, {4, 5}, 2)}));
}

TEST(LinearizabilityCheckerTest, CallsThatShareABoundaryOverlap) {
  EXPECT_TRUE(IsLinearizable({Write(1, {1, 2}, 1), Read(2, {2, 3}, std::nullopt)}));
  EXPECT_FALSE(IsLinearizable({Write(1, {1, 2}, 1), Read(2, {3, 4}, std::nullopt)}));
}

TEST(LinearizabilityCheckerTest, ReadsDoNotGoBack) {
  EXPECT_FALSE(IsLinearizable(
      {Write(1, {1, 2}, 1), Write(1, {3, 10}, 2), Read(2, {4, 5}, 2), Read(3, {6, 7}, 1), Read(4, {8, 9}, 1)}));
}

TEST(LinearizabilityCheckerTest, ReadOfAValueNeverWritten) {
  EXPECT_FALSE(IsLinearizable({Write(1, {1, 2}, 1), Read(2, {1, 3}, 7)}));
}

TEST(LinearizabilityCheckerTest, ReadFromTheFuture) {
  EXPECT_FALSE(IsLinearizable({Read(2, {1, 2}, 1), Write(1, {3, 4}, 1)}));
}

TEST(LinearizabilityCheckerTest, TwoWinnersOfOneCondition) {
  EXPECT_FALSE(IsLinearizable({CompareAndSet(1, {1, 3}, std::nullopt, 1), CompareAndSet(2, {2, 4}, std::nullopt, 2)}));
  EXPECT_TRUE(IsLinearizable(
      {CompareAndSet(1, {1, 3}, std::nullopt, 1), CompareAndSet(2, {2, 4}, std::nullopt, 2, Outcome::kFailed)}));
}

TEST(LinearizabilityCheckerTest, NoWinnerOfACondition) {
  EXPECT_FALSE(IsLinearizable({CompareAndSet(1, {1, 3}, std::nullopt, 1, Outcome::kFailed),
                               CompareAndSet(2, {2, 4}, std::nullopt, 2, Outcome::kFailed)}));
}

TEST(LinearizabilityCheckerTest, LostUpdateOfACounter) {
  EXPECT_FALSE(IsLinearizable({Add(1, {1, 3}, 1), Add(2, {2, 4}, 1), Read(1, {5, 6}, 1)}));
  EXPECT_TRUE(IsLinearizable({Add(1, {1, 3}, 1), Add(2, {2, 4}, 1), Read(1, {5, 6}, 2)}));
}

TEST(LinearizabilityCheckerTest, TwoAdditionsWithTheSameSum) {
  EXPECT_FALSE(IsLinearizable({Add(1, {1, 3}, 1, 1), Add(2, {2, 4}, 1, 1)}));
  EXPECT_TRUE(IsLinearizable({Add(1, {1, 3}, 1, 2), Add(2, {2, 4}, 1, 1)}));
}

TEST(LinearizabilityCheckerTest, AnAdditionTreatsAbsenceAsZero) {
  EXPECT_TRUE(IsLinearizable({Add(1, {1, 2}, 1, 1), Add(1, {3, 4}, -1, 0), Add(1, {5, 6}, 2, 2)}));
  EXPECT_TRUE(IsLinearizable({Write(1, {1, 2}, 9), Delete(1, {3, 4}), Add(1, {5, 6}, 2, 2)}));
  EXPECT_FALSE(IsLinearizable({Write(1, {1, 2}, 9), Add(1, {5, 6}, 2, 2)}));
}

TEST(LinearizabilityCheckerTest, SumsWrapAround) {
  EXPECT_TRUE(IsLinearizable({Write(1, {1, 2}, INT64_MAX), Add(1, {3, 4}, 1), Read(1, {5, 6}, INT64_MIN)}));
  EXPECT_TRUE(IsLinearizable({Write(1, {1, 2}, INT64_MAX), Add(1, {3, 4}, 1, INT64_MIN)}));
}

TEST(LinearizabilityCheckerTest, AnUnknownWriteShowsUpLate) {
  EXPECT_TRUE(IsLinearizable(
      {Write(1, {1}, 1, Outcome::kUnknown), Write(2, {2, 3}, 2), Read(2, {4, 5}, 2), Read(2, {6, 7}, 1)}));
}

TEST(LinearizabilityCheckerTest, AnUnknownWriteNeverShowsUp) {
  EXPECT_TRUE(IsLinearizable({Write(1, {1}, 1, Outcome::kUnknown), Write(2, {2, 3}, 2), Read(2, {4, 5}, 2)}));
}

TEST(LinearizabilityCheckerTest, AnUnknownWriteShowsUpAndVanishes) {
  EXPECT_FALSE(IsLinearizable(
      {Write(2, {1, 2}, 2), Write(1, {3}, 1, Outcome::kUnknown), Read(2, {4, 5}, 1), Read(2, {6, 7}, 2)}));
}

TEST(LinearizabilityCheckerTest, AnUnknownWriteHappensOnceAtMost) {
  EXPECT_FALSE(IsLinearizable(
      {Write(1, {1}, 1, Outcome::kUnknown), Read(2, {2, 3}, 1), Write(2, {4, 5}, 2), Read(2, {6, 7}, 1)}));
}

TEST(LinearizabilityCheckerTest, AnUnknownWriteDoesNotHappenBeforeItsInvocation) {
  EXPECT_FALSE(IsLinearizable({Read(2, {1, 2}, 1), Write(1, {3}, 1, Outcome::kUnknown)}));
}

TEST(LinearizabilityCheckerTest, AnUnknownWriteExplainsAFailedCondition) {
  const RegisterOperation refused = CompareAndSet(2, {2, 3}, std::nullopt, 7, Outcome::kFailed);
  EXPECT_FALSE(IsLinearizable({refused}));
  EXPECT_TRUE(IsLinearizable({Write(1, {1}, 1, Outcome::kUnknown), refused}));
  EXPECT_FALSE(IsLinearizable({Write(1, {4}, 1, Outcome::kUnknown), refused}));
}

TEST(LinearizabilityCheckerTest, AFailedWriteDidNotHappen) {
  EXPECT_FALSE(IsLinearizable({Write(1, {1, 2}, 1, Outcome::kFailed), Read(2, {3, 4}, 1)}));
  EXPECT_TRUE(IsLinearizable({Write(1, {1, 2}, 1, Outcome::kFailed), Read(2, {3, 4}, std::nullopt)}));
}

TEST(LinearizabilityCheckerTest, AReadWithoutAResponseIsIgnored) {
  RegisterOperation read = Read(1, {1, 2}, 7);
  read.outcome = Outcome::kUnknown;
  EXPECT_TRUE(IsLinearizable({read}));
}

TEST(LinearizabilityCheckerTest, TakesTheInitialValueFromTheOptions) {
  const History history = {Read(1, {1, 2}, 3)};
  EXPECT_FALSE(IsLinearizable(history));
  EXPECT_FALSE(CheckLinearizable(history, {.initial = 3}).has_value());
}

TEST(LinearizabilityCheckerTest, ReportsOnlyTheOperationsOfTheContradiction) {
  const std::optional<LinearizabilityFinding> finding = CheckLinearizable(History{
      Write(1, {1, 2}, 1), Read(3, {3, 4}, 1), Write(1, {5, 6}, 2), Read(4, {7, 8}, 2), CompareAndSet(1, {9, 10}, 2, 3),
      CompareAndSet(2, {9, 10}, 2, 4, Outcome::kFailed), Read(2, {11, 12}, 1), Read(3, {13, 14}, 3)});
  ASSERT_TRUE(finding.has_value());
  EXPECT_EQ(finding->item, "counter");
  ASSERT_EQ(finding->parts.size(), 3u);
  EXPECT_EQ(finding->parts[0].operation.invoked, 1);
  EXPECT_EQ(finding->parts[2].operation.invoked, 11);
  EXPECT_EQ(finding->contradicted, 2u);
}

TEST(LinearizabilityCheckerTest, GivesUpAtTheEffortLimit) {
  // All summands are even and the value read is odd, so no subset of the additions explains the read. The checker does
  // not compare parities and would have to try every subset.
  History history;
  for (int i = 0; i < 38; ++i) history.push_back(Add(i, {1, 2}, 1'000'000 + 2 * i * i * i));
  history.push_back(Read(99, {1, 2}, 19'000'001));
  LinearizabilityOptions options;
  options.effort_max = 10'000;
  const std::optional<LinearizabilityFinding> finding = CheckLinearizable(history, options);
  ASSERT_TRUE(finding.has_value());
  EXPECT_TRUE(finding->undecided);
  EXPECT_TRUE(finding->parts.empty());
}

TEST(LinearizabilityCheckerTest, EachItemIsCheckedSeparately) {
  RegisterOperation good = Write(1, {1, 2}, 1);
  RegisterOperation bad = Read(1, {3, 4}, 1);
  bad.item = "another";
  const std::vector<LinearizabilityFinding> findings = CheckEachItemLinearizable(History{good, bad});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].item, "another");
}

}  // namespace
}  // namespace holdfast::conformance
