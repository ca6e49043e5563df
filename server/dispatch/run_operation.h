// Executes an operation, here or by the upstream, and writes its response or its error.
#pragma once

#include <string>

#include "server/dispatch/operation_table.h"
#include "server/race/race_outcome.h"

namespace holdfast::server {

// Appends the error body and returns the status. `hints` may be null.
int AppendFailure(const OperationFailure& failure, HintLog* hints, std::string* body);
// Appends the body of a response that the store has written, or of the error that it has not responded. Returns its
// status.
int AppendOutcome(const OtherOutcome& outcome, std::string* body);
// Appends the response or the error to the call's response, and returns the status.
int RunOperation(const Operation& operation, const OperationCall& call);

}  // namespace holdfast::server
