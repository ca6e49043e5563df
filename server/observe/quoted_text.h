// Text of clients in lines of a log: quoted, so that a client can write neither lines of its own nor the control codes
// of a terminal, and of bounded length.
#pragma once

#include <cstddef>
#include <string_view>

#include "server/json/text_buffer.h"

namespace holdfast::server {

// The longest prefix of `text` that has at most `bytes_max` bytes and does not end within a character of UTF-8.
std::string_view CutText(std::string_view text, size_t bytes_max);

// Appends `text` in quotes, and escapes quotes and backslashes inside: the result is a JSON string if `quote` is `"`.
// Control characters (U+007F to U+009F, too), separators of lines and marks that change the direction of text are
// escaped as \uXXXX, but a line feed as \n. Bytes that are not UTF-8 become U+FFFD. An ellipsis is appended if `cut`.
void AppendQuoted(std::string_view text, bool cut, TextBuffer* out, char quote = '"');

// Appends `text` as it is if it is neither empty nor cut, and consists of letters, digits, and `-._:/+#`; otherwise
// with AppendQuoted.
void AppendWord(std::string_view text, bool cut, TextBuffer* out);

}  // namespace holdfast::server
