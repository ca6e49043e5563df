// Steps with transactions, the actions of transactions, and the expected response to a cancelled one.
#pragma once

#include <string>
#include <vector>

#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {

// A TransactWriteItems request. Each string of `actions` is the JSON of one action; `more` is appended to the request.
CaseStep Transact(const std::string& what, const std::vector<std::string>& actions, Expected expected,
                  const std::string& more = "");

// The action {"Put":{…}} of the item with this key and these further attributes. `more`, such as a condition, is
// appended to the members of "Put".
std::string PutAction(const std::string& key, const std::string& attributes, const std::string& more = "");

// The action {"ConditionCheck":{…}} of the item with this key.
std::string ConditionCheckAction(const std::string& key, const std::string& condition);

// The cancellation reason of one action.
struct Reason {
  std::string code;
  // The members after Code, as JSON without braces.
  std::string more = "";
};
Reason NoReason();
Reason ConditionReason();
Reason ValidationReason(const std::string& message);
// A cancelled transaction, with the reason of each action. The error's message lists the codes.
Expected Cancelled(const std::vector<Reason>& reasons);

}  // namespace holdfast::conformance
