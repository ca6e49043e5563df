#include "server/shake/shake_flags.h"

#include <algorithm>
#include <utility>

#include "conformance/command_line/command_line.h"
#include "conformance/command_line/setters.h"
#include "conformance/command_line/shell_word.h"
#include "server/upstream/upstream_endpoint.h"

namespace holdfast::server::shake {
namespace {

using command_line::Problem;

constexpr size_t kRunsMax = 1'000'000;
// The seeds of all runs must fit into the signed numbers of the JSON report.
constexpr uint64_t kSeedMax = INT64_MAX - kRunsMax;
constexpr size_t kJobsMax = 64;
constexpr int kHoldMillisecondsMax = 60'000;

Problem AddClasses(std::string_view text, ClassSet* only) {
  for (const std::string& name : command_line::SplitAtCommas(text)) {
    const std::optional<AnomalyClass> one = ClassFromName(name);
    if (!one.has_value()) return command_line::Needs(ClassSet::All().Text(), name);
    only->Add(*one);
  }
  return std::nullopt;
}

command_line::Program CommandLine(ShakeFlags* flags) {
  return {
      .title = "holdfast shake [FLAG]... -- COMMAND...: runs a test command against a server that does what AWS may do",
      .flags =
          {
              {"--runs", "COUNT", "how often the command is run with anomalies (100)",
               command_line::SetNumber(&flags->runs, 1, kRunsMax)},
              {"--seed", "NUMBER", "the seed of the first run; each further run has the next number (random)",
               command_line::SetNumber(&flags->seed, 0, kSeedMax)},
              {"--only", "CLASS[,CLASS...]",
               "the classes that may be on: reordering, stale-reads, index-lag, conflicts, throttling, lost-replies, "
               "late-ttl (all)",
               [flags](std::string_view text) { return AddClasses(text, &flags->only); }},
              {"--hold", "MILLISECONDS", "the longest delay of a request (100)",
               command_line::SetTime<std::chrono::milliseconds>(&flags->hold, 0, kHoldMillisecondsMax)},
              {"--keep-going", "",
               "does every run, even for a class that has failed three times already, and even if the command fails by "
               "itself",
               command_line::SetTrue(&flags->keep_going)},
              {"--jobs", "COUNT",
               "how many runs at once, each with a server of its own: for commands that share nothing else (1)",
               command_line::SetNumber(&flags->jobs, 1, kJobsMax)},
              {"--upstream", "URL",
               "puts the server in front of this DynamoDB endpoint, which the command must leave as it was: nothing "
               "else empties it between the runs",
               command_line::SetText(&flags->upstream_url)},
              {"--upstream-region", "NAME", "the region that requests to it are signed for (as for the server's flag)",
               command_line::SetText(&flags->upstream_region)},
              {"--report", "FILE", "writes the result as a page", command_line::SetText(&flags->report)},
              {"--json", "FILE", "writes the result as JSON", command_line::SetText(&flags->json)},
              {"--help", "", "this text", command_line::SetTrue(&flags->help)},
          },
      .notes = R"(The command finds the server by AWS_ENDPOINT_URL or HOLDFAST_ENDPOINT, and is run as it is.
Exit status: 0 no run failed, 1 some did, 2 the command could not be run or sent no request, or shake was interrupted,
3 the command fails by itself.
)"};
}

Problem SetUpstream(ShakeFlags* flags) {
  if (flags->upstream_url.empty()) {
    return flags->upstream_region.empty() ? Problem() : Problem("--upstream-region needs --upstream, a URL");
  }
  Result<conformance::EndpointOptions, std::string> endpoint =
      UpstreamEndpoint(flags->upstream_url, flags->upstream_region);
  if (!endpoint.ok()) return std::move(endpoint).error();
  flags->upstream = std::move(endpoint).value();
  if (flags->jobs > 1) return "--jobs needs a store for each run, and --upstream is one: leave one of the two out";
  for (const AnomalyClass one : flags->only.Members()) {
    if (flags->possible().Contains(one)) continue;
    return "--only with --upstream can be " + flags->possible().Text() +
           ": the other classes need a store of this server's own";
  }
  return std::nullopt;
}

}  // namespace

std::string ShakeHelpText() {
  ShakeFlags flags;
  return command_line::Help(CommandLine(&flags));
}

Result<ShakeFlags, std::string> ParseShakeFlags(const std::vector<std::string_view>& arguments) {
  ShakeFlags flags;
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  command_line::Program program = CommandLine(&flags);
  if (dashes == arguments.end()) {
    program.apply_operand = [](std::string_view word) {
      return Problem("two dashes must precede the command: holdfast shake -- " + std::string(word) + " ...");
    };
  }
  if (Problem problem = command_line::Parse(program, {arguments.begin(), dashes})) return *problem;
  if (Problem problem = SetUpstream(&flags)) return *problem;
  if (dashes != arguments.end()) flags.command.assign(dashes + 1, arguments.end());
  if (flags.command.empty() && !flags.help) {
    return std::string("shake needs a command: holdfast shake -- npm test");
  }
  return flags;
}

std::string CommandText(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& word : command) text.append(text.empty() ? "" : " ").append(command_line::ShellWord(word));
  return text;
}

std::string ReplayCommand(const ShakeFlags& flags, uint64_t seed, ClassSet classes) {
  std::string text = "holdfast shake --runs 1 --seed " + std::to_string(seed) + " --only " + classes.Text();
  if (flags.hold != ShakeFlags().hold) text += " --hold " + std::to_string(flags.hold.count());
  // Without this flag, a command that also fails by itself would not be run with anomalies.
  if (flags.keep_going) text += " --keep-going";
  if (!flags.upstream_url.empty()) text += " --upstream " + command_line::ShellWord(flags.upstream_url);
  if (!flags.upstream_region.empty()) text += " --upstream-region " + command_line::ShellWord(flags.upstream_region);
  return text + " -- " + CommandText(flags.command);
}

}  // namespace holdfast::server::shake
