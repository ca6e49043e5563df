#include "conformance/report/html_report.h"

#include <string_view>
#include <vector>

#include "conformance/report/by_group.h"
#include "conformance/report/html_cases.h"
#include "conformance/report/html_races.h"
#include "conformance/report/html_style.h"
#include "conformance/report/html_text.h"
#include "conformance/report/readable_text.h"
#include "conformance/report/verdict_sentence.h"

namespace holdfast::conformance {
namespace {

// A link to something folded unfolds it. Without scripts the link still leads to its summary.
constexpr std::string_view kScript = R"(<script>
function unfold() {
  const target = document.getElementById(location.hash.slice(1));
  for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
  if (target) target.scrollIntoView();
}
addEventListener('hashchange', unfold);
unfold();
</script>
)";

// Content-Security-Policy of the page: it may load nothing.
constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

std::string Head(const RunReport& report) {
  std::string head;
  Append(&head, {"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
                 "<meta http-equiv=\"Content-Security-Policy\" content=\"", kPolicy, "\">\n",
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
                 "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n<title>",
                 VerdictName(Overall(report)), ": ", EscapeHtml(report.endpoint), "</title>\n<style>\n", kStyle,
                 "</style>\n</head>\n"});
  return head;
}

// How many came to each verdict, which is also the legend of the grid below it.
std::string Legend(const RunReport& report) {
  std::string legend = "<ul class=\"legend\">\n";
  for (const Verdict verdict : kMostSevereFirst) {
    const int count = CountVerdict(report, verdict).All();
    Append(&legend, {"<li", count == 0 ? " class=\"zero\"" : "", ">", VerdictMark(verdict), "<b>", FormatNumber(count),
                     "</b> ", verdict == Verdict::kHolds && count != 1 ? "hold" : VerdictName(verdict), "</li>\n"});
  }
  return legend + "</ul>\n";
}

std::string Fact(std::string_view name, std::string_view value) {
  std::string fact;
  Append(&fact, {"<div><dt>", name, "</dt><dd>", EscapeHtml(value), "</dd></div>\n"});
  return fact;
}

std::string Header(const RunReport& report) {
  std::string header;
  Append(&header, {"<header class=\"", VerdictName(Overall(report)), "\">\n<p class=\"kicker\">Conformance of <code>",
                   EscapeHtml(report.endpoint), "</code></p>\n<h1>", EscapeHtml(Headline(report)),
                   "</h1>\n<p class=\"advice\">", EscapeHtml(Advice(report)), "</p>\n"});
  header += Legend(report);
  header += "<dl class=\"facts\">\n" + Fact("Region", report.region) + Fact("Started", report.started) +
            Fact("Took", FormatDuration(report.seconds)) + Fact("Clients", FormatNumber(report.clients)) +
            Fact("Rounds", FormatNumber(report.rounds)) + Fact("Seed", std::to_string(report.seed)) +
            Fact("Version", report.version) + "</dl>\n</header>\n";
  return header;
}

std::string Lacks(const RunReport& report) {
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
    for (const Report* one : group.members) {
      std::string label = EscapeHtml(one->name) + ": ";
      label += VerdictName(one->verdict);
      Append(&rows, {"<li><a class=\"mark ", VerdictName(one->verdict), "\" href=\"#", AnchorOf(report, *one),
                     "\" title=\"", label, "\" aria-label=\"", label, "\">", VerdictSign(one->verdict), "</a></li>\n"});
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

}  // namespace

std::string HtmlReport(const RunReport& report) {
  std::string page = Head(report);
  page +=
      "<body>\n<main>\n" + Header(report) + Lacks(report) + Grid(report) + RacesSection(report) + CasesSection(report);
  page += "</main>\n";
  page += kScript;
  return page + "</body>\n</html>\n";
}

}  // namespace holdfast::conformance
