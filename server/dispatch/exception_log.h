// One line on stderr about an exception that ended a request or a connection instead of the server.
#pragma once

#include <string_view>

namespace holdfast::server {

// To be called in a catch block. `during`: what was being done. Allocates nothing. Of lines that follow within a
// second of another only the number is told, with the next line.
void LogException(std::string_view during) noexcept;

}  // namespace holdfast::server
