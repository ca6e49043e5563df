// holdfast-conformance: flags, the run, the reports.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "conformance/client/interruption.h"
#include "conformance/flags.h"
#include "conformance/report/report_file.h"
#include "conformance/runner/suite_runner.h"
#include "conformance/suite_report/reports.h"

namespace {

namespace conformance = holdfast::conformance;

constexpr int kCouldNotRun = 2;

int Fail(const std::string& reason) {
  std::fprintf(stderr, "holdfast-conformance: %s\n", reason.c_str());
  return kCouldNotRun;
}

// Prints a line for each case or race that has ended. On a terminal, another line shows the running case or race, and
// is overwritten.
void ShowProgress(const std::string& name, const conformance::Verdict* verdict, double seconds) {
  const bool on_terminal = isatty(STDERR_FILENO) != 0;
  if (verdict == nullptr) {
    if (on_terminal) std::fprintf(stderr, "\r\033[K%s ...", name.c_str());
    return;
  }
  const std::string word(conformance::VerdictName(*verdict));
  std::fprintf(stderr, "%s%-12s %s  (%.1f s)\n", on_terminal ? "\r\033[K" : "", word.c_str(), name.c_str(), seconds);
}

void ReportTable(const std::string& text) {
  std::fprintf(stderr, "%s%s\n", isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "", text.c_str());
}

int Run(const conformance::Flags& flags) {
  // Checked before the run, so that its results are not lost.
  for (const std::string& file : {flags.report_file, flags.json_file}) {
    if (const std::string why = conformance::WhyNotWritable(file); !why.empty()) return Fail(why);
  }
  const std::string& histories = flags.run.history_directory;
  std::error_code problem;
  if (!histories.empty()) std::filesystem::create_directories(histories, problem);
  if (problem) return Fail("cannot make " + histories + ": " + problem.message());

  conformance::ListenForInterruption();
  const std::string unreachable = conformance::WhyUnreachable(flags.run.endpoint);
  if (!unreachable.empty()) return Fail(conformance::Interrupted() ? "interrupted" : unreachable);
  conformance::RunReport report =
      conformance::RunSuites(conformance::AllSuites(), flags.run, ShowProgress, ReportTable);
  report.version = HOLDFAST_VERSION;

  const std::string text = conformance::TextReport(
      report, isatty(STDOUT_FILENO) != 0 ? conformance::Colours::kAnsi : conformance::Colours::kNone);
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (!conformance::WriteReportFile(flags.report_file, conformance::HtmlReport(report)))
    return Fail("cannot write " + flags.report_file);
  if (!conformance::WriteReportFile(flags.json_file, conformance::JsonReport(report)))
    return Fail("cannot write " + flags.json_file);
  if (conformance::Interrupted()) return Fail("interrupted");
  return conformance::ExitStatus(conformance::Overall(report));
}

}  // namespace

int main(int argc, char** argv) {
  conformance::Flags flags;
  const auto problem = conformance::ParseFlags(std::vector<std::string_view>(argv + 1, argv + argc), &flags);
  if (problem.has_value()) return Fail(*problem);
  if (flags.help) {
    std::fputs(conformance::HelpText().c_str(), stdout);
    return 0;
  }
  if (flags.version) {
    std::puts("holdfast-conformance " HOLDFAST_VERSION);
    return 0;
  }
  if (flags.list) {
    const std::string list = conformance::ListText(conformance::AllSuites(), flags.run.only);
    if (list.empty()) return Fail("nothing has a name that --only asks for");
    std::fputs(list.c_str(), stdout);
    return 0;
  }
  return Run(flags);
}
