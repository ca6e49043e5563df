#include "bench/flags.h"

#include <algorithm>
#include <array>

#include "conformance/command_line.h"
#include "conformance/runner/seeds.h"

namespace holdfast::bench {
namespace {

constexpr int kClientsMax = 10'000;
constexpr int kThreadsMax = 256;
constexpr int kSecondsMax = 24 * 3'600;
constexpr int kManyMax = 1'000'000;
constexpr int kItemBytesMax = 300'000;
constexpr int kMillisecondsMax = 3'600'000;
// A transaction has at most a hundred actions, and one of them puts the booking.
constexpr int kSlotsPerBookingMax = 99;
constexpr double kRateMax = 1e7;
constexpr double kZipfMax = 10;
constexpr int kTimelineSteps = 100;
constexpr std::chrono::milliseconds kThink{2};

using Problem = conformance::FlagProblem;
using conformance::Environment;
using conformance::SetNumber;

// Credentials and region come from the environment variables of AWS's own clients.
struct Parsed {
  Flags* flags;
  std::string endpoint = Environment("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:8000");
  std::string compare = {};
  bool seed_given = false;
};

template <typename Unit, typename Field>
Problem SetTime(std::string_view text, int least, int most, Field* field) {
  int count = 0;
  const Problem problem = SetNumber(text, least, most, &count);
  if (!problem.has_value()) *field = Unit(count);
  return problem;
}

Problem SetText(std::string_view text, std::string* field) {
  if (text.empty()) return "needs a value";
  *field = text;
  return std::nullopt;
}

Problem AddWorkload(std::string_view name, std::vector<const WorkloadRow*>* workloads) {
  const WorkloadRow* const row = FindWorkload(name);
  if (row == nullptr) return "does not know '" + std::string(name) + "' (see --list)";
  if (std::find(workloads->begin(), workloads->end(), row) == workloads->end()) workloads->push_back(row);
  return std::nullopt;
}

Problem SetWorkloads(std::string_view text, Parsed* to) {
  std::vector<const WorkloadRow*>& workloads = to->flags->run.workloads;
  if (text == "all") {
    for (const WorkloadRow& row : AllWorkloads()) workloads.push_back(&row);
    return std::nullopt;
  }
  while (!text.empty()) {
    const size_t comma = text.find(',');
    const Problem problem = AddWorkload(text.substr(0, comma), &workloads);
    if (problem.has_value()) return problem;
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return workloads.empty() ? Problem("needs a value") : std::nullopt;
}

Problem SetRetryPolicy(std::string_view text, Parsed* to) {
  const std::optional<RetryMode> mode = RetryModeNamed(text);
  if (!mode.has_value()) return "needs none, standard or adaptive, not '" + std::string(text) + "'";
  to->flags->run.load.retry.mode = *mode;
  return std::nullopt;
}

Problem SetArrivals(std::string_view text, Parsed* to) {
  if (text != "poisson" && text != "even") return "needs poisson or even, not '" + std::string(text) + "'";
  to->flags->run.load.arrivals.poisson = text == "poisson";
  return std::nullopt;
}

Problem SetSeed(std::string_view text, Parsed* to) {
  to->seed_given = true;
  return SetNumber<uint64_t>(text, 0, UINT64_MAX, &to->flags->run.load.seed);
}

using Row = conformance::FlagRow<Parsed>;

// The contents page of the command line, in the order of the help.
const std::array kFlags = {
    Row{"--endpoint", true, [](std::string_view v, Parsed* to) { return SetText(v, &to->endpoint); }},
    Row{"--compare", true, [](std::string_view v, Parsed* to) { return SetText(v, &to->compare); }},
    Row{"--region", true,
        [](std::string_view v, Parsed* to) { return SetText(v, &to->flags->run.load.endpoint.region); }},
    Row{"--workload", true, SetWorkloads},
    Row{"--clients", true,
        [](std::string_view v, Parsed* to) { return SetNumber(v, 1, kClientsMax, &to->flags->run.load.clients); }},
    Row{"--threads", true,
        [](std::string_view v, Parsed* to) { return SetNumber(v, 1, kThreadsMax, &to->flags->run.load.threads); }},
    Row{"--rate", true,
        [](std::string_view v, Parsed* to) {
          return SetNumber(v, 0.0, kRateMax, &to->flags->run.load.arrivals.per_second);
        }},
    Row{"--arrivals", true, SetArrivals},
    Row{"--seconds", true,
        [](std::string_view v, Parsed* to) {
          return SetTime<std::chrono::seconds>(v, 1, kSecondsMax, &to->flags->run.load.measured);
        }},
    Row{"--warm-up", true,
        [](std::string_view v, Parsed* to) {
          return SetTime<std::chrono::seconds>(v, 0, kSecondsMax, &to->flags->run.warm_up);
        }},
    Row{"--think", true,
        [](std::string_view v, Parsed* to) {
          return SetTime<std::chrono::milliseconds>(v, 0, kMillisecondsMax, &to->flags->run.load.think);
        }},
    Row{"--retry-policy", true, SetRetryPolicy},
    Row{"--max-attempts", true,
        [](std::string_view v, Parsed* to) { return SetNumber(v, 1, 100, &to->flags->run.load.retry.attempts_max); }},
    Row{"--retry-conflicts", false,
        [](std::string_view, Parsed* to) {
          to->flags->run.load.retry.retry_conflicts = true;
          return Problem();
        }},
    Row{"--timeout", true,
        [](std::string_view v, Parsed* to) {
          return SetTime<std::chrono::milliseconds>(v, 1, kMillisecondsMax, &to->flags->run.load.endpoint.timeout);
        }},
    Row{"--slots", true,
        [](std::string_view v, Parsed* to) { return SetNumber(v, 1, kManyMax, &to->flags->run.workload.slots); }},
    Row{"--slots-per-booking", true,
        [](std::string_view v, Parsed* to) {
          return SetNumber(v, 1, kSlotsPerBookingMax, &to->flags->run.workload.slots_per_booking);
        }},
    Row{"--stock", true,
        [](std::string_view v, Parsed* to) { return SetNumber(v, 1, kManyMax, &to->flags->run.workload.stock); }},
    Row{"--hold", true,
        [](std::string_view v, Parsed* to) {
          return SetTime<std::chrono::milliseconds>(v, 1, kMillisecondsMax, &to->flags->run.workload.hold);
        }},
    Row{"--payment", true,
        [](std::string_view v, Parsed* to) {
          return SetTime<std::chrono::milliseconds>(v, 0, kMillisecondsMax, &to->flags->run.workload.payment);
        }},
    Row{"--items", true,
        [](std::string_view v, Parsed* to) { return SetNumber(v, 1, kManyMax, &to->flags->run.workload.items); }},
    Row{"--item-bytes", true,
        [](std::string_view v, Parsed* to) {
          return SetNumber(v, 1, kItemBytesMax, &to->flags->run.workload.item_bytes);
        }},
    Row{"--zipf", true,
        [](std::string_view v, Parsed* to) { return SetNumber(v, 0.0, kZipfMax, &to->flags->run.workload.zipf); }},
    Row{"--seed", true, SetSeed},
    Row{"--report", true, [](std::string_view v, Parsed* to) { return SetText(v, &to->flags->report_file); }},
    Row{"--json", true, [](std::string_view v, Parsed* to) { return SetText(v, &to->flags->json_file); }},
    Row{"--list", false,
        [](std::string_view, Parsed* to) {
          to->flags->list = true;
          return Problem();
        }},
    Row{"--help", false,
        [](std::string_view, Parsed* to) {
          to->flags->help = true;
          return Problem();
        }},
    Row{"--version", false,
        [](std::string_view, Parsed* to) {
          to->flags->version = true;
          return Problem();
        }},
};

Problem AddEndpoint(std::string_view flag, const std::string& text, BenchOptions* run) {
  const std::optional<conformance::EndpointUrl> url = conformance::ParseEndpointUrl(text);
  if (!url.has_value()) return std::string(flag) + " needs a URL like http://127.0.0.1:8000, not '" + text + "'";
  run->endpoints.push_back(*url);
  return std::nullopt;
}

// Defaults from the environment, and checks of combinations of flags.
Problem Complete(const Parsed& parsed) {
  BenchOptions& run = parsed.flags->run;
  if (!parsed.seed_given) run.load.seed = conformance::UnpredictableSeed();
  // Endpoints that verify no signature still require one.
  run.load.endpoint.credentials = {Environment("AWS_ACCESS_KEY_ID", "bench"),
                                   Environment("AWS_SECRET_ACCESS_KEY", "bench"), Environment("AWS_SESSION_TOKEN", "")};
  run.load.threads = std::min(run.load.threads, run.load.clients);
  run.load.timeline_width = std::max<Nanoseconds>(std::chrono::milliseconds(1), run.load.measured / kTimelineSteps);
  if (run.workloads.empty()) run.workloads = {FindWorkload("last-slot"), FindWorkload("last-unit")};
  const Problem problem = AddEndpoint("--endpoint", parsed.endpoint, &run);
  if (problem.has_value() || parsed.compare.empty()) return problem;
  return AddEndpoint("--compare", parsed.compare, &run);
}

}  // namespace

const std::string_view kHelp =
    R"(holdfast-bench: what contention on the last slot or the last unit costs, on any DynamoDB endpoint

