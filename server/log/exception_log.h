// Logs an exception that has ended a request or a connection, but not the server.
#pragma once

#include <string_view>

namespace holdfast::server {

// Writes a message (standard_error.h). Must be called in a catch block. `during` names what was being done. Writes at
// most one line a second, with the number of lines that were suppressed before it.
void LogException(std::string_view during) noexcept;

}  // namespace holdfast::server
