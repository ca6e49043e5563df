// Converts errors to responses: HTTP status, `__type` and body. error_response.cc is the only file with the complete
// names that errors have in `__type`.
#pragma once

#include <string>

#include "engine/base/error.h"
#include "server/dispatch/errors/wire_failure.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

// Append the response body and return the status:
// `{"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException","message":"…"}`
int AppendErrorBody(const Error& error, std::string* body);
int AppendErrorBody(const WireError& error, std::string* body);
int AppendErrorBody(const WireFailure& failure, std::string* body);

}  // namespace holdfast::server
