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

std::string CaseRow(const RunReport& report, const CaseReport& one) {
  const std::string_view verdict = VerdictName(one.verdict);
  std::string row;
  Append(&row,
         {"<tr id=\"", AnchorOf(report, one), "\" class=\"", verdict, "\"><td class=\"verdict\">",
          VerdictMark(one.verdict), "<span class=\"word\">", verdict, "</span></td><td><div class=\"case\"><code>",
          EscapeHtml(one.name), "</code><span>", EscapeHtml(one.sentence), "</span></div>"});
  if (!one.complaints.empty()) {
    row += "<ul class=\"complaints\">";
    for (const std::string& complaint : one.complaints) Append(&row, {"<li>", EscapeHtml(complaint), "</li>"});
    row += "</ul>";
  }
  if (one.verdict == Verdict::kViolated || one.verdict == Verdict::kError)
    row += RepeatBlock(RepeatCommand(report, one));
  Append(&row, {"</td><td class=\"figure\">", FormatDuration(one.seconds), "</td></tr>\n"});
  return row;
}

// The text of a group's <summary>: "1 violated, 11 hold".
std::string GroupSummary(const Group<CaseReport>& group) {
  std::string summary;
  for (const Verdict verdict : kMostSevereFirst) {
    const auto count = std::count_if(group.members.begin(), group.members.end(),
                                     [verdict](const CaseReport* one) { return one->verdict == verdict; });
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
    for (const CaseReport* one : group.members) section += CaseRow(report, *one);
    section += "</tbody></table></details>\n";
  }
  return section + "</section>\n";
}

}  // namespace holdfast::conformance
