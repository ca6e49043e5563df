// Writes the packed form (value_view.h) from parts that are packed already and in canonical order, as edits and
// projections of items do. ValueBuilder is for parts that still have to be checked and sorted.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "engine/values/value_view.h"

namespace holdfast::packed {

inline void AppendVarint(size_t value, std::string* out) {
  while (value >= 0x80) {
    out->push_back(static_cast<char>(value | 0x80));
    value >>= 7;
  }
  out->push_back(static_cast<char>(value));
}

inline void AppendType(ValueType type, std::string* out) { out->push_back(static_cast<char>(type)); }

// Appends an entry's name or a set's member.
inline void AppendBytes(std::string_view bytes, std::string* out) {
  AppendVarint(bytes.size(), out);
  out->append(bytes);
}

// Appends 8 bytes, in which CloseBody stores the byte count and the element count of a container. Returns their
// position.
inline size_t OpenBody(std::string* out) {
  const size_t header = out->size();
  out->append(8, '\0');
  return header;
}

inline void CloseBody(size_t header, size_t count, std::string* out) {
  const auto bytes = static_cast<uint32_t>(out->size() - header - 4);
  const auto elements = static_cast<uint32_t>(count);
  std::memcpy(out->data() + header, &bytes, sizeof bytes);
  std::memcpy(out->data() + header + 4, &elements, sizeof elements);
}

inline void AppendRange(const char* begin, const char* end, std::string* out) {
  out->append(begin, static_cast<size_t>(end - begin));
}

}  // namespace holdfast::packed
