// Numbers in paths and headers.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace holdfast::server {

// A number from 1 on. Nothing if the text is not digits alone, has zeros in front, or is too large.
inline std::optional<uint64_t> ParseDecimal(std::string_view text) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && !text.starts_with('0') ? std::optional(number) : std::nullopt;
}

}  // namespace holdfast::server
