// Checks the bytes of JSON before they are parsed.
#pragma once

#include <string>
#include <string_view>

namespace holdfast::server {

// Whether `text` is UTF-8 (RFC 3629: no surrogates, nothing overlong, nothing above U+10FFFF) and has no control
// characters but tab, line feed and carriage return: JSON allows no others. Fast for ASCII.
bool IsJsonText(std::string_view text);

// Whether `text` is UTF-8. Control characters are allowed, U+0000 among them.
bool IsUtf8(std::string_view text);

// Returns `bytes` if they are UTF-8, else converts them from Latin-1, so that JSON can quote any bytes.
std::string ToUtf8(std::string_view bytes);

}  // namespace holdfast::server
