// The error catalogue: failures that many operations share. The catalogue is the folder engine/errors: one function
// per failure, with DynamoDB's exact text inside; nothing else in the engine makes an Error.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/error.h"

namespace holdfast::errors {

// A ValidationException with a text that another function of the catalogue, or Describe in
// engine/values/value_problem.h, composed.
Error Validation(std::string message);
// `1 validation error detected: <message>`
std::string WithValidationErrorPrefix(std::string_view message);

// A ResourceNotFoundException, "Requested resource not found": the data plane's text, which does not name the table.
Error ResourceNotFound();
Error ConditionalCheckFailed();
Error TransactionConflict();
// A request needs more work than the bound that its caller set: engine/base/work_budget.h.
Error WorkBudgetExhausted();

}  // namespace holdfast::errors
