#include "conformance/report/text_report.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "conformance/report/by_group.h"
#include "conformance/report/contention.h"
#include "conformance/report/readable_text.h"
#include "conformance/report/repeat_command.h"
#include "conformance/report/verdict_sentence.h"

namespace holdfast::conformance {
namespace {

// One history convinces; a few show whether they are alike. The other reports have them all.
constexpr size_t kHistoriesMax = 3;
constexpr size_t kNameColumnsMax = 36;
constexpr size_t kVerdictColumns = 12;  // "inconclusive"

std::string Padded(std::string text, size_t columns) {
  const size_t taken = Characters(text);
  if (taken < columns) text.append(columns - taken, ' ');
  return text;
}

class TextWriter {
 public:
  TextWriter(const RunReport& report, Colours colours) : report_(report), colours_(colours) {}

  std::string Write() {
    WriteHead();
    for (const Group<CaseReport>& group : ByGroup(report_.cases)) WriteCases(group);
    for (const Group<RaceReport>& group : ByGroup(report_.races)) WriteRaces(group);
    for (const RaceReport& race : report_.races) {
      if (race.verdict == Verdict::kViolated) WriteViolations(race);
    }
    WriteVerdict();
    return std::move(out_);
  }

 private:
  std::string Painted(std::string_view text, std::string_view code) const {
    if (colours_ == Colours::kNone) return std::string(text);
    std::string painted;
    Append(&painted, {"\x1B[", code, "m", text, "\x1B[0m"});
    return painted;
  }
  std::string Bold(std::string_view text) const { return Painted(text, "1"); }
  std::string Faint(std::string_view text) const { return Painted(text, "2"); }
  std::string Painted(std::string_view text, Verdict verdict) const {
    switch (verdict) {
      case Verdict::kHolds:
        return Painted(text, "32");
      case Verdict::kViolated:
        return Painted(text, "1;31");
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
    return Painted(Padded(std::string(VerdictName(verdict)), kVerdictColumns), verdict);
  }

  void Line(std::initializer_list<std::string_view> pieces) {
    Append(&out_, pieces);
    out_ += '\n';
  }

  void WriteHead() {
    Line({Bold("holdfast-conformance"), " ", ForTerminal(report_.version), " against ", ForTerminal(report_.endpoint),
          " (", ForTerminal(report_.region), ")"});
    Line({Faint("seed " + std::to_string(report_.seed) + ", " + Counted(report_.clients, "client") + ", " +
                Counted(report_.rounds, "round") + ", started " + ForTerminal(report_.started) + ", took " +
                Duration(report_.seconds))});
  }

  void WriteGroupName(std::string_view name) { Line({"\n", Bold(ForTerminal(name))}); }

  void WriteCases(const Group<CaseReport>& group) {
    WriteGroupName(group.name);
    int64_t holding = 0;
    for (const CaseReport* one : group.members) {
      if (one->verdict == Verdict::kHolds) {
        ++holding;
        continue;
      }
      Line({"  ", VerdictColumn(one->verdict), "  ", ForTerminal(one->name), ": ", ForTerminal(one->sentence)});
      for (const std::string& complaint : one->complaints) Line({"      ", ForTerminal(complaint)});
      if (one->verdict != Verdict::kUnsupported) WriteRepeat("      ", RepeatCommand(report_, *one));
    }
    if (holding > 0) Line({"  ", VerdictColumn(Verdict::kHolds), "  ", Counted(holding, "case")});
  }

  void WriteRaces(const Group<RaceReport>& group) {
    WriteGroupName(group.name);
    size_t columns = 0;
    for (const RaceReport* race : group.members) columns = std::max(columns, Characters(ForTerminal(race->name)));
    columns = std::min(columns, kNameColumnsMax);
    for (const RaceReport* race : group.members) {
      Line({"  ", VerdictColumn(race->verdict), "  ", Padded(ForTerminal(race->name), columns), "  ",
            Faint(MetText(*race))});
      if (!race->note.empty()) Line({"      ", ForTerminal(race->note)});
      if (race->control_rounds > 0 && !race->control_convicted) {
        Line({"      Its control, not convicted in ", Counted(race->control_rounds, "round"), ": ",
              ForTerminal(race->control)});
      }
    }
  }

  static std::string MetText(const RaceReport& race) {
    if (race.rounds == 0) return "not run";
    std::string text = Counted(race.rounds, "round");
    if (race.control_rounds > 0) text += race.control_convicted ? ", control convicted" : ", control not convicted";
    std::string_view before = "; ";
    for (const auto& [what, count] : InReadingOrder(race.met)) {
      if (count == 0) continue;
      Append(&text, {before, Figure(count), " ", ForTerminal(what)});
      before = ", ";
    }
    return text;
  }

  void WriteViolations(const RaceReport& race) {
    Line({"\n", Painted("Violated: " + ForTerminal(race.name), Verdict::kViolated), " ",
          Faint("(" + ForTerminal(race.group) + ")")});
    Line({"  ", ForTerminal(race.invariant)});
    const size_t shown = std::min(race.violations.size(), kHistoriesMax);
    for (size_t i = 0; i < shown; ++i) WriteViolation(race.violations[i]);
    if (const size_t more = race.violations.size() - shown; more > 0) {
      Line({"  and ", Counted(static_cast<int64_t>(more), "more finding"), " like these"});
    }
    WriteRepeat("  ", RepeatCommand(report_, race));
  }

  void WriteViolation(const ViolationReport& violation) {
    Line({"  ", Bold("round " + Figure(violation.round) + ":"), " ", ForTerminal(violation.what)});
    const std::string drawing = DrawAsText(violation.witness);
    for (size_t at = 0; at < drawing.size();) {
      const size_t end = std::min(drawing.find('\n', at), drawing.size());
      Line({"    ", ForTerminal(std::string_view(drawing).substr(at, end - at))});
      at = end + 1;
    }
  }

  void WriteRepeat(std::string_view indent, std::string_view command) {
    Line({indent, "Repeat: ", ForTerminal(command)});
  }

  void WriteVerdict() {
    const Verdict overall = Overall(report_);
    Line({"\n", Painted("Verdict: " + std::string(VerdictName(overall)) + ".", overall), " ", Headline(report_), " ",
          Advice(report_)});
  }

  const RunReport& report_;
  const Colours colours_;
  std::string out_;
};

}  // namespace

std::string TextReport(const RunReport& report, Colours colours) { return TextWriter(report, colours).Write(); }

}  // namespace holdfast::conformance
