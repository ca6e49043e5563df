// Logs an exception that has ended a request or a connection, but not the server.
#pragma once

#include <string_view>

namespace holdfast::server {

// Writes one line to stderr. Must be called in a catch block. `during` names what was being done. Does not allocate.
// Writes at most one line a second, with the number of lines that were suppressed before it.
void LogException(std::string_view during) noexcept;

}  // namespace holdfast::server
