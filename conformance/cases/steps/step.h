// A case as data: a sequence of requests, each with the correct response. Their JSON and the expected messages may
// contain shorthands (shorthands.h).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/cases/steps/expected.h"
#include "conformance/runner/case.h"

namespace holdfast::conformance {

struct CaseStep {
  // A description of the request, for the complaint.
  std::string what;
  std::string operation;
  // JSON without its outermost braces.
  std::string request;
  Expected expected = {};
  // Repeats the request for a while until the response is as expected: for indexes, which are eventually consistent.
  bool eventually = false;
};

// Puts the item with this key, such as "unit" or "unit/a", and these further attributes, such as `"n":{"N":"1"}`.
CaseStep Given(const std::string& key, const std::string& attributes);
// A consistent read finds exactly this item.
CaseStep Stored(const std::string& key, const std::string& attributes);
CaseStep NotStored(const std::string& key);
CaseStep Eventual(CaseStep step);

// A case that runs `parts` one after the other.
std::function<void(CaseRun& run)> InOrder(std::vector<void (*)(CaseRun& run)> parts);

// Runs the steps in order; a complaint about one does not skip the next. Throws SetupFailed if the endpoint does not
// respond, or lacks an operation.
void RunSteps(CaseRun& run, const std::string& table, const std::vector<CaseStep>& steps);

}  // namespace holdfast::conformance
