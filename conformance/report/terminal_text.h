// Text for a terminal: lines, colours and columns.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/report/readable_text.h"

namespace holdfast::conformance {

enum class Colours { kNone, kAnsi };

// `text`, well-formed and not painted, with blanks after it (PadRight) or before it (PadLeft), so that it has at least
// `columns` characters.
std::string PadRight(std::string text, size_t columns);
std::string PadLeft(const std::string& text, size_t columns);

// Builds lines of text. The caller must pass text from an endpoint through EscapeForTerminal first.
class TerminalText {
 public:
  explicit TerminalText(Colours colours) : colours_(colours) {}

  void Line(std::initializer_list<std::string_view> pieces) {
    Append(&text_, pieces);
    text_ += '\n';
  }
  // `code` is an SGR code of ANSI terminals: "1;31" is bold and red.
  std::string Painted(std::string_view text, std::string_view code) const;
  std::string Bold(std::string_view text) const { return Painted(text, "1"); }
  std::string Faint(std::string_view text) const { return Painted(text, "2"); }
  std::string Take() { return std::exchange(text_, {}); }

 private:
  const Colours colours_;
  std::string text_;
};

}  // namespace holdfast::conformance
