#include "conformance/flags.h"

#include "conformance/client/environment.h"
#include "conformance/command_line/command_line.h"
#include "conformance/command_line/setters.h"
#include "conformance/runner/seeds.h"

namespace holdfast::conformance {
namespace {

using command_line::AddWords;
using command_line::Problem;
using command_line::SetNumber;
using command_line::SetText;
using command_line::SetTime;
using command_line::SetTrue;

constexpr int kClientsMax = 1'024;
constexpr int kRoundsMax = 1'000'000;
constexpr int kBudgetSecondsMax = 24 * 3'600;
constexpr int kTableWaitSecondsMax = 3'600;

struct Parsed {
  Flags* flags;
  std::string endpoint = {};
  std::string streams_endpoint = {};
  std::optional<uint64_t> seed = {};
};

command_line::Program CommandLine(Parsed* to) {
  Flags* const flags = to->flags;
  RunOptions& run = flags->run;
  return {
      .title = "holdfast-conformance: races, cases and whole systems against any DynamoDB endpoint",
      .flags =
          {
              {"--endpoint", "URL", "(http://127.0.0.1:8000); https:// too", SetText(&to->endpoint)},
              {"--streams-endpoint", "URL",
               "where DynamoDB Streams are served (on AWS the region's, otherwise the endpoint)",
               SetText(&to->streams_endpoint)},
              {"--region", "NAME", "(us-east-1)", SetText(&run.endpoint.region)},
              {"--only", "NAME[,NAME]...", "only what has one of these in its name; see --list", AddWords(&run.only)},
              {"--clients", "COUNT", "how many clients race (16)", SetNumber(&run.clients, 2, kClientsMax)},
              {"--rounds", "COUNT", "how often each race is run (20)", SetNumber(&run.rounds, 1, kRoundsMax)},
              {"--budget", "SECONDS",
               "the longest one race may take, with its control and without making its tables (30)",
               SetTime<std::chrono::seconds>(&run.budget, 1, kBudgetSecondsMax)},
              {"--table-wait", "SECONDS", "the longest a new table may take to become ACTIVE (120)",
               SetTime<std::chrono::seconds>(&run.table_wait, 1, kTableWaitSecondsMax)},
              {"--seed", "NUMBER", "makes the clients choose as they did in another run",
               SetNumber(&to->seed, 0, UINT64_MAX)},
              {"--report", "FILE.html", "the verdict as a page", SetText(&flags->report_file)},
              {"--json", "FILE.json", "the verdict for programs", SetText(&flags->json_file)},
              {"--history", "DIRECTORY", "every call of every round, one file a round",
               SetText(&run.history_directory)},
              {"--list", "", "what there is to run, or what of it --only chooses", SetTrue(&flags->list)},
              {"--help", "", "this text", SetTrue(&flags->help)},
              {"--version", "", "the version", SetTrue(&flags->version)},
          },
      .notes =
          R"(AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN count where they
are set and no flag says otherwise. The tables that a run makes are called holdfast-conformance-..., and are deleted when
it ends, also by Ctrl-C.
Exit status: 0 nothing found, 1 something violated, 2 something could not be run, 3 something proves nothing.
)"};
}

// A URL without a flag comes from the environment variable of AWS's own clients. With --endpoint, the variable of the
// streams' URL is ignored, because it may belong to another endpoint.
Problem SetUrls(Parsed parsed) {
  if (parsed.endpoint.empty()) {
    parsed.endpoint = Environment("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:8000");
    if (parsed.streams_endpoint.empty()) {
      parsed.streams_endpoint = Environment("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", "");
    }
  }
  EndpointOptions& endpoint = parsed.flags->run.endpoint;
  const std::optional<EndpointUrl> url = ParseEndpointUrl(parsed.endpoint);
  if (!url.has_value()) return "--endpoint needs a URL like http://127.0.0.1:8000, not '" + parsed.endpoint + "'";
  endpoint.url = *url;
  endpoint.streams_url = *url;
  // On AWS, another host of the region serves DynamoDB Streams.
  const bool on_aws = url->host.starts_with("dynamodb.") && url->host.find(".amazonaws.com") != std::string::npos;
  if (on_aws) endpoint.streams_url.host = "streams." + url->host;
  if (parsed.streams_endpoint.empty()) return std::nullopt;
  const std::optional<EndpointUrl> streams_url = ParseEndpointUrl(parsed.streams_endpoint);
  if (!streams_url.has_value()) return "--streams-endpoint needs a URL, not '" + parsed.streams_endpoint + "'";
  endpoint.streams_url = *streams_url;
  return std::nullopt;
}

}  // namespace

std::string HelpText() {
  Flags flags;
  Parsed parsed{.flags = &flags};
  return command_line::Help(CommandLine(&parsed));
}

std::optional<std::string> ParseFlags(const std::vector<std::string_view>& arguments, Flags* flags) {
  Parsed parsed{.flags = flags};
  flags->run.endpoint.region = Environment("AWS_REGION", "us-east-1");
  if (Problem problem = command_line::Parse(CommandLine(&parsed), arguments)) return problem;
  // These need no endpoint, and must not fail because of one that the environment names.
  if (flags->help || flags->version || flags->list) return {};
  flags->run.seed = parsed.seed.value_or(UnpredictableSeed());
  flags->run.endpoint.credentials = CredentialsFromEnvironment("conformance");
  return SetUrls(std::move(parsed));
}

}  // namespace holdfast::conformance
