#include "conformance/command_line/shell_word.h"

#include <algorithm>

namespace holdfast::command_line {
namespace {

bool NeedsNoQuoting(char c) {
  constexpr std::string_view kPlain = "-_./:=@%+,";
  const bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return alphanumeric || kPlain.find(c) != std::string_view::npos;
}

}  // namespace

std::string ShellWord(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), NeedsNoQuoting)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace holdfast::command_line
