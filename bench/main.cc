// holdfast-bench: flags, the run, the reports.
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "bench/flags.h"
#include "bench/report/reports.h"
#include "bench/runner/bench_run.h"
#include "conformance/client/interruption.h"
#include "conformance/report/readable_text.h"
#include "conformance/report/report_file.h"

namespace {

namespace bench = holdfast::bench;
namespace conformance = holdfast::conformance;

constexpr int kCouldNotRun = 2;

int Fail(const std::string& reason) {
  std::fprintf(stderr, "holdfast-bench: %s\n", reason.c_str());
  return kCouldNotRun;
}

void List() {
  for (const bench::WorkloadRow& row : bench::AllWorkloads()) {
    std::printf("%-18s%s\n%18sMust hold: %s\n", std::string(row.name).c_str(), std::string(row.sentence).c_str(), "",
                std::string(row.invariant).c_str());
  }
}

// Overwrites one line of standard error if it is a terminal.
void ShowProgress(const bench::ProgressNote& note) {
  if (isatty(STDERR_FILENO) == 0) return;
  const std::string left = note.seconds_left > 0 ? ", " + conformance::FormatDuration(note.seconds_left) + " left" : "";
  std::fprintf(stderr, "\r\033[K%s at %s: %s%s; %s got it, %s refused", note.workload.c_str(), note.endpoint.c_str(),
               note.doing.c_str(), left.c_str(), conformance::FormatNumber(note.got).c_str(),
               conformance::FormatNumber(note.refused).c_str());
}

int Run(const bench::Flags& flags) {
  // A report file that cannot be written is an error before the run, not after it.
  for (const std::string& file : {flags.report_file, flags.json_file}) {
    if (const std::string why = conformance::WhyNotWritable(file); !why.empty()) return Fail(why);
  }
  conformance::ListenForInterruption();
  bench::BenchReport report = bench::RunBench(flags.run, ShowProgress);
  report.version = HOLDFAST_VERSION;
  if (isatty(STDERR_FILENO) != 0) std::fputs("\r\033[K", stderr);

  const std::string text =
      bench::TextReport(report, isatty(STDOUT_FILENO) != 0 ? conformance::Colours::kAnsi : conformance::Colours::kNone);
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (!conformance::WriteReportFile(flags.report_file, bench::HtmlReport(report)))
    return Fail("cannot write " + flags.report_file);
  if (!conformance::WriteReportFile(flags.json_file, bench::JsonReport(report)))
    return Fail("cannot write " + flags.json_file);
  if (conformance::Interrupted()) return Fail("interrupted");
  return bench::ExitStatus(bench::Overall(report));
}

}  // namespace

int main(int argc, char** argv) {
  bench::Flags flags;
  const auto problem = bench::ParseFlags(std::vector<std::string_view>(argv + 1, argv + argc), &flags);
  if (problem.has_value()) return Fail(*problem);
  if (flags.help) {
    std::fputs(bench::HelpText().c_str(), stdout);
    return 0;
  }
  if (flags.version) {
    std::puts("holdfast-bench " HOLDFAST_VERSION);
    return 0;
  }
  if (flags.list) {
    List();
    return 0;
  }
  return Run(flags);
}
