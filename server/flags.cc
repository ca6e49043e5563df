#include "server/flags.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <utility>

#include "server/message/cors.h"
#include "server/message/http_message.h"

namespace holdfast::server {
namespace {

constexpr size_t kThreadsMax = 1'024;
constexpr uint64_t kConnectionsMaxMax = 1'000'000;
constexpr uint64_t kBufferedBytesMaxMax = uint64_t{1} << 40;
constexpr uint64_t kMemoryBytesMaxMax = uint64_t{1} << 50;
constexpr uint64_t kDatabasesMaxMax = 1'000'000'000;
// A year.
constexpr uint64_t kForkIdleMinutesMax = 525'600;

using Problem = std::optional<std::string>;

template <typename Number>
Problem SetNumber(std::string_view text, uint64_t min, uint64_t max, Number* field) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < min || number > max) {
    return "needs a whole number from " + std::to_string(min) + " to " + std::to_string(max) + ", not '" +
           std::string(text) + "'";
  }
  *field = static_cast<Number>(number);
  return std::nullopt;
}

Problem SetPort(std::string_view text, Flags* flags) { return SetNumber(text, 0, 65'535, &flags->port); }
Problem SetThreads(std::string_view text, Flags* flags) { return SetNumber(text, 1, kThreadsMax, &flags->threads); }

Problem SetConnectionsMax(std::string_view text, Flags* flags) {
  return SetNumber(text, 1, kConnectionsMaxMax, &flags->connections_max);
}

Problem SetBufferedBytesMax(std::string_view text, Flags* flags) {
  return SetNumber(text, 0, kBufferedBytesMaxMax, &flags->buffered_bytes_max);
}

Problem SetMemoryBytesMax(std::string_view text, Flags* flags) {
  return SetNumber(text, 0, kMemoryBytesMaxMax, &flags->memory_bytes_max);
}

Problem SetDatabasesMax(std::string_view text, Flags* flags) {
  return SetNumber(text, 1, kDatabasesMaxMax, &flags->databases_max);
}

Problem SetForkIdle(std::string_view text, Flags* flags) {
  uint64_t minutes = 0;
  const Problem problem = SetNumber(text, 0, kForkIdleMinutesMax, &minutes);
  if (!problem.has_value()) flags->fork_idle = std::chrono::minutes(minutes);
  return problem;
}

Problem SetHealthCheckStatus(std::string_view text, Flags* flags) {
  if (text != "200" && text != "400") return "needs 200 or 400, not '" + std::string(text) + "'";
  flags->health_check_status = text == "200" ? 200 : 400;
  return std::nullopt;
}

std::vector<std::string> SplitAtCommas(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const size_t comma = text.find(',');
    parts.emplace_back(TrimWhitespace(text.substr(0, comma)));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

Problem SetOrigins(std::string_view text, Flags* flags) {
  for (std::string& origin : SplitAtCommas(text)) {
    // As it is copied from a browser's address bar.
    if (origin.ends_with('/')) origin.pop_back();
    if (!IsOrigin(origin)) {
      return "needs * or origins such as https://myapp.example or http://10.0.0.7:3000, not '" + origin + "'";
    }
    flags->origins.push_back(std::move(origin));
  }
  return std::nullopt;
}

Problem SetHosts(std::string_view text, Flags* flags) {
  for (std::string& host : SplitAtCommas(text)) {
    if (host.empty() || host.find_first_of(":/*[] ") != std::string::npos) {
      return "needs host names without a port, such as holdfast.test, not '" + host + "'";
    }
    flags->hosts.push_back(std::move(host));
  }
  return std::nullopt;
}

Problem SetAdminRemote(std::string_view, Flags* flags) {
  flags->admin_remote = true;
  return std::nullopt;
}

Problem SetSeed(std::string_view text, Flags* flags) {
  uint64_t seed = 0;
  const Problem problem = SetNumber(text, 0, UINT64_MAX, &seed);
  if (!problem.has_value()) flags->seed = seed;
  return problem;
}

Problem SetHost(std::string_view text, Flags* flags) {
  flags->host = text;
  return std::nullopt;
}

Problem SetIsolation(std::string_view text, Flags* flags) {
  if (text == "account") {
    flags->isolation = Isolation::kByAccount;
  } else if (text == "access-key") {
    flags->isolation = Isolation::kByAccessKey;
  } else {
    return "needs account or access-key, not '" + std::string(text) + "'";
  }
  return std::nullopt;
}

Problem SetShared(std::string_view, Flags* flags) {
  flags->isolation = Isolation::kShared;
  return std::nullopt;
}

Problem SetTemplate(std::string_view text, Flags* flags) {
  const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (text.size() != 12 || !digits) return "needs an account id of twelve digits, not '" + std::string(text) + "'";
  flags->template_account = text;
  return std::nullopt;
}

Problem AllowArithmetic(std::string_view, Flags* flags) {
  flags->allow_arithmetic_conditions = true;
  return std::nullopt;
}

Problem SetHelp(std::string_view, Flags* flags) {
  flags->help = true;
  return std::nullopt;
}

Problem SetVersion(std::string_view, Flags* flags) {
  flags->version = true;
  return std::nullopt;
}

// For flags that request what the server always does.
Problem Accept(std::string_view, Flags*) { return std::nullopt; }

Problem SetRealisticTiming(std::string_view, Flags* flags) {
  flags->realistic_timing = true;
  return std::nullopt;
}

Problem WarnAboutJava(std::string_view, Flags* flags) {
  flags->warnings.push_back("the flags of the Java program are ignored: this server is not one");
  return std::nullopt;
}

Problem WarnAboutPath(std::string_view, Flags* flags) {
  flags->warnings.push_back("-dbPath is ignored: nothing is stored on disk, and the data is gone when the server ends");
  return std::nullopt;
}

Problem WarnAboutOptimizing(std::string_view, Flags* flags) {
  flags->warnings.push_back("-optimizeDbBeforeStartup is ignored: the server starts empty");
  return std::nullopt;
}

struct FlagRow {
  std::string_view name;
  bool takes_value;
  Problem (*apply)(std::string_view value, Flags* flags);
};

constexpr std::array kFlags = {
    FlagRow{"--host", true, SetHost},
    FlagRow{"--port", true, SetPort},
    FlagRow{"--threads", true, SetThreads},
    FlagRow{"--isolate-by", true, SetIsolation},
    FlagRow{"--shared-db", false, SetShared},
    FlagRow{"--template-db", true, SetTemplate},
    FlagRow{"--allow-arithmetic-conditions", false, AllowArithmetic},
    FlagRow{"--realistic-timing", false, SetRealisticTiming},
    FlagRow{"--seed", true, SetSeed},
    FlagRow{"--cors", true, SetOrigins},
    FlagRow{"--allow-host", true, SetHosts},
    FlagRow{"--admin-remote", false, SetAdminRemote},
    FlagRow{"--health-check-status", true, SetHealthCheckStatus},
    FlagRow{"--max-connections", true, SetConnectionsMax},
    FlagRow{"--max-buffered-bytes", true, SetBufferedBytesMax},
    FlagRow{"--max-memory", true, SetMemoryBytesMax},
    FlagRow{"--max-databases", true, SetDatabasesMax},
    FlagRow{"--fork-idle", true, SetForkIdle},
    FlagRow{"--help", false, SetHelp},
    FlagRow{"--version", false, SetVersion},
    // DynamoDB Local's.
    FlagRow{"-port", true, SetPort},
    FlagRow{"-inMemory", false, Accept},
    FlagRow{"-sharedDb", false, SetShared},
    FlagRow{"-cors", true, SetOrigins},
    FlagRow{"-delayTransientStatuses", false, SetRealisticTiming},
    FlagRow{"-disableTelemetry", false, Accept},
    FlagRow{"-dbPath", true, WarnAboutPath},
    FlagRow{"-optimizeDbBeforeStartup", false, WarnAboutOptimizing},
    FlagRow{"-jar", true, WarnAboutJava},
    FlagRow{"-Djava.library.path", true, WarnAboutJava},
    FlagRow{"-h", false, SetHelp},
    FlagRow{"-help", false, SetHelp},
    FlagRow{"-version", false, SetVersion},
};

const FlagRow* FindFlag(std::string_view name) {
  for (const FlagRow& flag : kFlags) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

// How many letters must be inserted, removed or replaced to make one of the other (Levenshtein).
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

// ` (did you mean --port?)`, if a flag is much like it.
std::string Suggestion(std::string_view name) {
  constexpr size_t kNameBytesMax = 64;
  if (name.size() > kNameBytesMax) return "";
  const auto letters = [](std::string_view flag) {
    return flag.substr(std::min(flag.find_first_not_of('-'), flag.size()));
  };
  const FlagRow* best = nullptr;
  // Two letters that changed places are two edits; a name of two letters is not like all others of two.
  const size_t length = letters(name).size();
  size_t best_distance = std::min(length, std::max<size_t>(3, length / 3 + 1));
  for (const FlagRow& flag : kFlags) {
    const size_t distance = EditDistance(letters(name), letters(flag.name));
    if (distance >= best_distance) continue;
    best = &flag;
    best_distance = distance;
  }
  return best == nullptr ? "" : "; did you mean " + std::string(best->name) + "?";
}

Problem Contradiction(const Flags& flags) {
  if (flags.isolation == Isolation::kShared && !flags.template_account.empty()) {
    return "--template-db needs databases of several accounts, and --shared-db makes them one: leave one of the two "
           "out";
  }
  return std::nullopt;
}

}  // namespace

const std::string_view kHelp = R"(holdfast: an in-memory engine with DynamoDB's semantics

  --host ADDRESS                  where to listen (127.0.0.1)
  --port PORT                     (8000); 0 picks a free one
  --threads COUNT                 (one for each processor)
  --isolate-by account            a database for each account and region: access keys of twelve digits are
                                  account ids, all others belong to account 000000000000 (this is the default)
  --isolate-by access-key         a database for each access key and region
  --shared-db                     one database for all access keys and regions
  --template-db ACCOUNT           databases of other accounts start as copies of this account's (twelve digits)
  --max-connections COUNT         that are open at once (20000); more wait until others end
  --max-buffered-bytes BYTES      that unfinished requests and unread responses of all connections may take together
                                  (268435456, which is 256 MB), not counting the first 128 KB of each connection.
                                  Beyond it requests are answered with status 503, and connections whose responses
                                  are not read are closed
  --max-memory BYTES              that stored items may take, indexes and copies included (0: no limit). Beyond it puts
                                  and updates are refused; reads and deletions go on
  --max-databases COUNT           of accounts, regions and forks together (10000); more are refused
  --fork-idle MINUTES             forks, and databases without tables, that no request has used for so long are
                                  dropped (60); 0 keeps them
  --cors ORIGIN[,ORIGIN...]       web pages of these origins may call, such as https://myapp.example; those of
                                  localhost may anyway. * allows all pages to call the API
  --allow-host NAME[,NAME...]     browsers, and whoever calls /_holdfast/..., may use these host names; they may
                                  anyway use localhost, IP addresses, *.internal and names without a dot
  --admin-remote                  /_holdfast/... answers other machines, too, as the DynamoDB API of forks does without
                                  it: needed in a container, where even the host is another machine
  --health-check-status STATUS    of GET /: 200 as AWS (the default), or 400 as DynamoDB Local
  --allow-arithmetic-conditions   accept `a - b >= :c` in conditions, which DynamoDB refuses
  --realistic-timing              tables and indexes take as long to change as AWS's; otherwise they are ready at once
  --seed NUMBER                   makes generated ids repeat from run to run
  --help, --version

DynamoDB Local's -port, -inMemory, -sharedDb, -cors, -delayTransientStatuses (--realistic-timing), -disableTelemetry
and -help are accepted; its -dbPath, -optimizeDbBeforeStartup, -jar and -Djava.library.path are ignored with a remark.
)";

Result<Flags, std::string> ParseFlags(const std::vector<std::string_view>& arguments) {
  Flags flags;
  for (size_t i = 0; i < arguments.size(); ++i) {
    // `--port=9000` and `--port 9000` are the same.
    const size_t equals = arguments[i].find('=');
    const std::string name(arguments[i].substr(0, equals));
    const FlagRow* const flag = FindFlag(name);
    if (flag == nullptr) return "unknown flag " + name + Suggestion(name) + " (see --help)";

    std::string_view value;
    if (equals != std::string_view::npos) {
      if (!flag->takes_value) return name + " takes no value";
      value = arguments[i].substr(equals + 1);
    } else if (flag->takes_value) {
      if (++i == arguments.size()) return name + " needs a value";
      value = arguments[i];
    }
    const Problem problem = flag->apply(value, &flags);
    if (problem.has_value()) return name + " " + *problem;
  }
  const Problem contradiction = Contradiction(flags);
  if (contradiction.has_value()) return *contradiction;
  return flags;
}

}  // namespace holdfast::server
