#include "conformance/report/html_text.h"

#include <cstdint>

#include "conformance/report/readable_text.h"

namespace holdfast::conformance {
namespace {

bool IsForbidden(char c) {
  const auto byte = static_cast<uint8_t>(c);
  return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
}

}  // namespace

std::string EscapeHtml(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : ToValidUtf8(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        if (IsForbidden(c)) {
          escaped += "\uFFFD";
        } else {
          escaped += c;
        }
    }
  }
  return escaped;
}

std::string Mark(std::string_view css_class, std::string_view sign) {
  std::string mark;
  Append(&mark, {"<span class=\"mark ", css_class, "\" aria-hidden=\"true\">", sign, "</span>"});
  return mark;
}

}  // namespace holdfast::conformance