  --endpoint URL             (http://127.0.0.1:8000); https:// too
  --compare URL              a second endpoint, run in turns with the first; ratios are reported
  --region NAME              (us-east-1)
  --workload NAME[,NAME]...  (last-slot,last-unit); see --list; all
  --clients COUNT            each with a connection of its own (32)
  --threads COUNT            that the clients share (1)
  --rate OPERATIONS          a second, all clients together: an open loop, in which latency counts from when an operation
                             was meant to start (0: a closed loop; a client starts when its last operation is over)
  --think MILLISECONDS       in a closed loop, how long a client looks on average before it tries for something that can
                             be sold out (2); with 0 whoever got the last one is first to try for the next
  --arrivals poisson|even    of the open loop (poisson)
  --seconds COUNT            measured, for each workload and endpoint (10)
  --warm-up COUNT            seconds before that (1)
  --retry-policy NAME        none, or as AWS's SDKs do: standard, adaptive (standard)
  --max-attempts COUNT       of one request (4, as the SDKs do for DynamoDB)
  --retry-conflicts          retry what a transaction was in the way of; SDKs leave that to the application
  --timeout MILLISECONDS     of one request (20000)
  --slots COUNT              on sale at the same time, in popular-slots (100)
  --slots-per-booking COUNT  in last-slots (3)
  --stock COUNT              units of each product, in last-unit (1)
  --hold MILLISECONDS        how long a hold lasts, in hold-and-confirm (250)
  --payment MILLISECONDS     how long paying takes on average there (20)
  --items COUNT              in get, put, query and mix (1000)
  --item-bytes COUNT         (400)
  --zipf EXPONENT            how unequally slots and items are wanted; 0 is equally (0.99)
  --seed NUMBER              makes the clients choose as they did in another run
  --report FILE.html         the result as a page
  --json FILE.json           the result for programs
  --list                     the workloads
  --help, --version

AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN count where they
are set and no flag says otherwise. The tables that a run makes are called holdfast-bench-..., and are deleted when it
ends, also by Ctrl-C. On AWS every request costs money.
After each workload its table is read, and what the endpoint stored is compared with what it told its clients.
Exit status: 0 that agrees, 1 it does not, 2 something could not be run.
)";

std::optional<std::string> ParseFlags(const std::vector<std::string_view>& arguments, Flags* flags) {
  Parsed parsed{.flags = flags};
  flags->run.load.think = kThink;
  flags->run.load.endpoint.region = Environment("AWS_REGION", "us-east-1");
  const Problem problem = conformance::ApplyFlags(kFlags, arguments, &parsed);
  if (problem.has_value()) return problem;
  return Complete(parsed);
}

}  // namespace holdfast::bench
