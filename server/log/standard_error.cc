#include "server/log/standard_error.h"

#include <unistd.h>

#include <cstdint>
#include <string>

namespace holdfast::server {
namespace {

std::string DroppedLine(uint64_t dropped) {
  return "holdfast: " + std::to_string(dropped) +
         " lines were dropped, because this stream is read too slowly or the machine is too busy\n";
}

}  // namespace

LogWriter& StandardError() {
  static LogWriter writer(STDERR_FILENO, DroppedLine);
  return writer;
}

void WriteMessage(std::string_view message) noexcept {
  try {
    StandardError().Write({"holdfast: ", message, "\n"}, 1);
  } catch (...) {
    // Out of memory: there is no other place to report it.
  }
}

}  // namespace holdfast::server
