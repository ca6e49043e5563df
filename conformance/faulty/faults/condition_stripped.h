// condition-stripped: writes lose their conditions, as in a store that parses them and does not evaluate them.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

// PutItem, UpdateItem, DeleteItem.
bool IsSingleWrite(std::string_view operation);

// Removes the conditions of a write, or of all actions of a transaction, and removes ConditionChecks. A request without
// conditions is returned byte for byte. Returns nothing if a transaction consisted of checks only.
std::optional<Request> WithoutConditions(const Request& write);

std::unique_ptr<Fault> MakeConditionStripped();

}  // namespace holdfast::conformance::faulty
