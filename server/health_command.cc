#include "server/health_command.h"

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>

#include "conformance/client/connection.h"
#include "conformance/client/endpoint_url.h"
#include "conformance/command_line/command_line.h"
#include "conformance/command_line/setters.h"
#include "engine/base/result.h"
#include "server/flags.h"

namespace holdfast::server {
namespace {

using command_line::Problem;
using conformance::EndpointUrl;

// Together less than a second.
constexpr std::chrono::milliseconds kConnecting{400};
constexpr std::chrono::milliseconds kExchange{400};

command_line::Program CommandLine(std::optional<EndpointUrl>* url, bool* help) {
  return {
      .title = "holdfast health [URL]: asks a running server whether it serves",
      .flags = {{"--help", "", "this text", command_line::SetTrue(help)}},
      .notes =
          R"(Without a URL it is the server that HOLDFAST_HOST and HOLDFAST_PORT configure, or http://127.0.0.1:8000.
Exit status: 0 it answers with status 200 or 400 (--health-check-status), 1 it does not. Takes less than a second, not
counting the time to resolve a host name.
)",
      .apply_operand = [url](std::string_view text) {
        *url = conformance::ParseEndpointUrl(text);
        if (url->has_value()) return Problem();
        return Problem("health needs a URL such as http://127.0.0.1:8000, not '" + std::string(text) + "'");
      }};
}

// A server that listens on all addresses is asked on the loopback one.
std::string ReachableHost(const std::string& host) {
  if (host == "0.0.0.0") return "127.0.0.1";
  return host == "::" ? "::1" : host;
}

int Fail(const std::string& reason) {
  std::fprintf(stderr, "holdfast: %s\n", reason.c_str());
  return 1;
}

}  // namespace

int Health(const std::vector<std::string_view>& arguments, const std::vector<std::string_view>& environment) {
  std::optional<EndpointUrl> url;
  bool help = false;
  const command_line::Program program = CommandLine(&url, &help);
  if (const Problem problem = command_line::Parse(program, arguments)) return Fail(*problem);
  if (help) {
    std::fputs(command_line::Help(program).c_str(), stdout);
    return 0;
  }
  if (!url.has_value()) {
    const Result<Flags, std::string> flags = ParseFlags({}, environment);
    if (!flags.ok()) return Fail(flags.error());
    if (flags.value().port == 0)
      return Fail("health needs a URL: HOLDFAST_PORT is 0, and the server has picked a port");
    url = {"http", ReachableHost(flags.value().host), flags.value().port};
  }

  const std::string name = url->scheme + "://" + url->HostHeader();
  conformance::Connection connection(*url, {.connecting = kConnecting, .exchange = kExchange}, [] { return false; });
  const conformance::HttpResponse response =
      connection.Exchange({.method = "GET", .path = "/", .headers = {}, .body = {}});
  if (response.status == 0) return Fail(name + " does not answer: " + response.reason);
  // The status that --health-check-status chooses may have been given on the server's command line.
  if (response.status != 200 && response.status != 400) {
    return Fail(name + " answers with status " + std::to_string(response.status) + ", not 200 or 400");
  }
  std::printf("%s answers\n", name.c_str());
  return 0;
}

}  // namespace holdfast::server
