// The command line: this server's own flags, and those of DynamoDB Local, so that scripts written for DynamoDB Local
// can start this server instead.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/client/endpoint.h"
#include "engine/base/result.h"
#include "server/dispatch/databases.h"
#include "server/observe/log_options.h"
#include "server/race/anomaly_options.h"

namespace holdfast::server {

struct Flags {
  std::string host = "127.0.0.1";
  uint16_t port = 8000;
  // 0, the default: one for each processor.
  size_t threads = 0;
  // See HttpServerOptions.
  size_t connections_max = 20'000;
  size_t buffered_bytes_max = size_t{256} << 20;
  // See EngineOptions::max_memory_bytes.
  size_t memory_bytes_max = 0;
  // See EngineOptions::recovery_bytes_max.
  size_t recovery_bytes_max = size_t{256} << 20;
  Isolation isolation = Isolation::kByAccount;
  // Databases of other accounts start as copies of this account's databases. Empty: they start empty.
  std::string template_account;
  bool allow_arithmetic_conditions = false;
  bool realistic_timing = false;
  bool throttle_by_capacity = false;
  // How long items stay after they have expired.
  std::chrono::hours late_ttl{0};
  // The server replaces AnomalyOptions::seed by `seed`, or by the seed that it has chosen itself.
  AnomalyOptions anomalies;
  // The endpoint to which requests are forwarded; nothing: this server executes them.
  std::optional<conformance::EndpointOptions> upstream;
  std::optional<uint64_t> seed;
  // Web pages of these origins may call this server, in addition to those of loopback addresses; see OriginPolicy.
  std::vector<std::string> origins;
  // Host names under which browsers, and all callers of /_holdfast/…, may call this server, in addition to those that
  // are always allowed; see OriginPolicy.
  std::vector<std::string> hosts;
  bool admin_remote = false;
  int health_check_status = 200;
  LogOptions log;
  // Requests are counted, and /_holdfast/metrics reports the counts.
  bool metrics = false;
  size_t databases_max = kDatabasesMaxDefault;
  // Forks, and databases that hold nothing (Engine::DropUnused), that no request has used for this long are dropped.
  // Zero: never.
  std::chrono::minutes fork_idle{60};
  bool help = false;
  bool version = false;
  // One line for each flag that was ignored (such as -dbPath), and for each variable that is probably misspelled.
  std::vector<std::string> warnings;
};

std::string HelpText();

// The flags, or one line that describes the first error. `arguments` excludes the program's name. `environment` has
// variables of the form NAME=VALUE, of which HOLDFAST_... may be flags, too; see command_line::ParseWithEnvironment.
Result<Flags, std::string> ParseFlags(const std::vector<std::string_view>& arguments,
                                      const std::vector<std::string_view>& environment = {});

}  // namespace holdfast::server
