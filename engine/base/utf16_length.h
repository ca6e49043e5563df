// The length of a text as DynamoDB counts it: in UTF-16 code units. Characters outside the Basic Multilingual Plane,
// such as emoji, count as two.
#pragma once

#include <cstddef>
#include <string_view>

namespace holdfast {

// `utf8` must be valid UTF-8.
inline size_t Utf16Length(std::string_view utf8) {
  size_t units = 0;
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xC0) != 0x80;
    units += byte >= 0xF0;
  }
  return units;
}

}  // namespace holdfast
