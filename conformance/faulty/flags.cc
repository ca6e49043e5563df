#include "conformance/faulty/flags.h"

#include <array>
#include <charconv>

namespace holdfast::conformance::faulty {
namespace {

template <typename Number>
bool SetNumber(std::string_view text, Number* number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size();
}

bool SetTarget(std::string_view text, Flags* flags) {
  const std::optional<EndpointUrl> url = ParseEndpointUrl(text);
  if (url.has_value()) flags->target = *url;
  return url.has_value();
}

bool SetPort(std::string_view text, Flags* flags) { return SetNumber(text, &flags->port); }
bool SetSeed(std::string_view text, Flags* flags) { return SetNumber(text, &flags->seed); }

bool SetFault(std::string_view text, Flags* flags) {
  flags->fault = text;
  return !text.empty();
}

bool SetRate(std::string_view text, Flags* flags) {
  double rate = 0;
  if (!SetNumber(text, &rate) || !(rate >= 0 && rate <= 1)) return false;
  flags->rate = rate;
  return true;
}

bool SetListFaults(std::string_view, Flags* flags) { return flags->list_faults = true; }
bool SetHelp(std::string_view, Flags* flags) { return flags->help = true; }

struct FlagRow {
  std::string_view name;
  // What it needs; empty if it takes no value.
  std::string_view value;
  // False if the value is not that.
  bool (*apply)(std::string_view value, Flags* flags);
};

constexpr std::array kFlags = {
    FlagRow{"--target", "a URL like http://127.0.0.1:8000", SetTarget},
    FlagRow{"--port", "a port", SetPort},
    FlagRow{"--fault", "a name (see --list-faults)", SetFault},
    FlagRow{"--seed", "a whole number", SetSeed},
    FlagRow{"--rate", "a number from 0 to 1", SetRate},
    FlagRow{"--list-faults", "", SetListFaults},
    FlagRow{"--help", "", SetHelp},
};

const FlagRow* FindFlag(std::string_view name) {
  for (const FlagRow& flag : kFlags) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

std::optional<Flags> Fail(std::string text, std::string* problem) {
  *problem = std::move(text);
  return std::nullopt;
}

}  // namespace

const std::string_view kHelp = R"(holdfast-faulty-proxy: stands before a DynamoDB endpoint and plants one bug

  --target URL     the endpoint: http://127.0.0.1:8000, https://dynamodb.eu-west-1.amazonaws.com
  --port PORT      where to listen on 127.0.0.1 (0: any that is free)
  --fault NAME     which bug (none)
  --seed NUMBER    makes chance repeat (1)
  --rate RATE      how often the bug shows, from 0 to 1 (each has its own default)
  --list-faults    names them
  --help

What the bug changes is signed anew with the client's access key and the secret of AWS_SECRET_ACCESS_KEY.
)";

std::optional<Flags> ParseFlags(const std::vector<std::string_view>& arguments, std::string* problem) {
  Flags flags;
  for (size_t i = 0; i < arguments.size(); ++i) {
    // `--port=9000` and `--port 9000` are the same.
    const size_t equals = arguments[i].find('=');
    const std::string name(arguments[i].substr(0, equals));
    const FlagRow* const flag = FindFlag(name);
    if (flag == nullptr) return Fail("unknown flag " + name + " (see --help)", problem);

    std::string_view value;
    if (equals != std::string_view::npos) {
      if (flag->value.empty()) return Fail(name + " takes no value", problem);
      value = arguments[i].substr(equals + 1);
    } else if (!flag->value.empty()) {
      if (++i == arguments.size()) return Fail(name + " needs " + std::string(flag->value), problem);
      value = arguments[i];
    }
    if (!flag->apply(value, &flags)) {
      return Fail(name + " needs " + std::string(flag->value) + ", not '" + std::string(value) + "'", problem);
    }
  }
  const bool is_to_run = !flags.help && !flags.list_faults;
  if (is_to_run && flags.target.host.empty()) return Fail("--target is needed (see --help)", problem);
  return flags;
}

}  // namespace holdfast::conformance::faulty
