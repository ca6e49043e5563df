#include "server/race/report/html_text.h"

#include "server/json/json_text.h"

namespace holdfast::server {

std::string EscapeHtml(std::string_view text) {
  std::string escaped;
  for (const char c : ToUtf8(text)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '&') {
      escaped += "&amp;";
    } else if (c == '<') {
      escaped += "&lt;";
    } else if (c == '>') {
      escaped += "&gt;";
    } else if (c == '"') {
      escaped += "&quot;";
    } else if (c == '\'') {
      escaped += "&#39;";
    } else if ((byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7f) {
      escaped += "\uFFFD";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace holdfast::server
