#include "conformance/suite_report/by_group.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace holdfast::conformance {
namespace {

using ::testing::ElementsAre;

CaseReport Case(std::string group, std::string name, Verdict verdict) {
  CaseReport one;
  one.group = std::move(group);
  one.name = std::move(name);
  one.verdict = verdict;
  return one;
}

std::vector<std::string> Names(const std::vector<Group<CaseReport>>& groups) {
  std::vector<std::string> names;
  for (const Group<CaseReport>& group : groups) {
    for (const CaseReport* one : group.members) names.push_back(group.name + "/" + one->name);
  }
  return names;
}

const std::vector<CaseReport> kCases = {
    Case("quiet", "a", Verdict::kHolds),       Case("loud", "b", Verdict::kHolds),
    Case("loud", "c", Verdict::kViolated),     Case("quiet", "d", Verdict::kHolds),
    Case("loud", "e", Verdict::kInconclusive), Case("loud", "f", Verdict::kViolated),
};

TEST(ByGroup, KeepsTheOrderOfTheRun) {
  EXPECT_THAT(Names(ByGroup(kCases)), ElementsAre("quiet/a", "quiet/d", "loud/b", "loud/c", "loud/e", "loud/f"));
}

TEST(ByGroupMostSevereFirst, PutsGroupsAndMembersThatFailedInFront) {
  EXPECT_THAT(Names(ByGroupMostSevereFirst(kCases)),
              ElementsAre("loud/c", "loud/f", "loud/e", "loud/b", "quiet/a", "quiet/d"));
}

}  // namespace
}  // namespace holdfast::conformance
