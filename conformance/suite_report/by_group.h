// Races or cases by the group they belong to.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {

template <typename Report>
struct Group {
  std::string name;
  // Pointers into the run's report, which must outlive the group.
  std::vector<const Report*> members;
  Verdict most_severe = Verdict::kHolds;
};

// Groups in the order of their first members, members in the order of the run.
template <typename Report>
std::vector<Group<Report>> ByGroup(const std::vector<Report>& reports) {
  std::vector<Group<Report>> groups;
  for (const Report& report : reports) {
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& candidate) { return candidate.name == report.group; });
    if (group == groups.end()) group = groups.insert(groups.end(), {.name = report.group, .members = {}});
    group->members.push_back(&report);
    if (IsMoreSevere(report.verdict, group->most_severe)) group->most_severe = report.verdict;
  }
  return groups;
}

// Like ByGroup, but with groups and their members in descending order of severity. Ties keep the order of the run.
template <typename Report>
std::vector<Group<Report>> ByGroupMostSevereFirst(const std::vector<Report>& reports) {
  std::vector<Group<Report>> groups = ByGroup(reports);
  for (Group<Report>& group : groups) {
    std::stable_sort(group.members.begin(), group.members.end(),
                     [](const Report* a, const Report* b) { return IsMoreSevere(a->verdict, b->verdict); });
  }
  std::stable_sort(groups.begin(), groups.end(), [](const Group<Report>& a, const Group<Report>& b) {
    return IsMoreSevere(a.most_severe, b.most_severe);
  });
  return groups;
}

}  // namespace holdfast::conformance
