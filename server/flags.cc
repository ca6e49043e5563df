#include "server/flags.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace holdfast::server {
namespace {

constexpr size_t kThreadsMax = 1'024;

using Problem = std::optional<std::string>;

template <typename Number>
Problem SetNumber(std::string_view text, uint64_t max, Number* field) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number > max) {
    return "needs a whole number up to " + std::to_string(max) + ", not '" + std::string(text) + "'";
  }
  *field = static_cast<Number>(number);
  return std::nullopt;
}

Problem SetPort(std::string_view text, Flags* flags) { return SetNumber(text, 65'535, &flags->port); }
Problem SetThreads(std::string_view text, Flags* flags) { return SetNumber(text, kThreadsMax, &flags->threads); }

Problem SetSeed(std::string_view text, Flags* flags) {
  uint64_t seed = 0;
  const Problem problem = SetNumber(text, UINT64_MAX, &seed);
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

// Says nothing: what the flag asks for is so anyway.
Problem Accept(std::string_view, Flags*) { return std::nullopt; }

Problem RemarkOnCors(std::string_view, Flags* flags) {
  flags->remarks.push_back("-cors is not needed: every origin is allowed, as by DynamoDB");
  return std::nullopt;
}

Problem SetRealisticTiming(std::string_view, Flags* flags) {
  flags->realistic_timing = true;
  return std::nullopt;
}

Problem RefusePath(std::string_view, Flags*) {
  return "is not possible: the database lives in memory only (leave the flag out)";
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
    FlagRow{"--help", false, SetHelp},
    FlagRow{"--version", false, SetVersion},
    // DynamoDB Local's.
    FlagRow{"-port", true, SetPort},
    FlagRow{"-inMemory", false, Accept},
    FlagRow{"-sharedDb", false, SetShared},
    FlagRow{"-cors", true, RemarkOnCors},
    FlagRow{"-delayTransientStatuses", false, SetRealisticTiming},
    FlagRow{"-disableTelemetry", false, Accept},
    FlagRow{"-dbPath", true, RefusePath},
    FlagRow{"-help", false, SetHelp},
    FlagRow{"-version", false, SetVersion},
};

const FlagRow* FindFlag(std::string_view name) {
  for (const FlagRow& flag : kFlags) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

}  // namespace

const std::string_view kHelp = R"(holdfast: an in-memory engine with DynamoDB's semantics

  --host ADDRESS                  where to listen (127.0.0.1)
  --port PORT                     (8000); 0 picks a free one
  --threads COUNT                 (one for each processor)
  --isolate-by account            a database for each account and region: access keys of twelve digits are
                                  account ids, all others belong to account 000000000000 (this is the default)
  --isolate-by access-key         a database for each access key and region
  --shared-db                     one database for everybody
  --template-db ACCOUNT           databases of other accounts start as copies of this account's (twelve digits)
  --allow-arithmetic-conditions   accept `a - b >= :c` in conditions, which DynamoDB refuses
  --realistic-timing              tables and indexes take as long to change as AWS's; otherwise they are ready at once
  --seed NUMBER                   makes generated ids repeat from run to run
  --help, --version

DynamoDB Local's -port, -inMemory, -sharedDb, -cors, -delayTransientStatuses (--realistic-timing) and
-disableTelemetry are accepted.
)";

Result<Flags, std::string> ParseFlags(const std::vector<std::string_view>& arguments) {
  Flags flags;
  for (size_t i = 0; i < arguments.size(); ++i) {
    // `--port=9000` and `--port 9000` are the same.
    const size_t equals = arguments[i].find('=');
    const std::string name(arguments[i].substr(0, equals));
    const FlagRow* const flag = FindFlag(name);
    if (flag == nullptr) return "unknown flag " + name + " (see --help)";

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
  return flags;
}

}  // namespace holdfast::server
