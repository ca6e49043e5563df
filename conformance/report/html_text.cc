#include "conformance/report/html_text.h"

#include <algorithm>

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

std::string_view VerdictSign(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "·";
    case Verdict::kViolated:
      return "×";
    case Verdict::kWording:
      return "≠";
    case Verdict::kInconclusive:
      return "?";
    case Verdict::kUnsupported:
      return "–";
    case Verdict::kError:
      return "!";
  }
  return "!";
}

std::string VerdictMark(Verdict verdict) {
  std::string mark;
  Append(&mark,
         {"<span class=\"mark ", VerdictName(verdict), "\" aria-hidden=\"true\">", VerdictSign(verdict), "</span>"});
  return mark;
}

std::string AnchorOf(const RunReport& report, const RaceReport& one) {
  return "race-" + std::to_string(&one - report.races.data() + 1);
}

std::string AnchorOf(const RunReport& report, const CaseReport& one) {
  return "case-" + std::to_string(&one - report.cases.data() + 1);
}

std::string RepeatBlock(std::string_view command) {
  constexpr std::string_view kBetweenFlags = " --";
  std::string block = "<div class=\"repeat\"><span>Repeat it</span><code>";
  for (size_t at = 0; at < command.size();) {
    // A flag stays on one line with its value where there is room for both.
    const size_t end = std::min(command.find(kBetweenFlags, at), command.size());
    Append(&block, {at == 0 ? "<b>" : " <b>", EscapeHtml(command.substr(at, end - at)), "</b>"});
    at = end + 1;
  }
  return block + "</code></div>\n";
}

}  // namespace holdfast::conformance
