#pragma once

#include <string_view>

namespace holdfast::server {

// Copies `text` to `to` if a JSON string may hold it as it is, and returns the end of the copy. Returns null, and
// leaves unspecified bytes at `to`, if a quotation mark, backslash or control character must be escaped.
// `to` must have room for the text, and not overlap it.
char* CopyIfPlain(std::string_view text, char* to);

}  // namespace holdfast::server
