// One line on stderr about an exception that ended a request or a connection instead of the server.
#pragma once

#include <string_view>

namespace holdfast::server {

// Must be called in a catch block. `during`: what was being done. Does not allocate. Writes at most one line a second,
// with the number of lines that were suppressed before it.
void LogException(std::string_view during) noexcept;

}  // namespace holdfast::server
