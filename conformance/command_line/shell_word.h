// Quotes arguments in command lines that are shown to be run again.
#pragma once

#include <string>
#include <string_view>

namespace holdfast::command_line {

// `text` as one word of a POSIX shell: quoted, unless it needs no quotation marks.
std::string ShellWord(std::string_view text);

}  // namespace holdfast::command_line
