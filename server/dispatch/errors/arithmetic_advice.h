// DynamoDB refuses arithmetic in conditions, and its message names no alternative. The server logs one.
#pragma once

#include <chrono>
#include <string_view>

#include "engine/base/error.h"

namespace holdfast::server {

// True if DynamoDB refused the request because a condition, filter or key condition computes: its message
// then names a plus or minus sign as the token that is out of place.
bool RefusesArithmetic(const Error& error);

// Writes one line to the standard error stream, at most once a second in the whole process. Thread-safe.
void LogArithmeticAdvice(std::chrono::steady_clock::time_point now);

}  // namespace holdfast::server
