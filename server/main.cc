// The server: flags, wiring, signals.
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/random.h"
#include "engine/engine.h"
#include "server/admin/admin_surface.h"
#include "server/background_work.h"
#include "server/dispatch/databases.h"
#include "server/dispatch/dispatch_options.h"
#include "server/dispatch/dispatcher.h"
#include "server/dispatch/race_responses.h"
#include "server/dispatch/request_pool.h"
#include "server/flags.h"
#include "server/http/http_server.h"
#include "server/idle_databases.h"
#include "server/race/race_lab.h"

namespace {

using holdfast::Result;
namespace server = holdfast::server;

int Fail(const std::string& reason) {
  std::fprintf(stderr, "holdfast: %s\n", reason.c_str());
  return 1;
}

// glibc keeps small freed blocks in lists ("fast bins") and merges all of them in one go, now and then, with the
// arena's lock held: for a hundred milliseconds after a million index entries were freed. Without these lists each
// block is merged when it is freed. Must be called before other threads start.
void DisableFastBins() {
#ifdef M_MXFAST
  mallopt(M_MXFAST, 0);
#endif
}

// Must be called before any thread starts: threads inherit the mask, so that only sigwait in Serve receives these.
sigset_t BlockStopSignals() {
  sigset_t stop_signals;
  sigemptyset(&stop_signals);
  sigaddset(&stop_signals, SIGTERM);
  sigaddset(&stop_signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &stop_signals, nullptr);
  return stop_signals;
}

// IPv6 addresses stand in brackets in a URL.
std::string Url(const std::string& host, uint16_t port) {
  const bool is_ipv6 = host.find(':') != std::string::npos;
  return "http://" + (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

server::OriginPolicy MakeOriginPolicy(const server::Flags& flags) {
  std::vector<std::string> hosts = flags.hosts;
  hosts.push_back(flags.host);
  return server::OriginPolicy(flags.origins, std::move(hosts));
}

// Describes to which account an access key belongs. Users of tools with different keys need it to find their tables.
std::string_view AccountsLine(server::Isolation isolation) {
  switch (isolation) {
    case server::Isolation::kByAccount:
      return "access keys of twelve digits are account ids, all others belong to account 000000000000";
    case server::Isolation::kByAccessKey:
      return "every access key has a database of its own";
    case server::Isolation::kShared:
      return "all access keys and regions share one database";
  }
  return "";
}

// At least two, so that one long request does not keep the others waiting.
size_t RequestPoolThreads() { return std::max(2u, std::thread::hardware_concurrency() / 2); }

int Serve(const server::Flags& flags) {
  const sigset_t stop_signals = BlockStopSignals();
  // A disconnected client is reported as an error of the write, not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  server::RaiseFileDescriptorLimit();

  for (const std::string& warning : flags.warnings) std::fprintf(stderr, "holdfast: %s\n", warning.c_str());
  if (flags.allow_arithmetic_conditions) {
    std::fputs("holdfast: --allow-arithmetic-conditions is on: DynamoDB refuses conditions that compute\n", stderr);
  }

  const uint64_t seed = flags.seed.has_value() ? *flags.seed : holdfast::UnpredictableSeed();
  holdfast::EngineOptions engine_options;
  engine_options.template_account = flags.template_account;
  engine_options.allow_arithmetic_conditions = flags.allow_arithmetic_conditions;
  engine_options.realistic_timing = flags.realistic_timing;
  engine_options.max_memory_bytes = flags.memory_bytes_max;
  holdfast::Engine engine(std::move(engine_options), nullptr, seed);
  server::Databases databases(&engine, {.isolation = flags.isolation,
                                        .databases_max = flags.databases_max,
                                        .has_template = !flags.template_account.empty()});
  const server::OriginPolicy origins = MakeOriginPolicy(flags);
  holdfast::Random dispatcher_seeds(seed);
  server::DispatchedRaceResponses race_responses(dispatcher_seeds.Next(), origins);
  server::RaceLab races(&race_responses);
  server::AdminSurface admin(&engine,
                             {.remote = flags.admin_remote,
                              .databases_max = flags.databases_max,
                              .shared_database = flags.isolation == server::Isolation::kShared},
                             &races);
  server::HintLog hints;
  const server::DispatchOptions dispatch_options = {
      .origins = origins, .health_check_status = flags.health_check_status, .hints = &hints, .races = &races};
  server::BackgroundWork background(&engine);
  server::IdleDatabases idle_databases(&engine, flags.fork_idle);
  server::RequestPool pool(RequestPoolThreads(), [&] {
    return std::make_unique<server::Dispatcher>(&databases, &admin, dispatcher_seeds.Next(), dispatch_options);
  });

  server::HttpServerOptions options;
  options.host = flags.host;
  options.port = flags.port;
  options.threads = flags.threads > 0 ? flags.threads : std::thread::hardware_concurrency();
  options.connections_max = flags.connections_max;
  options.buffered_bytes_max = flags.buffered_bytes_max;
  auto http_server = server::HttpServer::Start(options, [&] {
    return std::make_unique<server::Dispatcher>(&databases, &admin, dispatcher_seeds.Next(), dispatch_options, &pool);
  });
  if (!http_server.ok()) return Fail(http_server.error());

  std::printf("holdfast is listening on %s\n", Url(flags.host, http_server.value()->port()).c_str());
  const std::string_view accounts = AccountsLine(flags.isolation);
  std::printf("%.*s\n", static_cast<int>(accounts.size()), accounts.data());
  std::fflush(stdout);

  int received = 0;
  sigwait(&stop_signals, &received);
  // A container runtime kills the process some seconds after SIGTERM. So the process ends itself within two seconds,
  // even if requests are in progress.
  std::thread([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(1'500));
    std::_Exit(0);
  }).detach();
  // Completes the parked requests; otherwise their connections would wait for the responses.
  races.CloseAll("the server is stopping");
  http_server.value()->Stop();
  // Skips the destruction of databases item by item: the system frees the memory at once.
  std::fflush(nullptr);
  std::_Exit(0);
}

}  // namespace

int main(int argc, char** argv) {
  DisableFastBins();
  const Result<server::Flags, std::string> flags =
      server::ParseFlags(std::vector<std::string_view>(argv + 1, argv + argc));
  if (!flags.ok()) return Fail(flags.error());
  if (flags.value().help) {
    std::fputs(server::HelpText().c_str(), stdout);
    return 0;
  }
  if (flags.value().version) {
    std::puts("holdfast " HOLDFAST_VERSION);
    return 0;
  }
  return Serve(flags.value());
}
