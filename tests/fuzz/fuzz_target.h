// What several fuzz targets use to read their inputs and to report a fault.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace holdfast {

// Ends the process unless `holds`: the target has found a fault.
inline void Require(bool holds, const char* what, std::string_view detail = "") {
  if (holds) return;
  std::fprintf(stderr, "%s\n%.*s\n", what, static_cast<int>(detail.size()), detail.data());
  std::abort();
}

// Returns the part of `*text` before the first `end`, or all of it if there is none, and removes it and `end`.
inline std::string_view TakeUntil(std::string_view* text, char end) {
  const size_t at = text->find(end);
  const std::string_view taken = text->substr(0, at);
  text->remove_prefix(at == std::string_view::npos ? text->size() : at + 1);
  return taken;
}

}  // namespace holdfast
