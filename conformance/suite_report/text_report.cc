#include <algorithm>
#include <string_view>

#include "conformance/report/readable_text.h"
#include "conformance/suite_report/by_group.h"
#include "conformance/suite_report/repeat_command.h"
#include "conformance/suite_report/reports.h"
#include "conformance/suite_report/run_report.h"
#include "conformance/suite_report/verdict_sentence.h"

namespace holdfast::conformance {
namespace {

// The text report shows only a few witnesses of a race; the HTML and JSON reports contain all of them.
constexpr size_t kWitnessesMax = 3;
constexpr size_t kNameColumnsMax = 36;
constexpr size_t kVerdictColumns = 12;  // "inconclusive"

class TextWriter : private TerminalText {
 public:
  TextWriter(const RunReport& report, Colours colours) : TerminalText(colours), report_(report) {}

  std::string Write() {
    WriteHead();
    for (const RaceReport& race : report_.races) {
      if (race.verdict == Verdict::kViolated) WriteViolations(race);
    }
    for (const Group<CaseReport>& group : ByGroupMostSevereFirst(report_.cases)) WriteCases(group);
    WriteMissingFeatures();
    for (const Group<RaceReport>& group : ByGroupMostSevereFirst(report_.races)) WriteRaces(group);
    WriteHoldingCases();
    WriteVerdict();
    return Take();
  }

 private:
  using TerminalText::Painted;
  std::string Painted(std::string_view text, Verdict verdict) const {
    switch (verdict) {
      case Verdict::kHolds:
        return Painted(text, "32");
      case Verdict::kViolated:
        return Painted(text, "1;31");
      case Verdict::kWording:
        return Painted(text, "31");
      case Verdict::kInconclusive:
        return Painted(text, "33");
      case Verdict::kUnsupported:
        return Painted(text, "2");
      case Verdict::kError:
        return Painted(text, "1;35");
    }
    return std::string(text);
  }
  std::string VerdictColumn(Verdict verdict) const {
    return Painted(PadRight(std::string(VerdictName(verdict)), kVerdictColumns), verdict);
  }

  void WriteHead() {
    Line({Bold("holdfast-conformance"), " ", EscapeForTerminal(report_.version), " against ",
          EscapeForTerminal(report_.endpoint), " (", EscapeForTerminal(report_.region), ")"});
    Line({Faint("seed " + std::to_string(report_.seed) + ", " + FormatCount(report_.clients, "client") + ", " +
                FormatCount(report_.rounds, "round") + ", started " + EscapeForTerminal(report_.started) + ", took " +
                FormatDuration(report_.seconds))});
  }

  void WriteGroupName(std::string_view name) { Line({"\n", Bold(EscapeForTerminal(name))}); }

  // False for cases that WriteHoldingCases counts, and for unsupported ones, which WriteMissingFeatures covers.
  static bool IsFinding(const CaseReport& case_report) {
    return case_report.verdict != Verdict::kHolds && case_report.verdict != Verdict::kUnsupported;
  }

  void WriteCases(const Group<CaseReport>& group) {
    const auto is_finding = [](const CaseReport* case_report) { return IsFinding(*case_report); };
    if (std::none_of(group.members.begin(), group.members.end(), is_finding)) return;
    WriteGroupName(group.name);
    for (const CaseReport* case_report : group.members) {
      if (!IsFinding(*case_report)) continue;
      Line({"  ", VerdictColumn(case_report->verdict), "  ", EscapeForTerminal(case_report->name), ": ",
            EscapeForTerminal(case_report->sentence)});
      for (const std::string& complaint : case_report->complaints) Line({"      ", EscapeForTerminal(complaint)});
      WriteRepeat("      ", RepeatCommand(report_, *case_report));
    }
  }

  void WriteMissingFeatures() {
    const std::vector<MissingFeature> lacks = CollectMissingFeatures(report_);
    if (lacks.empty()) return;
    WriteGroupName("what the endpoint lacks");
    for (const MissingFeature& lack : lacks) {
      Line({"  ", VerdictColumn(Verdict::kUnsupported), "  ", EscapeForTerminal(lack.what),
            Faint(", needed by " + FormatNumber(lack.needed_by) + " of the races and cases")});
    }
  }

