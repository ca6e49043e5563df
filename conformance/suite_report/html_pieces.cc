#include "conformance/suite_report/html_pieces.h"

#include <algorithm>

#include "conformance/report/html_text.h"
#include "conformance/report/readable_text.h"

namespace holdfast::conformance {

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

std::string VerdictMark(Verdict verdict) { return Mark(VerdictName(verdict), VerdictSign(verdict)); }

std::string AnchorOf(const RunReport& report, const RaceReport& race) {
  return "race-" + std::to_string(&race - report.races.data() + 1);
}

std::string AnchorOf(const RunReport& report, const CaseReport& case_report) {
  return "case-" + std::to_string(&case_report - report.cases.data() + 1);
}

std::string RepeatBlock(std::string_view command) {
  constexpr std::string_view kBetweenFlags = " --";
  std::string block = "<div class=\"repeat\"><span>Repeat it</span><code>";
  for (size_t at = 0; at < command.size();) {
    // One <b> holds a flag and its value, so that a line breaks between them only if it has no room for both.
    const size_t end = std::min(command.find(kBetweenFlags, at), command.size());
    Append(&block, {at == 0 ? "<b>" : " <b>", EscapeHtml(command.substr(at, end - at)), "</b>"});
    at = end + 1;
  }
  return block + "</code></div>\n";
}

}  // namespace holdfast::conformance
