// A case as data: requests in their order, and what a correct endpoint answers to each. Texts are written with the
// Shorthands.
#pragma once

#include <string>
#include <vector>

#include "conformance/cases/expected.h"
#include "conformance/runner/case.h"

namespace holdfast::conformance {

struct CaseStep {
  // What is asked, in words, for the complaint.
  std::string what;
  std::string operation;
  // JSON without its outermost braces.
  std::string request;
  Expected expected = {};
  // Asked again until the answer is as expected, for a while: of indexes, which follow their table when they can.
  bool eventually = false;
};

// Puts the item with this key ("unit", "unit/a") and these further attributes, `"n":{"N":"1"}`.
CaseStep Given(const std::string& key, const std::string& attributes);
// A consistent read finds exactly this item.
CaseStep Stored(const std::string& key, const std::string& attributes);
CaseStep NotStored(const std::string& key);
CaseStep Eventual(CaseStep step);

// In their order; a complaint of one does not keep the next from being asked. Throws SetupFailed where the endpoint does
// not answer, or lacks an operation.
void RunSteps(CaseRun& run, const std::string& table, const std::vector<CaseStep>& steps);

}  // namespace holdfast::conformance
