#include "server/log/standard_error.h"

#include <unistd.h>

namespace holdfast::server {
namespace {

constexpr LogWriter::DroppedLine kDroppedLine = {
    "holdfast: ", " lines were dropped, because this stream is read too slowly or the machine is too busy\n"};

}  // namespace

LogWriter& StandardError() {
  static LogWriter writer(STDERR_FILENO, kDroppedLine);
  return writer;
}

void WriteMessage(std::string_view message) noexcept {
  try {
    StandardError().Write({"holdfast: ", message, "\n"}, 1);
  } catch (...) {
    // Out of memory, or no thread could be started: there is no other place to report it.
  }
}

}  // namespace holdfast::server
