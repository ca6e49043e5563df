// condition-stripped: writes lose their conditions, as in a store that parses them and does not evaluate them.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "conformance/faulty/fault.h"

namespace holdfast::conformance::faulty {

// PutItem, UpdateItem, DeleteItem.
bool IsSingleWrite(std::string_view operation);

// The write without its conditions, the actions of a transaction likewise, its ConditionChecks left out. A request
// without conditions comes back byte for byte. Nothing: checks were all the transaction had.
std::optional<Request> WithoutConditions(const Request& write);

std::unique_ptr<Fault> MakeConditionStripped();

}  // namespace holdfast::conformance::faulty
