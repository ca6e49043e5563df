// The part of the page about the races.
#include <algorithm>
#include <cstdio>

#include "conformance/report/html_text.h"
#include "conformance/report/readable_text.h"
#include "conformance/suite_report/by_group.h"
#include "conformance/suite_report/html_pieces.h"
#include "conformance/suite_report/repeat_command.h"
#include "conformance/suite_report/run_report.h"

namespace holdfast::conformance {
namespace {

// The number of violations of a race that are shown unfolded. Further ones are mostly similar.
constexpr size_t kOpenViolationsMax = 2;

std::string Percent(int64_t part, int64_t whole) {
  if (whole <= 0 || part <= 0) return "0";
  char text[16];
  std::snprintf(text, sizeof text, "%.1f", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

// The race's event counts as figures and bars; the longest bar is the largest count. The bars are hidden from screen
// readers, because they only repeat the figures.
std::string ContentionTable(const RaceReport& race) {
  if (race.event_counts.empty()) return "<p class=\"aside\">Nothing was counted.</p>\n";
  int64_t largest = 0;
  for (const auto& [what, count] : race.event_counts) largest = std::max(largest, count);
  std::string table = "<table class=\"met\"><tbody>\n";
  for (const auto& [what, count] : InReadingOrder(race.event_counts)) {
    Append(&table, {"<tr", count == 0 ? " class=\"zero\"" : "", "><th scope=\"row\">", EscapeHtml(what),
                    "</th><td class=\"figure\">", FormatNumber(count), "</td><td class=\"bar\" aria-hidden=\"true\">"});
    if (count > 0) Append(&table, {"<i style=\"width:", Percent(count, largest), "%\"></i>"});
    table += "</td></tr>\n";
  }
  return table + "</tbody></table>\n";
}

std::string ControlBlock(const RaceReport& race) {
  std::string block;
  Append(&block, {"<p>", EscapeHtml(race.control), "</p>\n"});
  if (race.control_convicted) {
    Append(&block, {"<p class=\"control convicted\"><b>Convicted</b>, as it must be, in ",
                    FormatCount(race.control_rounds, "round"), ".</p>\n"});
  } else if (race.control_rounds > 0) {
    Append(&block,
           {"<p class=\"control acquitted\"><b>Not convicted</b> in ", FormatCount(race.control_rounds, "round"),
            ": this race has not shown that it would find a violation.</p>\n"});
  } else {
    block += "<p class=\"control\"><b>Not run</b>: the race ended before its control began.</p>\n";
  }
  if (!race.control_finding.empty()) {
    Append(&block, {"<blockquote>", EscapeHtml(race.control_finding), "</blockquote>\n"});
  }
  return block;
}

std::string ViolationBlock(const ViolationReport& violation) {
  std::string block;
  const std::string round = FormatNumber(violation.round);
  Append(&block, {"<div class=\"violation\"><h4>Round ", round, ": ", EscapeHtml(violation.what), "</h4>\n",
                  "<div class=\"witness\" role=\"region\" tabindex=\"0\" aria-label=\"History of round ", round,
                  "\">\n", ToValidUtf8(DrawAsHtml(violation.witness)), "</div></div>\n"});
  return block;
}

std::string ViolationBlocks(const RaceReport& race) {
  std::string blocks;
  for (size_t i = 0; i < race.violations.size(); ++i) {
    if (i == kOpenViolationsMax) {
      const auto more = static_cast<int64_t>(race.violations.size() - i);
      Append(&blocks, {"<details class=\"more\"><summary>", FormatCount(more, "more finding"), "</summary>\n"});
    }
    blocks += ViolationBlock(race.violations[i]);
  }
  if (race.violations.size() > kOpenViolationsMax) blocks += "</details>\n";
  return blocks;
}

// "20 rounds", or "3 of 20 rounds".
std::string RoundsText(const RunReport& report, const RaceReport& race) {
  return (EndedByBudget(report, race) ? FormatNumber(race.rounds) + " of " : "") +
         FormatCount(EndedByBudget(report, race) ? report.rounds : race.rounds, "round");
}

std::string RaceSummary(const RunReport& report, const RaceReport& race) {
  std::string summary;
  Append(&summary, {"<summary>", VerdictMark(race.verdict), "<h4><code>", EscapeHtml(race.name),
                    "</code></h4><span class=\"invariant\">", EscapeHtml(race.invariant), "</span><span class=\"word ",
                    VerdictName(race.verdict), "\">", VerdictName(race.verdict),
                    EndedByBudget(report, race) ? " for " + RoundsText(report, race) : "", "</span></summary>\n"});
  return summary;
}

std::string RaceBlock(const RunReport& report, const RaceReport& race) {
  const bool wrong = IsMoreSevere(race.verdict, Verdict::kUnsupported);
  std::string block;
  Append(&block, {"<details class=\"race ", VerdictName(race.verdict), "\" id=\"", AnchorOf(report, race), "\"",
                  wrong ? " open" : "", ">", RaceSummary(report, race), "<div class=\"race-body\">\n"});
  if (!race.note.empty()) Append(&block, {"<p class=\"note\">", EscapeHtml(race.note), "</p>\n"});
  if (race.rounds > 0 || race.control_rounds > 0) {
    Append(&block,
           {"<div class=\"columns\"><div><h5>Contention met</h5>\n", ContentionTable(race), "<p class=\"aside\">",
            RoundsText(report, race), " of ", FormatCount(race.clients, "client"), " in ", FormatDuration(race.seconds),
            "</p></div>\n<div><h5>Control</h5>\n", ControlBlock(race), "</div></div>\n"});
  }
  block += ViolationBlocks(race);
  if (wrong) block += RepeatBlock(RepeatCommand(report, race));
  return block + "</div></details>\n";
}

}  // namespace

std::string RacesSection(const RunReport& report) {
  if (report.races.empty()) return "";
  std::string section =
      "<section aria-labelledby=\"races\">\n<h2 id=\"races\">Races</h2>\n"
      "<p class=\"about\">Many clients at once, one invariant each. The control is the same race with its guard "
      "removed: it must be convicted, or the race proves nothing.</p>\n";
  for (const Group<RaceReport>& group : ByGroupMostSevereFirst(report.races)) {
    Append(&section, {"<h3>", EscapeHtml(group.name), "</h3>\n"});
    for (const RaceReport* race : group.members) section += RaceBlock(report, *race);
  }
  return section + "</section>\n";
}

}  // namespace holdfast::conformance
