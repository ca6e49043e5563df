#include "server/flags.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "conformance/command_line/command_line.h"
#include "conformance/command_line/setters.h"
#include "server/message/cors.h"
#include "server/message/database_names.h"
#include "server/message/http_message.h"
#include "server/upstream/upstream_endpoint.h"

namespace holdfast::server {
namespace {

using command_line::Needs;
using command_line::Problem;
using command_line::SetNumber;
using command_line::SetText;
using command_line::SetTime;
using command_line::SetTrue;

constexpr size_t kThreadsMax = 1'024;
constexpr uint64_t kConnectionsMaxMax = 1'000'000;
constexpr uint64_t kBufferedBytesMaxMax = uint64_t{1} << 40;
constexpr uint64_t kMemoryBytesMaxMax = uint64_t{1} << 50;
constexpr uint64_t kDatabasesMaxMax = 1'000'000'000;
// A year.
constexpr int kForkIdleMinutesMax = 525'600;
constexpr int kHoldMillisecondsMax = 60'000;
// A year.
constexpr int kLateTtlHoursMax = 8'760;

// Browsers leave out the port that is the scheme's own (HTML standard, "serialization of an origin").
void RemoveDefaultPort(std::string* origin) {
  for (const auto& [scheme, port] : {std::pair<std::string_view, std::string_view>{"http://", ":80"},
                                     std::pair<std::string_view, std::string_view>{"https://", ":443"}}) {
    const bool has_scheme = EqualsIgnoringCase(std::string_view(*origin).substr(0, scheme.size()), scheme);
    if (has_scheme && origin->ends_with(port)) origin->resize(origin->size() - port.size());
  }
}

Problem AddOrigins(std::string_view text, Flags* flags) {
  for (std::string& origin : command_line::SplitAtCommas(text)) {
    // A URL that is copied from a browser's address bar ends with a slash.
    if (origin.ends_with('/')) origin.pop_back();
    RemoveDefaultPort(&origin);
    if (!IsOrigin(origin)) {
      return Needs("* or origins such as https://myapp.example or http://10.0.0.7:3000", origin);
    }
    flags->origins.push_back(std::move(origin));
  }
  return std::nullopt;
}

Problem AddHosts(std::string_view text, Flags* flags) {
  for (std::string& host : command_line::SplitAtCommas(text)) {
    if (host.empty() || host.find_first_of(":/*[] ") != std::string::npos) {
      return Needs("host names without a port, such as holdfast.test", host);
    }
    flags->hosts.push_back(std::move(host));
  }
  return std::nullopt;
}

Problem SetIsolation(std::string_view text, Flags* flags) {
  if (text != "account" && text != "access-key") return Needs("account or access-key", text);
  flags->isolation = text == "account" ? Isolation::kByAccount : Isolation::kByAccessKey;
  return std::nullopt;
}

Problem SetTemplate(std::string_view text, Flags* flags) {
  if (!IsAccountId(text)) return Needs("an account id of twelve digits", text);
  flags->template_account = text;
  return std::nullopt;
}

Problem SetThrottle(std::string_view text, Flags* flags) {
  if (text == "capacity") {
    flags->throttle_by_capacity = true;
    return std::nullopt;
  }
  if (command_line::ReadNumber(text, 0.0, 1.0, &flags->anomalies.throttle).has_value()) {
    return Needs("capacity or a number from 0 to 1", text);
  }
  return std::nullopt;
}

Problem SetHealthCheckStatus(std::string_view text, Flags* flags) {
  if (text != "200" && text != "400") return Needs("200 or 400", text);
  flags->health_check_status = text == "200" ? 200 : 400;
  return std::nullopt;
}

Problem SetLog(std::string_view text, Flags* flags) {
  bool requests = false;
  for (const std::string& what : command_line::SplitAtCommas(text)) {
    if (what == "requests") {
      requests = true;
    } else if (what == "refusals") {
      flags->log.refusals_only = true;
    } else if (what == "bodies") {
      flags->log.bodies = true;
    } else {
      return Needs("requests, refusals, bodies, or refusals,bodies", text);
    }
  }
  if (requests && flags->log.refusals_only) return Needs("one of requests and refusals", text);
  flags->log.enabled = true;
  return std::nullopt;
}

Problem SetLogFormat(std::string_view text, Flags* flags) {
  if (text != "text" && text != "json") return Needs("text or json", text);
  flags->log.json = text == "json";
  return std::nullopt;
}

// The values of --upstream and --upstream-region, which are interpreted together.
struct UpstreamFlags {
  std::string url;
  std::string region;
};

command_line::Program CommandLine(Flags* flags, UpstreamFlags* upstream) {
  const auto with_flags = [flags](Problem (*set)(std::string_view, Flags*)) -> command_line::Apply {
    return [=](std::string_view text) { return set(text, flags); };
  };
  const auto set_shared = [flags](std::string_view) {
    flags->isolation = Isolation::kShared;
    return Problem();
  };
  // For flags that request what the server always does.
  const auto accept = [](std::string_view) { return Problem(); };
  const auto warn = [flags](const char* warning) -> command_line::Apply {
    return [=](std::string_view) {
      flags->warnings.emplace_back(warning);
      return Problem();
    };
  };
  return {
      .title = "holdfast: an in-memory engine with DynamoDB's semantics",
      .flags =
          {
              {"--host", "ADDRESS", "where to listen (127.0.0.1)", SetText(&flags->host)},
              {"--port", "PORT", "(8000); 0 picks a free one", SetNumber(&flags->port, 0, 65'535)},
              {"--threads", "COUNT", "(one for each processor)", SetNumber(&flags->threads, 1, kThreadsMax)},
              {"--isolate-by", "account",
               "a database for each account and region: access keys of twelve digits are account ids, all others "
               "belong to account 000000000000 (this is the default)",
               with_flags(SetIsolation)},
              {"--isolate-by", "access-key", "a database for each access key and region", with_flags(SetIsolation)},
              {"--shared-db", "", "one database for all access keys and regions", set_shared},
              {"--template-db", "ACCOUNT",
               "databases of other accounts start as copies of this account's (twelve digits)",
               with_flags(SetTemplate)},
              {"--max-connections", "COUNT", "that are open at once (20000); more wait until others end",
               SetNumber(&flags->connections_max, 1, kConnectionsMaxMax)},
              {"--max-buffered-bytes", "BYTES",
               "that unfinished requests and unread responses of all connections may take together (268435456, which "
               "is 256 MB), not counting connections with at most 128 KB. Requests that still wait for their execution "
               "after their clients have disconnected are counted, too, and compressed requests that wait as what they "
               "are decompressed to. Beyond it requests are answered with status 503, and connections whose responses "
               "are not read are closed. While responses that are being sent take more than half of it, further "
               "requests wait",
               SetNumber(&flags->buffered_bytes_max, 0, kBufferedBytesMaxMax)},
              {"--max-memory", "BYTES",
               "that stored items, tables, backups and streams may take, indexes and copies included (0: no limit). "
               "Beyond it puts, updates, transactions with a token, backups, restores, new streams, indexes and "
               "replicas are refused; reads and other deletions go on",
               SetNumber(&flags->memory_bytes_max, 0, kMemoryBytesMaxMax)},
              {"--max-recovery-memory", "BYTES",
               "that the earlier versions of tables with point-in-time recovery may take together (268435456, which is "
               "256 MB). Beyond it a table that is written forgets its oldest versions",
               SetNumber(&flags->recovery_bytes_max, 0, kMemoryBytesMaxMax)},
              {"--max-databases", "COUNT", "of accounts, regions and forks together (10000); more are refused",
               SetNumber(&flags->databases_max, 1, kDatabasesMaxMax)},
              {"--fork-idle", "MINUTES",
               "forks, and databases without tables and backups, that no request has used for so long are dropped "
               "(60); 0 keeps them",
               SetTime<std::chrono::minutes>(&flags->fork_idle, 0, kForkIdleMinutesMax)},
              {"--cors", "ORIGIN[,ORIGIN...]",
               "web pages of these origins may call, such as https://myapp.example; those of localhost may anyway. * "
               "allows all pages to call the API",
               with_flags(AddOrigins)},
              {"--allow-host", "NAME[,NAME...]",
               "browsers, and whoever calls /_holdfast/..., may use these host names; they may anyway use localhost, "
               "IP addresses, *.internal and names without a dot",
               with_flags(AddHosts)},
              {"--admin-remote", "",
               "/_holdfast/... answers other machines, too, as the DynamoDB API of forks does without it: needed in a "
               "container, where even the host is another machine",
               SetTrue(&flags->admin_remote)},
              {"--health-check-status", "STATUS", "of GET /: 200 as AWS (the default), or 400 as DynamoDB Local",
               with_flags(SetHealthCheckStatus)},
              {"--log", "WHAT",
               "a line on the standard error stream for each request to the API: requests; refusals, only those that "
               "were refused; bodies, with bodies of requests and responses, the only ones with attribute values "
               "other than keys; or refusals,bodies",
               with_flags(SetLog)},
              {"--log-format", "FORMAT", "of these lines: text (the default), or json", with_flags(SetLogFormat)},
              {"--metrics", "",
               "counts requests for GET /_holdfast/metrics, which has items, databases and connections anyway",
               SetTrue(&flags->metrics)},
              {"--allow-arithmetic-conditions", "", "accept `a - b >= :c` in conditions, which DynamoDB refuses",
               SetTrue(&flags->allow_arithmetic_conditions)},
              {"--realistic-timing", "",
               "tables and indexes take as long to change as AWS's; otherwise they are ready at once",
               SetTrue(&flags->realistic_timing)},
              {"--lost-replies", "RATE",
               "the connection is closed without a response to this share of the writes, of which half were executed "
               "(0). AWS permits this and the anomalies below, and clients have to live with them",
               SetNumber(&flags->anomalies.lost_replies, 0, 1)},
              {"--conflicts", "RATE",
               "this share of transactions is cancelled by a TransactionConflict, and so is the write of an item "
               "that a TransactWriteItems has named (0)",
               SetNumber(&flags->anomalies.conflicts, 0, 1)},
              {"--throttle", "RATE", "this share of requests gets a ProvisionedThroughputExceededException (0)",
               with_flags(SetThrottle)},
              {"--throttle", "capacity",
               "requests beyond the capacity units of a table or an index, and beyond 3,000 read and 1,000 write units "
               "of a partition key, are refused, by the database's clock",
               with_flags(SetThrottle)},
              {"--stale-reads", "RATE",
               "this share of eventually consistent reads is answered from an older state, of the last second (0)",
               SetNumber(&flags->anomalies.stale_reads, 0, 1)},
              {"--index-lag", "RATE", "the same for reads of global indexes (0)",
               SetNumber(&flags->anomalies.index_lag, 0, 1)},
              {"--late-ttl", "HOURS",
               "expired items are deleted so long after their time to live is over (0: within ten seconds)",
               SetTime<std::chrono::hours>(&flags->late_ttl, 0, kLateTtlHoursMax)},
              {"--hold", "MILLISECONDS",
               "each request waits for a random time of at most this before it is executed (0)",
               SetTime<std::chrono::milliseconds>(&flags->anomalies.hold, 0, kHoldMillisecondsMax)},
              {"--upstream", "URL",
               "forwards requests to this DynamoDB endpoint, signed with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: "
               "the race lab, /_holdfast/faults and the anomalies in front of another store. Stale reads and snapshots "
               "need a store of this server's own",
               SetText(&upstream->url)},
              {"--upstream-region", "NAME",
               "the region that requests to it are signed for (that of an AWS host name, AWS_REGION, "
               "AWS_DEFAULT_REGION, or us-east-1)",
               SetText(&upstream->region)},
              {"--seed", "NUMBER", "generated ids and the choices of anomalies repeat from run to run",
               SetNumber(&flags->seed, 0, UINT64_MAX)},
              {"--help", "", "this text", SetTrue(&flags->help)},
              {"--version", "", "the version", SetTrue(&flags->version)},
              // The flags of DynamoDB Local, which the notes describe.
              {"-port", "PORT", "", SetNumber(&flags->port, 0, 65'535)},
              {"-inMemory", "", "", accept},
              {"-sharedDb", "", "", set_shared},
              {"-cors", "ORIGIN", "", with_flags(AddOrigins)},
              {"-delayTransientStatuses", "", "", SetTrue(&flags->realistic_timing)},
              {"-disableTelemetry", "", "", accept},
              {"-dbPath", "PATH", "",
               warn("-dbPath is ignored: nothing is stored on disk, and the data is gone when the server ends")},
              {"-optimizeDbBeforeStartup", "", "",
               warn("-optimizeDbBeforeStartup is ignored: the server starts empty")},
              {"-jar", "FILE", "", warn("the flags of the Java program are ignored: this server is not one")},
              {"-Djava.library.path", "PATH", "",
               warn("the flags of the Java program are ignored: this server is not one")},
              {"-h", "", "", SetTrue(&flags->help)},
              {"-help", "", "", SetTrue(&flags->help)},
              {"-version", "", "", SetTrue(&flags->version)},
          },
      .notes =
          R"(Every flag but --help and --version is also an environment variable, over which the command line wins:
HOLDFAST_MAX_MEMORY=1000000 is --max-memory 1000000, and HOLDFAST_SHARED_DB=1 is --shared-db.

There are two other commands: holdfast shake --help, holdfast health --help.

DynamoDB Local's -port, -inMemory, -sharedDb, -cors, -delayTransientStatuses (--realistic-timing), -disableTelemetry
and -help are accepted; its -dbPath, -optimizeDbBeforeStartup, -jar and -Djava.library.path are ignored with a remark.
)",
      .variable_prefix = "HOLDFAST_"};
}

// Reads the flags of the upstream, and refuses flags that a server that forwards requests cannot implement.
Problem SetUpstream(const UpstreamFlags& upstream, Flags* flags) {
  if (upstream.url.empty()) {
    return upstream.region.empty() ? Problem() : Problem("--upstream-region needs --upstream, a URL");
  }
  const auto refuse = [](const char* flag) {
    return std::string(flag) + " needs a store of this server's own, and --upstream forwards requests to another: " +
           "leave one of the two out";
  };
  if (flags->anomalies.stale_reads > 0) return refuse("--stale-reads");
  if (flags->anomalies.index_lag > 0) return refuse("--index-lag");
  if (flags->late_ttl.count() > 0) return refuse("--late-ttl");
  if (flags->throttle_by_capacity) return refuse("--throttle capacity");
  if (!flags->template_account.empty()) return refuse("--template-db");
  if (flags->realistic_timing) return refuse("--realistic-timing");
  if (flags->allow_arithmetic_conditions) return refuse("--allow-arithmetic-conditions");
  Result<conformance::EndpointOptions, std::string> endpoint = UpstreamEndpoint(upstream.url, upstream.region);
  if (!endpoint.ok()) return std::move(endpoint).error();
  flags->upstream = std::move(endpoint).value();
  return std::nullopt;
}

Problem Contradiction(const Flags& flags) {
  if (flags.isolation == Isolation::kShared && !flags.template_account.empty()) {
    return "--template-db needs databases of several accounts, and --shared-db makes them one: leave one of the two "
           "out";
  }
  return std::nullopt;
}

// ` (set in the environment: HOLDFAST_HOLD, HOLDFAST_SEED)`; empty without variables.
std::string FromEnvironment(const std::vector<std::string>& variables) {
  std::string text;
  for (const std::string& variable : variables) {
    text.append(text.empty() ? " (set in the environment: " : ", ").append(variable);
  }
  return text.empty() ? text : text + ")";
}

}  // namespace

std::string HelpText() {
  Flags flags;
  UpstreamFlags upstream;
  return command_line::Help(CommandLine(&flags, &upstream));
}

Result<Flags, std::string> ParseFlags(const std::vector<std::string_view>& arguments,
                                      const std::vector<std::string_view>& environment) {
  Flags flags;
  UpstreamFlags upstream;
  command_line::Variables variables;
  if (Problem problem =
          command_line::ParseWithEnvironment(CommandLine(&flags, &upstream), arguments, environment, &variables)) {
    return *std::move(problem);
  }
  Problem problem = SetUpstream(upstream, &flags);
  if (!problem.has_value()) problem = Contradiction(flags);
  // These texts name flags, some of which may have been set in the environment.
  if (problem.has_value()) return *std::move(problem) + FromEnvironment(variables.applied);
  std::move(variables.warnings.begin(), variables.warnings.end(), std::back_inserter(flags.warnings));
  return flags;
}

}  // namespace holdfast::server
