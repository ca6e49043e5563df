// Executes an operation, here or by the upstream, and writes its response or its error.
#pragma once

#include <string>

#include "server/dispatch/operation_table.h"
#include "server/race/race_outcome.h"

namespace holdfast::server {

// Appends the error body and returns the status. `hints` may be null.
int AppendFailure(const OperationFailure& failure, HintLog* hints, std::string* body);
// Appends the body of the response, or of the error, and returns the status. `hints` may be null.
int AppendResponse(const Result<race::Response>& response, HintLog* hints, std::string* body);
// Appends the body that the operation or the upstream has written or, if the upstream has not responded, the body of an
// error that says so. Returns the status.
int AppendOutcome(const RawOutcome& outcome, std::string* body);
// Appends the response or the error to the call's response, and returns the status.
int RunOperation(const Operation& operation, const OperationCall& call);

}  // namespace holdfast::server
