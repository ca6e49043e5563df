// The cancellation reasons of a transaction that lost a race, action by action.
#pragma once

#include <string>
#include <vector>

#include "conformance/client/response.h"

namespace holdfast::conformance {

// The reasons allowed at one position of a cancelled transaction; None is always allowed.
enum class Reason { kNone, kConflict, kConditionOrConflict };

// Checks that the reasons are one for each action, and allowed. Empty if they are, and if the response is no refusal
// for a condition or a conflict.
std::string WrongReasons(const Response& response, const std::vector<Reason>& allowed);

}  // namespace holdfast::conformance
