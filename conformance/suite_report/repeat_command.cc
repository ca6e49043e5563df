#include "conformance/suite_report/repeat_command.h"

#include <algorithm>
#include <string_view>

#include "conformance/report/readable_text.h"

namespace holdfast::conformance {
namespace {

bool NeedsNoQuoting(char c) {
  constexpr std::string_view kPlain = "-_./:=@%+,";
  const bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return alphanumeric || kPlain.find(c) != std::string_view::npos;
}

std::string ShellWord(std::string_view text) {
  if (!text.empty() && std::all_of(text.begin(), text.end(), NeedsNoQuoting)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string CommandForEndpoint(const RunReport& run) {
  std::string command;
  Append(&command, {"holdfast-conformance --endpoint ", ShellWord(run.endpoint)});
  if (!run.region.empty()) Append(&command, {" --region ", ShellWord(run.region)});
  return command;
}

std::string OnlyFlag(const std::string& group, const std::string& name) {
  return " --only " + ShellWord(group + "/" + name);
}

}  // namespace

std::string RepeatCommand(const RunReport& run, const RaceReport& race) {
  const uint64_t seed = race.violations.empty() ? run.seed : race.violations.front().seed;
  std::string command = CommandForEndpoint(run);
  Append(&command, {" --clients ", std::to_string(race.clients), " --rounds ", std::to_string(run.rounds), " --seed ",
                    std::to_string(seed), OnlyFlag(race.group, race.name)});
  return command;
}

std::string RepeatCommand(const RunReport& run, const CaseReport& case_report) {
  return CommandForEndpoint(run) + " --seed " + std::to_string(run.seed) +
         OnlyFlag(case_report.group, case_report.name);
}

}  // namespace holdfast::conformance