  void WriteHoldingCases() {
    if (report_.cases.empty()) return;
    WriteGroupName("cases that hold");
    for (const Group<CaseReport>& group : ByGroup(report_.cases)) {
      const auto holding = std::count_if(group.members.begin(), group.members.end(), [](const CaseReport* case_report) {
        return case_report->verdict == Verdict::kHolds;
      });
      Line({"  ", VerdictColumn(Verdict::kHolds), "  ", EscapeForTerminal(group.name),
            Faint(": " + FormatNumber(holding) + " of " +
                  FormatCount(static_cast<int64_t>(group.members.size()), "case"))});
    }
  }

  void WriteRaces(const Group<RaceReport>& group) {
    WriteGroupName(group.name);
    size_t columns = 0;
    for (const RaceReport* race : group.members) columns = std::max(columns, Characters(EscapeForTerminal(race->name)));
    columns = std::min(columns, kNameColumnsMax);
    for (const RaceReport* race : group.members) {
      // A race with fewer rounds than requested proves less than one with all rounds, so it is marked.
      const bool brief = EndedByBudget(report_, *race);
      const std::string verdict = brief ? Painted(PadRight("holds, brief", kVerdictColumns), Verdict::kInconclusive)
                                        : VerdictColumn(race->verdict);
      Line({"  ", verdict, "  ", PadRight(EscapeForTerminal(race->name), columns), "  ",
            Faint(FormatEventCounts(*race))});
      if (!race->note.empty() && race->verdict != Verdict::kUnsupported)
        Line({"      ", EscapeForTerminal(race->note)});
      if (race->control_rounds > 0 && !race->control_convicted) {
        Line({"      Its control, not convicted in ", FormatCount(race->control_rounds, "round"), ": ",
              EscapeForTerminal(race->control)});
      }
    }
  }

  std::string FormatEventCounts(const RaceReport& race) const {
    if (race.rounds == 0) return "not run";
    std::string text = EndedByBudget(report_, race)
                           ? FormatNumber(race.rounds) + " of " + FormatCount(report_.rounds, "round")
                           : FormatCount(race.rounds, "round");
    if (race.control_rounds > 0) text += race.control_convicted ? ", control convicted" : ", control not convicted";
    std::string_view before = "; ";
    for (const auto& [what, count] : InReadingOrder(race.event_counts)) {
      if (count == 0) continue;
      Append(&text, {before, FormatNumber(count), " ", EscapeForTerminal(what)});
      before = ", ";
    }
    return text;
  }

  void WriteViolations(const RaceReport& race) {
    Line({"\n", Painted("Violated: " + EscapeForTerminal(race.name), Verdict::kViolated), " ",
          Faint("(" + EscapeForTerminal(race.group) + ")")});
    Line({"  ", EscapeForTerminal(race.invariant)});
    const size_t shown = std::min(race.violations.size(), kWitnessesMax);
    for (size_t i = 0; i < shown; ++i) WriteViolation(race.violations[i]);
    if (const size_t more = race.violations.size() - shown; more > 0) {
      Line({"  and ", FormatCount(static_cast<int64_t>(more), "more finding"), " like these"});
    }
    WriteRepeat("  ", RepeatCommand(report_, race));
  }

  void WriteViolation(const ViolationReport& violation) {
    Line({"  ", Bold("round " + FormatNumber(violation.round) + ":"), " ", EscapeForTerminal(violation.what)});
    const std::string drawing = DrawAsText(violation.witness);
    for (size_t at = 0; at < drawing.size();) {
      const size_t end = std::min(drawing.find('\n', at), drawing.size());
      Line({"    ", EscapeForTerminal(std::string_view(drawing).substr(at, end - at))});
      at = end + 1;
    }
  }

  void WriteRepeat(std::string_view indent, std::string_view command) {
    Line({indent, "Repeat: ", EscapeForTerminal(command)});
  }

  void WriteVerdict() {
    const Verdict overall = Overall(report_);
    Line({"\n", Painted("Verdict: " + std::string(VerdictName(overall)) + ".", overall), " ", Headline(report_), " ",
          Advice(report_)});
  }

  const RunReport& report_;
};

}  // namespace

std::string TextReport(const RunReport& report, Colours colours) { return TextWriter(report, colours).Write(); }

}  // namespace holdfast::conformance
