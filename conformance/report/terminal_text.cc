#include "conformance/report/terminal_text.h"

namespace holdfast::conformance {

std::string PadRight(std::string text, size_t columns) {
  const size_t taken = Characters(text);
  if (taken < columns) text.append(columns - taken, ' ');
  return text;
}

std::string PadLeft(const std::string& text, size_t columns) {
  const size_t taken = Characters(text);
  return taken < columns ? std::string(columns - taken, ' ') + text : text;
}

std::string TerminalText::Painted(std::string_view text, std::string_view code) const {
  if (colours_ == Colours::kNone) return std::string(text);
  std::string painted;
  Append(&painted, {"\x1B[", code, "m", text, "\x1B[0m"});
  return painted;
}

}  // namespace holdfast::conformance
