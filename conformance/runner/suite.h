// Groups of cases and races; each group is one folder of this program.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/case.h"
#include "conformance/runner/race.h"

namespace holdfast::conformance {

struct Suite {
  // "races", "systems/appointments". --only selects by group/name.
  std::string group;
  std::vector<CaseDescription> cases;
  std::vector<RaceDescription> races;
};

// All suites, in the order in which they run.
std::vector<Suite> AllSuites();

}  // namespace holdfast::conformance
