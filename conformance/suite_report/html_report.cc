#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/report/html_text.h"
#include "conformance/report/page.h"
#include "conformance/report/readable_text.h"
#include "conformance/suite_report/by_group.h"
#include "conformance/suite_report/html_pieces.h"
#include "conformance/suite_report/reports.h"
#include "conformance/suite_report/verdict_sentence.h"

namespace holdfast::conformance {
namespace {

// Unfolds the element that the URL's fragment names. Without scripts a link still leads to that element's summary.
constexpr std::string_view kScript = R"(function unfold() {
  const target = document.getElementById(location.hash.slice(1));
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  if (target) target.scrollIntoView();
}
addEventListener('hashchange', unfold);
unfold();
)";

// The number of races and cases with each verdict. It is also the legend of the grid.
std::string Legend(const RunReport& report) {
  std::string legend = "<ul class=\"legend\">\n";
  for (const Verdict verdict : kMostSevereFirst) {
    const int count = CountVerdict(report, verdict).All();
    Append(&legend, {"<li", count == 0 ? " class=\"zero\"" : "", ">", VerdictMark(verdict), "<b>", FormatNumber(count),
                     "</b> ", verdict == Verdict::kHolds && count != 1 ? "hold" : VerdictName(verdict), "</li>\n"});
  }
  return legend + "</ul>\n";
}

std::string MissingFeaturesSection(const RunReport& report) {
  const std::vector<MissingFeature> lacks = CollectMissingFeatures(report);
  if (lacks.empty()) return "";
  std::string section = "<section aria-labelledby=\"lacks\">\n<h2 id=\"lacks\">What the endpoint lacks</h2>\n<ul>\n";
  for (const MissingFeature& lack : lacks) {
    Append(&section, {"<li>", EscapeHtml(lack.what), " <span class=\"aside\">needed by ",
                      FormatNumber(lack.needed_by) + " of the races and cases", "</span></li>\n"});
  }
  return section + "</ul>\n</section>\n";
}

template <typename Report>
std::string GridRows(const RunReport& report, const std::vector<Report>& reports, std::string_view kind) {
  std::string rows;
  for (const Group<Report>& group : ByGroup(reports)) {
    Append(&rows, {"<div class=\"row\"><h3>", EscapeHtml(group.name), "</h3><ul class=\"", kind, "\">\n"});
    for (const Report* member : group.members) {
      std::string label = EscapeHtml(member->name) + ": ";
      label += VerdictName(member->verdict);
      Append(&rows,
             {"<li><a class=\"mark ", VerdictName(member->verdict), "\" href=\"#", AnchorOf(report, *member),
              "\" title=\"", label, "\" aria-label=\"", label, "\">", VerdictSign(member->verdict), "</a></li>\n"});
    }
    rows += "</ul></div>\n";
  }
  return rows;
}

std::string Grid(const RunReport& report) {
  std::string grid = "<nav class=\"grid\" aria-label=\"Every race and case\">\n";
  Append(&grid, {"<div>\n", GridRows(report, report.races, "of-races"), "</div>\n<div>\n",
                 GridRows(report, report.cases, "of-cases"), "</div>\n</nav>\n"});
  return grid;
}

template <typename Report>
Verdict MostSevere(const std::vector<Report>& reports) {
  const std::vector<Group<Report>> groups = ByGroupMostSevereFirst(reports);
  return groups.empty() ? Verdict::kHolds : groups.front().most_severe;
}

// The section with the most severe finding first. What the endpoint lacks stands before sections without a finding.
std::string Sections(const RunReport& report) {
  std::vector<std::pair<Verdict, std::string>> sections = {
      {Verdict::kUnsupported, MissingFeaturesSection(report)},
      {MostSevere(report.races), RacesSection(report)},
      {MostSevere(report.cases), CasesSection(report)},
  };
  std::stable_sort(sections.begin(), sections.end(),
                   [](const auto& a, const auto& b) { return IsMoreSevere(a.first, b.first); });
  std::string html;
  for (const auto& [verdict, section] : sections) html += section;
  return html;
}

}  // namespace

std::string HtmlReport(const RunReport& report) {
  const std::string_view verdict = VerdictName(Overall(report));
  Page page;
  page.title = std::string(verdict) + ": " + report.endpoint;
  page.verdict = verdict;
  page.kicker = "Conformance of <code>" + EscapeHtml(report.endpoint) + "</code>";
  page.headline = Headline(report);
  page.lead = {Advice(report)};
  page.summary = Legend(report);
  page.facts = {{"Region", report.region},
                {"Started", report.started},
                {"Took", FormatDuration(report.seconds)},
                {"Clients", FormatNumber(report.clients)},
                {"Rounds", FormatNumber(report.rounds)},
                {"Seed", std::to_string(report.seed)},
                {"Version", report.version}};
  page.body = Grid(report) + Sections(report);
  page.style = kSuiteStyle;
  page.script = kScript;
  return ToHtml(page);
}

}  // namespace holdfast::conformance
