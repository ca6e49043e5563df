// Groups of cases and races; each group is one folder of this program.
#pragma once

#include <string>
#include <vector>

#include "conformance/runner/case.h"
#include "conformance/runner/race.h"

namespace holdfast::conformance {

struct Suite {
  // "races", "systems/appointments"; what --only names is group/name.
  std::string group;
  std::vector<CaseDescription> cases;
  std::vector<RaceDescription> races;
};

// Everything, in the order in which it runs.
std::vector<Suite> AllSuites();

}  // namespace holdfast::conformance
