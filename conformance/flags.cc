#include "conformance/flags.h"

#include <array>
#include <utility>

#include "conformance/command_line.h"
#include "conformance/runner/seeds.h"

namespace holdfast::conformance {
namespace {

constexpr int kClientsMax = 1'024;
constexpr int kRoundsMax = 1'000'000;
constexpr int kBudgetSecondsMax = 24 * 3'600;
constexpr int kTableWaitSecondsMax = 3'600;

using Problem = FlagProblem;

struct Parsed {
  Flags* flags;
  std::string endpoint = {};
  std::string streams_endpoint = {};
  bool seed_given = false;
};

Problem SetText(std::string_view text, std::string* field) {
  if (text.empty()) return "needs a value";
  *field = text;
  return std::nullopt;
}

Problem SetEndpoint(std::string_view text, Parsed* to) { return SetText(text, &to->endpoint); }
Problem SetStreamsEndpoint(std::string_view text, Parsed* to) { return SetText(text, &to->streams_endpoint); }
Problem SetRegion(std::string_view text, Parsed* to) { return SetText(text, &to->flags->run.endpoint.region); }
Problem SetReport(std::string_view text, Parsed* to) { return SetText(text, &to->flags->report_file); }
Problem SetJson(std::string_view text, Parsed* to) { return SetText(text, &to->flags->json_file); }
Problem SetHistory(std::string_view text, Parsed* to) { return SetText(text, &to->flags->run.history_directory); }
Problem SetClients(std::string_view text, Parsed* to) {
  return SetNumber(text, 2, kClientsMax, &to->flags->run.clients);
}
Problem SetRounds(std::string_view text, Parsed* to) { return SetNumber(text, 1, kRoundsMax, &to->flags->run.rounds); }

Problem SetSeed(std::string_view text, Parsed* to) {
  to->seed_given = true;
  return SetNumber<uint64_t>(text, 0, UINT64_MAX, &to->flags->run.seed);
}

Problem SetBudget(std::string_view text, Parsed* to) {
  int seconds = 0;
  const Problem problem = SetNumber(text, 1, kBudgetSecondsMax, &seconds);
  to->flags->run.budget = std::chrono::seconds(seconds);
  return problem;
}

Problem SetTableWait(std::string_view text, Parsed* to) {
  int seconds = 0;
  const Problem problem = SetNumber(text, 1, kTableWaitSecondsMax, &seconds);
  to->flags->run.table_wait = std::chrono::seconds(seconds);
  return problem;
}

Problem AddOnly(std::string_view text, Parsed* to) {
  while (!text.empty()) {
    const size_t comma = text.find(',');
    if (comma != 0) to->flags->run.only.emplace_back(text.substr(0, comma));
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return to->flags->run.only.empty() ? Problem("needs a value") : std::nullopt;
}

Problem SetList(std::string_view, Parsed* to) {
  to->flags->list = true;
  return std::nullopt;
}

Problem SetHelp(std::string_view, Parsed* to) {
  to->flags->help = true;
  return std::nullopt;
}

Problem SetVersion(std::string_view, Parsed* to) {
  to->flags->version = true;
  return std::nullopt;
}

using Row = FlagRow<Parsed>;

constexpr std::array kFlags = {
    Row{"--endpoint", true, SetEndpoint}, Row{"--streams-endpoint", true, SetStreamsEndpoint},
    Row{"--region", true, SetRegion},     Row{"--seed", true, SetSeed},
    Row{"--clients", true, SetClients},   Row{"--rounds", true, SetRounds},
    Row{"--budget", true, SetBudget},     Row{"--only", true, AddOnly},
    Row{"--report", true, SetReport},     Row{"--json", true, SetJson},
    Row{"--history", true, SetHistory},   Row{"--table-wait", true, SetTableWait},
    Row{"--list", false, SetList},        Row{"--help", false, SetHelp},
    Row{"--version", false, SetVersion},
};

// Values without a flag come from the environment variables of AWS's own clients.
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
  // On AWS a region's streams are served by a host of their own.
  const bool on_aws = url->host.starts_with("dynamodb.") && url->host.find(".amazonaws.com") != std::string::npos;
  if (on_aws) endpoint.streams_url.host = "streams." + url->host;
  if (parsed.streams_endpoint.empty()) return std::nullopt;
  const std::optional<EndpointUrl> streams_url = ParseEndpointUrl(parsed.streams_endpoint);
  if (!streams_url.has_value()) return "--streams-endpoint needs a URL, not '" + parsed.streams_endpoint + "'";
  endpoint.streams_url = *streams_url;
  return std::nullopt;
}

}  // namespace

const std::string_view kHelp = R"(holdfast-conformance: races, cases and whole systems against any DynamoDB endpoint

  --endpoint URL           (http://127.0.0.1:8000); https:// too
  --streams-endpoint URL   where DynamoDB Streams are served (on AWS the region's, otherwise the endpoint)
  --region NAME            (us-east-1)
  --only NAME[,NAME]...    only what has one of these in its name; see --list
  --clients COUNT          how many clients race (16)
  --rounds COUNT           how often each race is run (20)
  --budget SECONDS         the longest one race may take, its control included (30)
  --table-wait SECONDS     the longest a new table may take to become ACTIVE (120)
  --seed NUMBER            makes the clients choose as they did in another run
  --report FILE.html       the verdict as a page
  --json FILE.json         the verdict for programs
  --history DIRECTORY      every call of every round, one file a round
  --list                   what there is to run
  --help, --version

AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN count where they
are set and no flag says otherwise. The tables that a run makes are called holdfast-conformance-..., and are deleted when
it ends, also by Ctrl-C.
Exit status: 0 nothing found, 1 something violated, 2 something could not be run, 3 something proves nothing.
)";

std::optional<std::string> ParseFlags(const std::vector<std::string_view>& arguments, Flags* flags) {
  Parsed parsed{.flags = flags};
  flags->run.endpoint.region = Environment("AWS_REGION", "us-east-1");
  const Problem problem = ApplyFlags(kFlags, arguments, &parsed);
  if (problem.has_value()) return problem;
  if (!parsed.seed_given) flags->run.seed = UnpredictableSeed();
  // Endpoints that check no signature still want to see one.
  flags->run.endpoint.credentials = {Environment("AWS_ACCESS_KEY_ID", "conformance"),
                                     Environment("AWS_SECRET_ACCESS_KEY", "conformance"),
                                     Environment("AWS_SESSION_TOKEN", "")};
  return SetUrls(std::move(parsed));
}

}  // namespace holdfast::conformance
