// The part of the page about the single-client cases.
#include <algorithm>
#include <string_view>

#include "conformance/report/html_text.h"
#include "conformance/report/readable_text.h"
#include "conformance/suite_report/by_group.h"
#include "conformance/suite_report/html_pieces.h"
#include "conformance/suite_report/repeat_command.h"

namespace holdfast::conformance {
namespace {

std::string CaseRow(const RunReport& report, const CaseReport& case_report) {
  const std::string_view verdict = VerdictName(case_report.verdict);
  std::string row;
  Append(&row, {"<tr id=\"", AnchorOf(report, case_report), "\" class=\"", verdict, "\"><td class=\"verdict\">",
                VerdictMark(case_report.verdict), "<span class=\"word\">", verdict,
                "</span></td><td><div class=\"case\"><code>", EscapeHtml(case_report.name), "</code><span>",
                EscapeHtml(case_report.sentence), "</span></div>"});
  if (!case_report.complaints.empty()) {
    row += "<ul class=\"complaints\">";
    for (const std::string& complaint : case_report.complaints) Append(&row, {"<li>", EscapeHtml(complaint), "</li>"});
    row += "</ul>";
  }
  if (IsMoreSevere(case_report.verdict, Verdict::kUnsupported)) row += RepeatBlock(RepeatCommand(report, case_report));
  Append(&row, {"</td><td class=\"figure\">", FormatDuration(case_report.seconds), "</td></tr>\n"});
  return row;
}

// The text of a group's <summary>: "1 violated, 11 hold".
std::string GroupSummary(const Group<CaseReport>& group) {
  std::string summary;
  for (const Verdict verdict : kMostSevereFirst) {
    const auto count =
        std::count_if(group.members.begin(), group.members.end(),
                      [verdict](const CaseReport* case_report) { return case_report->verdict == verdict; });
    if (count == 0) continue;
    const bool many_hold = verdict == Verdict::kHolds && count > 1;
    Append(&summary,
           {summary.empty() ? "" : ", ", FormatNumber(count), " ", many_hold ? "hold" : VerdictName(verdict)});
  }
  return summary;
}

}  // namespace

std::string CasesSection(const RunReport& report) {
  if (report.cases.empty()) return "";
  std::string section =
      "<section aria-labelledby=\"cases\">\n<h2 id=\"cases\">Cases</h2>\n"
      "<p class=\"about\">One client, one behaviour each.</p>\n";
  for (const Group<CaseReport>& group : ByGroupMostSevereFirst(report.cases)) {
    const bool open = group.most_severe != Verdict::kHolds;
    Append(&section, {"<details class=\"cases\"", open ? " open" : "", "><summary><h3>", EscapeHtml(group.name),
                      "</h3><span class=\"aside\">", GroupSummary(group), "</span></summary>\n",
                      "<table><thead class=\"unseen\"><tr><th scope=\"col\">Verdict</th><th scope=\"col\">Case</th>"
                      "<th scope=\"col\">Time</th></tr></thead><tbody>\n"});
    for (const CaseReport* case_report : group.members) section += CaseRow(report, *case_report);
    section += "</tbody></table></details>\n";
  }
  return section + "</section>\n";
}

}  // namespace holdfast::conformance
