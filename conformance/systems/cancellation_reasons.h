// What the loser of a race between transactions is told, action by action.
#pragma once

#include <string>
#include <vector>

#include "conformance/wire/response.h"

namespace holdfast::conformance {

// What may be given as the reason at one position of a cancelled transaction; None may be given anywhere.
enum class Reason { kNone, kConflict, kConditionOrConflict };

// What is wrong with the reasons, which are one for each action. Empty where nothing is, and where the reply is no
// refusal for a condition or a conflict.
std::string WrongReasons(const Response& response, const std::vector<Reason>& allowed);

}  // namespace holdfast::conformance
