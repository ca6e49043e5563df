// condition-stripped: PutItem, UpdateItem, DeleteItem and TransactWriteItems lose their conditions before the endpoint
// sees them, so that even a malformed condition is ignored. Statements of PartiQL keep theirs.
#pragma once

#include <memory>
#include <string_view>

#include "conformance/faulty/faults/fault.h"

namespace holdfast::conformance::faulty {

// PutItem, UpdateItem, DeleteItem.
bool IsSingleWrite(std::string_view operation);

// Sends the write without its condition, or the transaction without those of its actions and without ConditionChecks;
// a request without conditions as it is. A transaction of checks only succeeds and is not sent.
Response SendWithoutConditions(const Request& write, Endpoint* endpoint);

std::unique_ptr<Fault> MakeConditionStripped();

}  // namespace holdfast::conformance::faulty
