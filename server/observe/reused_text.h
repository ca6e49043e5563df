#pragma once

#include <cstddef>
#include <string>

namespace holdfast::server {

// Empties `text`. Its memory is kept for the next use, unless that is more than `kept_bytes_max`: long texts are few,
// and the memory of one would be held until the next one.
inline void ClearForReuse(size_t kept_bytes_max, std::string* text) {
  if (text->capacity() > kept_bytes_max) {
    std::string().swap(*text);
  } else {
    text->clear();
  }
}

}  // namespace holdfast::server
