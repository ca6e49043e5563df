#include "server/shake/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace holdfast::server::shake {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Ge;
using ::testing::Le;

constexpr AnomalyClass kReordering = AnomalyClass::kReordering;

size_t CountRuns(const std::vector<ClassSet>& plan, ClassSet set) {
  size_t count = 0;
  for (const ClassSet& run : plan) count += run == set ? 1u : 0u;
  return count;
}

size_t CountRunsWith(const std::vector<ClassSet>& plan, AnomalyClass one) {
  size_t count = 0;
  for (const ClassSet& run : plan) count += run.Contains(one) ? 1u : 0u;
  return count;
}

// Reordering is enabled in all runs.
TEST(Plan, EachClassIsEnabledAloneEquallyOften) {
  const std::vector<ClassSet> plan = PlanRuns(ClassSet::All(), 90, 1);
  ASSERT_EQ(plan.size(), 90u);
  EXPECT_EQ(CountRuns(plan, {kReordering}), 10u);
  for (const AnomalyClass one : ClassSet::All().Without(kReordering).Members()) {
    EXPECT_EQ(CountRuns(plan, ClassSet{kReordering, one}), 10u) << NameOf(one);
    EXPECT_EQ(CountRunsWith(plan, one), 20u) << NameOf(one);
  }
  EXPECT_EQ(CountRunsWith(plan, kReordering), 90u);
}

TEST(Plan, AllPairsOfClassesAreEnabledTogetherAboutEquallyOften) {
  const std::vector<ClassSet> plan = PlanRuns(ClassSet::All(), 1800, 7);
  std::vector<size_t> together;
  const std::vector<AnomalyClass> others = ClassSet::All().Without(kReordering).Members();
  for (size_t i = 0; i < others.size(); ++i) {
    for (size_t j = i + 1; j < others.size(); ++j) {
      size_t count = 0;
      for (const ClassSet& run : plan) count += run.Contains(others[i]) && run.Contains(others[j]) ? 1u : 0u;
      together.push_back(count);
    }
  }
  // In each of 200 blocks six of the fifteen pairs are enabled together: each pair 80 times on average, with a standard
  // deviation of 7.
  EXPECT_THAT(together, Each(AllOf(Ge(50u), Le(110u))));
}

TEST(Plan, OnlyPermittedClassesAreEnabled) {
  const ClassSet permitted = {AnomalyClass::kIndexLag, AnomalyClass::kConflicts};
  for (const ClassSet& run : PlanRuns(permitted, 30, 3)) {
    EXPECT_FALSE(run.empty());
    for (const AnomalyClass one : run.Members()) EXPECT_TRUE(permitted.Contains(one));
  }
}

TEST(Plan, ASingleRunHasAllPermittedClasses) {
  const ClassSet permitted = {kReordering, AnomalyClass::kConflicts, AnomalyClass::kThrottling};
  EXPECT_THAT(PlanRuns(permitted, 1, 3), ::testing::ElementsAre(permitted));
}

TEST(Plan, FollowsTheSeed) {
  EXPECT_EQ(PlanRuns(ClassSet::All(), 40, 5), PlanRuns(ClassSet::All(), 40, 5));
  EXPECT_NE(PlanRuns(ClassSet::All(), 40, 5), PlanRuns(ClassSet::All(), 40, 6));
}

}  // namespace
}  // namespace holdfast::server::shake
