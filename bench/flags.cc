#include "bench/flags.h"

#include <algorithm>

#include "conformance/client/environment.h"
#include "conformance/command_line/command_line.h"
#include "conformance/command_line/setters.h"
#include "conformance/runner/seeds.h"

namespace holdfast::bench {
namespace {

constexpr int kClientsMax = 10'000;
constexpr int kThreadsMax = 256;
constexpr int kSecondsMax = 24 * 3'600;
constexpr int kCountMax = 1'000'000;
constexpr int kItemBytesMax = 300'000;
constexpr int kMillisecondsMax = 3'600'000;
constexpr int kAttemptsMax = 100;
// A transaction has at most a hundred actions, and one of them puts the booking.
constexpr int kSlotsPerBookingMax = 99;
constexpr double kRateMin = 0.001;
constexpr double kRateMax = 1e7;
constexpr double kZipfMax = 10;
constexpr int kTimelineSteps = 100;
constexpr std::chrono::milliseconds kThink{2};

using command_line::Problem;
using command_line::SetNumber;
using command_line::SetText;
using command_line::SetTime;
using command_line::SetTrue;
using conformance::Environment;

// What the flags set: some fields of `*flags` directly, and values that Complete converts or completes.
struct ParsedFlags {
  Flags* flags;
  std::string endpoint = Environment("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:8000");
  std::string compare = {};
  std::optional<uint64_t> seed = {};
};

Problem AddWorkloads(std::string_view text, std::vector<const WorkloadRow*>* workloads) {
  for (const std::string& name : command_line::SplitAtCommas(text)) {
    const WorkloadRow* const row = FindWorkload(name);
    if (row == nullptr && name != "all") return "does not know '" + name + "' (see --list)";
    for (const WorkloadRow& one : AllWorkloads()) {
      const bool is_new = std::find(workloads->begin(), workloads->end(), &one) == workloads->end();
      if (is_new && (row == nullptr || row == &one)) workloads->push_back(&one);
    }
  }
  return std::nullopt;
}

command_line::Program CommandLine(ParsedFlags* to) {
  BenchOptions& run = to->flags->run;
  LoadSettings& load = run.load;
  WorkloadOptions& workload = run.workload_options;
  const auto set_retry_policy = [&load](std::string_view text) -> Problem {
    const std::optional<RetryMode> mode = ParseRetryMode(text);
    if (!mode.has_value()) return command_line::Needs("none, standard or adaptive", text);
    load.retry.mode = *mode;
    return std::nullopt;
  };
  const auto set_arrivals = [&load](std::string_view text) -> Problem {
    if (text != "poisson" && text != "even") return command_line::Needs("poisson or even", text);
    load.arrivals.poisson = text == "poisson";
    return std::nullopt;
  };
  const auto set_rate = [&load](std::string_view text) -> Problem {
    double rate = 0;
    if (Problem problem = command_line::ReadNumber(text, 0.0, kRateMax, &rate)) return problem;
    if (rate != 0 && rate < kRateMin) return command_line::Needs("0 or a number from 0.001 on", text);
    load.arrivals.per_second = rate;
    return std::nullopt;
  };
  using std::chrono::milliseconds;
  using std::chrono::seconds;
  return {
      .title = "holdfast-bench: what contention on the last slot or the last unit costs, on any DynamoDB endpoint",
      .flags =
          {
              {"--endpoint", "URL", "(http://127.0.0.1:8000); https:// too", SetText(&to->endpoint)},
              {"--compare", "URL", "a second endpoint, run in turns with the first; ratios are reported",
               SetText(&to->compare)},
              {"--region", "NAME", "(us-east-1)", SetText(&load.endpoint.region)},
              {"--workload", "NAME[,NAME]...", "those that --list names, or all (last-slot,last-unit)",
               [&run](std::string_view text) { return AddWorkloads(text, &run.workloads); }},
              {"--clients", "COUNT", "each with a connection of its own (32)",
               SetNumber(&load.clients, 1, kClientsMax)},
              {"--threads", "COUNT", "that the clients share (1)", SetNumber(&load.threads, 1, kThreadsMax)},
              {"--rate", "OPERATIONS",
               "a second, all clients together: an open loop, in which latency counts from when an operation was meant "
               "to start (0: a closed loop; a client starts when its last operation is over)",
               set_rate},
              {"--think", "MILLISECONDS",
               "in a closed loop, how long a client browses on average before it tries for something that can be "
               "sold out (2); with 0 the client that got the last one is first to try for the next",
               SetTime<milliseconds>(&load.think, 0, kMillisecondsMax)},
              {"--arrivals", "poisson|even", "of the open loop (poisson)", set_arrivals},
              {"--seconds", "COUNT", "measured, for each workload and endpoint (10)",
               SetTime<seconds>(&load.measured, 1, kSecondsMax)},
              {"--warm-up", "COUNT", "seconds before that (1)", SetTime<seconds>(&run.warm_up, 0, kSecondsMax)},
              {"--retry-policy", "NAME", "none, or as AWS's SDKs do: standard, adaptive (standard)", set_retry_policy},
              {"--max-attempts", "COUNT", "of one request (4, as the SDKs do for DynamoDB)",
               SetNumber(&load.retry.attempts_max, 1, kAttemptsMax)},
              {"--retry-conflicts", "",
               "also retry requests that a transaction's conflict failed; SDKs leave that to the application",
               SetTrue(&load.retry.retry_conflicts)},
              {"--timeout", "MILLISECONDS", "of one request (20000)",
               SetTime<milliseconds>(&load.endpoint.timeout, 1, kMillisecondsMax)},
              {"--slots", "COUNT", "on sale at the same time, in popular-slots (100)",
               SetNumber(&workload.slots, 1, kCountMax)},
              {"--slots-per-booking", "COUNT", "in last-slots (3)",
               SetNumber(&workload.slots_per_booking, 1, kSlotsPerBookingMax)},
              {"--stock", "COUNT", "units of each product, in last-unit (1)", SetNumber(&workload.stock, 1, kCountMax)},
              {"--hold", "MILLISECONDS", "how long a hold lasts, in hold-and-confirm (250)",
               SetTime<milliseconds>(&workload.hold, 1, kMillisecondsMax)},
              {"--payment", "MILLISECONDS", "how long paying takes on average, in hold-and-confirm (20)",
               SetTime<milliseconds>(&workload.payment, 0, kMillisecondsMax)},
              {"--items", "COUNT", "in get, put, query and mix (1000)", SetNumber(&workload.items, 1, kCountMax)},
              {"--item-bytes", "COUNT", "(400)", SetNumber(&workload.item_bytes, 1, kItemBytesMax)},
              {"--zipf", "EXPONENT", "how unequally slots and items are wanted; 0 is equally (0.99)",
               SetNumber(&workload.zipf, 0, kZipfMax)},
              {"--seed", "NUMBER", "makes the clients choose as they did in another run",
               SetNumber(&to->seed, 0, UINT64_MAX)},
              {"--report", "FILE.html", "the result as a page", SetText(&to->flags->report_file)},
              {"--json", "FILE.json", "the result for programs", SetText(&to->flags->json_file)},
              {"--list", "", "the workloads", SetTrue(&to->flags->list)},
              {"--help", "", "this text", SetTrue(&to->flags->help)},
              {"--version", "", "the version", SetTrue(&to->flags->version)},
          },
      .notes =
          R"(AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN apply where
they are set and no flag says otherwise. The tables that a run makes are called holdfast-bench-..., and are deleted when it
ends, also by Ctrl-C. On AWS every request costs money.
After each workload its table is read, and what the endpoint stored is compared with what it told its clients.
Exit status: 0 these agree, 1 they do not, 2 something could not be run.
)"};
}

Problem AddEndpoint(std::string_view flag, const std::string& text, BenchOptions* run) {
  const std::optional<conformance::EndpointUrl> url = conformance::ParseEndpointUrl(text);
  if (!url.has_value()) return std::string(flag) + " needs a URL like http://127.0.0.1:8000, not '" + text + "'";
  run->endpoints.push_back(*url);
  return std::nullopt;
}

// Fills in the options that depend on the environment or on several flags, and parses the URLs of the endpoints.
Problem Complete(const ParsedFlags& parsed) {
  BenchOptions& run = parsed.flags->run;
  run.load.seed = parsed.seed.value_or(conformance::UnpredictableSeed());
  run.load.endpoint.credentials = conformance::CredentialsFromEnvironment("bench");
  run.load.threads = std::min(run.load.threads, run.load.clients);
  run.load.timeline_width = std::max<Nanoseconds>(std::chrono::milliseconds(1), run.load.measured / kTimelineSteps);
  if (run.workloads.empty()) run.workloads = {FindWorkload("last-slot"), FindWorkload("last-unit")};
  const Problem problem = AddEndpoint("--endpoint", parsed.endpoint, &run);
  if (problem.has_value() || parsed.compare.empty()) return problem;
  return AddEndpoint("--compare", parsed.compare, &run);
}

}  // namespace

std::string HelpText() {
  Flags flags;
  ParsedFlags parsed{.flags = &flags};
  return command_line::Help(CommandLine(&parsed));
}

std::optional<std::string> ParseFlags(const std::vector<std::string_view>& arguments, Flags* flags) {
  ParsedFlags parsed{.flags = flags};
  flags->run.load.think = kThink;
  flags->run.load.endpoint.region = Environment("AWS_REGION", "us-east-1");
  if (Problem problem = command_line::Parse(CommandLine(&parsed), arguments)) return problem;
  // These need no endpoint, and must not fail because of one that the environment names.
  if (flags->help || flags->version || flags->list) return {};
  return Complete(parsed);
}

}  // namespace holdfast::bench
