// A body in chunks, for a response whose length is not known when it begins (RFC 9112, 7.1).
#pragma once

#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>

namespace holdfast::server {

// Appends a chunk with these bytes. Appends nothing if there are none: a chunk of no bytes would end the body.
inline void AppendChunk(std::string_view bytes, std::string* body) {
  if (bytes.empty()) return;
  char size[2 * sizeof(size_t)];
  const auto [end, error] = std::to_chars(size, size + sizeof size, bytes.size(), 16);
  body->append(size, static_cast<size_t>(end - size)).append("\r\n").append(bytes).append("\r\n");
}

// Ends the body.
inline void AppendLastChunk(std::string* body) { *body += "0\r\n\r\n"; }

}  // namespace holdfast::server
