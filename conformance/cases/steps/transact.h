// Transactions as the cases write them: their actions one by one, and the response when they are cancelled.
#pragma once

#include <string>
#include <vector>

#include "conformance/cases/steps/step.h"

namespace holdfast::conformance {

// TransactWriteItems of these actions, each the JSON of one; `more` is appended to the request after them.
CaseStep Transact(const std::string& what, const std::vector<std::string>& actions, Expected expected,
                  const std::string& more = "");

// {"Put":{…}} of an item of the cases' key and these further attributes, with further members such as a condition.
std::string PutAction(const std::string& key, const std::string& attributes, const std::string& more = "");

// Each action's reason, as JSON without its braces; the message is made of their codes.
struct Reason {
  std::string code;
  std::string more = "";
};
Reason NoReason();
Reason ConditionReason();
Reason ValidationReason(const std::string& message);
Expected Cancelled(const std::vector<Reason>& reasons);

}  // namespace holdfast::conformance
