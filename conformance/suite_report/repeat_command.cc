#include "conformance/suite_report/repeat_command.h"

#include "conformance/command_line/shell_word.h"
#include "conformance/report/readable_text.h"

namespace holdfast::conformance {
namespace {

using command_line::ShellWord;

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
