#include "conformance/faulty/flags.h"

#include "conformance/command_line/command_line.h"
#include "conformance/command_line/setters.h"

namespace holdfast::conformance::faulty {
namespace {

using command_line::Problem;
using command_line::SetNumber;
using command_line::SetText;
using command_line::SetTrue;

command_line::Program CommandLine(Flags* flags) {
  const auto set_target = [flags](std::string_view text) -> Problem {
    const std::optional<EndpointUrl> url = ParseEndpointUrl(text);
    if (!url.has_value()) return command_line::Needs("a URL like http://127.0.0.1:8000", text);
    flags->target = *url;
    return std::nullopt;
  };
  return {.title = "holdfast-faulty-proxy: stands before a DynamoDB endpoint and plants one bug",
          .flags =
              {
                  {"--target", "URL", "the endpoint: http://127.0.0.1:8000, https://dynamodb.eu-west-1.amazonaws.com",
                   set_target},
                  {"--port", "PORT", "where to listen on 127.0.0.1 (0: any that is free)",
                   SetNumber(&flags->port, 0, 65'535)},
                  {"--fault", "NAME", "which fault (none); see --list-faults", SetText(&flags->fault)},
                  {"--seed", "NUMBER", "repeats the random choices of another run (1)",
                   SetNumber(&flags->seed, 0, UINT64_MAX)},
                  {"--rate", "RATE", "how often it occurs, from 0 to 1 (each fault has its own default)",
                   SetNumber(&flags->rate, 0, 1)},
                  {"--list-faults", "", "prints the name, default rate and effect of each fault",
                   SetTrue(&flags->list_faults)},
                  {"--help", "", "this text", SetTrue(&flags->help)},
                  {"--version", "", "the version", SetTrue(&flags->version)},
              },
          .notes =
              R"(Requests that the fault changes, requests to an https endpoint, and requests of clients that accept
compressed responses are signed anew, with the client's access key and the secret of AWS_SECRET_ACCESS_KEY.
)"};
}

}  // namespace

std::string HelpText() {
  Flags flags;
  return command_line::Help(CommandLine(&flags));
}

std::optional<std::string> ParseFlags(const std::vector<std::string_view>& arguments, Flags* flags) {
  if (Problem problem = command_line::Parse(CommandLine(flags), arguments)) return problem;
  const bool is_to_run = !flags->help && !flags->version && !flags->list_faults;
  if (is_to_run && flags->target.host.empty()) return "--target is needed (see --help)";
  return std::nullopt;
}

}  // namespace holdfast::conformance::faulty
