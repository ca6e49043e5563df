// Numbers in paths and headers.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace holdfast::server {

// Parses a number of at least 1. Returns nothing if the text has other characters than digits, has leading zeros, or is
// too large.
inline std::optional<uint64_t> ParseDecimal(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && !text.starts_with('0') ? std::optional(number) : std::nullopt;
}

}  // namespace holdfast::server
