// The standard error stream: the messages of the server, and the log of requests. All of them are written by one
// thread, so that no other thread waits for a slow reader: a program that starts the server with a pipe for this stream
// may never read the pipe.
#pragma once

#include <string_view>

#include "server/log/log_writer.h"

namespace holdfast::server {

// While a server runs, everything that the process writes to this stream goes through this writer, except the progress
// and the errors of `shake`. Made by the first call, which must come after signals were blocked: the thread of the
// writer inherits the mask. Throws std::system_error if no thread can be started.
LogWriter& StandardError();

// Writes `holdfast: `, the message and a line feed. Does not block: the line is dropped if too many lines wait, if
// memory runs out while lines wait, or if the writer's thread cannot be started.
void WriteMessage(std::string_view message) noexcept;

}  // namespace holdfast::server
