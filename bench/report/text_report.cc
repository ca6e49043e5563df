#include <initializer_list>
#include <string_view>

#include "bench/measure/fairness.h"
#include "bench/report/figures.h"
#include "bench/report/reports.h"
#include "bench/report/sentences.h"

namespace holdfast::bench {
namespace {

using conformance::Colours;
using conformance::EscapeForTerminal;
using conformance::FormatNumber;
using conformance::PadLeft;
using conformance::PadRight;

constexpr size_t kNameColumns = 34;
constexpr size_t kFigureColumns = 11;

class TextWriter : private conformance::TerminalText {
 public:
  TextWriter(const BenchReport& report, Colours colours) : TerminalText(colours), report_(report) {}

  std::string Write() {
    Line({Bold("holdfast-bench"), " ", report_.version, ": ", LoadSentence(report_)});
    Line({Faint("started " + report_.started + ", seed " + std::to_string(report_.seed) + ", region " +
                EscapeForTerminal(report_.region))});
    if (const std::string load = MachineLoadSentence(report_); !load.empty()) Line({Painted(load, "33")});
    for (const WorkloadResult& workload : report_.workloads) WriteWorkload(workload);
    Line({});
    for (const std::string& result : ResultSentences(report_)) Line({EscapeForTerminal(result)});
    const std::string headline = HeadlineSentence(report_);
    if (headline != VerdictSentence(report_)) Line({Bold(EscapeForTerminal(headline))});
    Line({Painted(VerdictSentence(report_), VerdictColour(Overall(report_)))});
    return Take();
  }

 private:
  static std::string_view VerdictColour(Verdict verdict) {
    if (verdict == Verdict::kViolated) return "1;31";
    return verdict == Verdict::kHolds ? "32" : "33";
  }

  void Row(const std::string& name, std::initializer_list<std::string> figures) {
    std::string line = "    " + PadRight(name, kNameColumns);
    for (const std::string& figure : figures) line += PadLeft(figure, kFigureColumns);
    Line({line});
  }

  void WriteWorkload(const WorkloadResult& workload) {
    Line({"\n", Bold(workload.name), ": ", workload.sentence});
    for (const EndpointResult& result : workload.endpoints) {
      Line({"\n  ", Bold(EscapeForTerminal(result.endpoint)), "  ", MeasuredSentence(result)});
      const Verdict verdict = VerdictOf(result);
      if (verdict == Verdict::kNotRun) {
        Line({"    ", Painted("not run: " + EscapeForTerminal(result.not_run), "33")});
        continue;
      }
      WriteOutcomes(result);
      WriteLatencies(result);
      WriteFairnessAndRetries(result);
      WriteInvariant(workload, result);
    }
    WriteComparison(workload);
  }

  void WriteOutcomes(const EndpointResult& result) {
    const int64_t all = result.metrics.operations();
    for (const Outcome outcome : kAllOutcomes) {
      const int64_t count = result.metrics.Count(outcome);
      // Rare outcomes are omitted if they did not occur.
      if (count == 0 && outcome != Outcome::kSucceeded && !IsRefusal(outcome)) continue;
      Row(std::string(OutcomeName(outcome)),
          {FormatNumber(count), FormatShare(count, all), FormatRate(result.PerSecond(count))});
    }
    if (result.metrics.unstarted() > 0) {
      Row("never started in time", {FormatNumber(result.metrics.unstarted())});
    }
    for (const auto& [complaint, count] : result.metrics.complaints()) {
      Line({"      ", FormatNumber(count), " × ", EscapeForTerminal(complaint)});
    }
  }

  void LatencyRow(const std::string& name, const LatencyHistogram& histogram) {
    if (histogram.count() == 0) return;
    std::string line = "    " + PadRight(name, kNameColumns);
    for (const LatencyColumn& column : kLatencyColumns) {
      line += PadLeft(FormatLatency(histogram.Percentile(column.percent)), kFigureColumns);
    }
    Line({line});
  }

  void WriteLatencies(const EndpointResult& result) {
    std::string head = "    " + std::string(kNameColumns, ' ');
    for (const LatencyColumn& column : kLatencyColumns) head += PadLeft(std::string(column.name), kFigureColumns);
    Line({Faint(head)});
    const bool open = report_.rate > 0;
    LatencyRow("latency, got it", result.metrics.success_latency());
    if (open) LatencyRow("  of that, service", result.metrics.success_service());
    LatencyRow("latency, refused", result.metrics.refused_latency());
    if (open) LatencyRow("  of that, service", result.metrics.refused_service());
    LatencyRow("first try until sold (out)", result.metrics.decided());
    LatencyRow("added by retries, where there were", result.metrics.retrying());
  }

  void WriteFairnessAndRetries(const EndpointResult& result) {
    Line({"    ", FairnessSentence(result.metrics)});
    Line({"    ", RetrySentence(result.metrics)});
    if (const std::string busy = ClientLoadSentence(result); !busy.empty()) Line({"    ", busy});
    for (const auto& [what, count] : result.details) Line({"    ", FormatNumber(count), " ", what});
  }

  void WriteInvariant(const WorkloadResult& workload, const EndpointResult& result) {
    if (result.violations.empty()) {
      Line({"    ", Painted("Holds: ", "32"), workload.invariant});
      return;
    }
    Line({"    ", Painted("DOES NOT HOLD: ", "1;31"), workload.invariant});
    for (const std::string& violation : result.violations) {
      Line({"      ", Painted(EscapeForTerminal(violation), "31")});
    }
  }

  void WriteComparison(const WorkloadResult& workload) {
    const std::vector<Ratio> ratios = RatiosOf(workload);
    if (ratios.empty()) return;
    Line({"\n  ", Bold(EscapeForTerminal(ComparisonSentence(workload)))});
    Line({"  ", EscapeForTerminal(workload.endpoints[0].endpoint), " is so many times as fast as ",
          EscapeForTerminal(workload.endpoints[1].endpoint)});
    for (const Ratio& ratio : ratios) {
      if (ratio.overall <= 0) continue;
      Line({"    ", PadRight(ratio.what, kNameColumns + kFigureColumns),
            PadLeft(FormatRatio(ratio.overall), kFigureColumns),
            Faint("   in single pairs of alternating slices " + FormatRatio(ratio.least) + " to " +
                  FormatRatio(ratio.most))});
    }
  }

  const BenchReport& report_;
};

}  // namespace

std::string TextReport(const BenchReport& report, Colours colours) { return TextWriter(report, colours).Write(); }

}  // namespace holdfast::bench
