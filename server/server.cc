#include "server/server.h"

#include <algorithm>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "conformance/client/http_message.h"
#include "server/admin/race_calls.h"
#include "server/dispatch/dispatcher.h"
#include "server/dispatch/operation_table.h"
#include "server/log/exception_log.h"
#include "server/log/standard_error.h"

namespace holdfast::server {
namespace {

// IPv6 addresses stand in brackets in a URL.
std::string Url(const std::string& host, uint16_t port) {
  const bool is_ipv6 = host.find(':') != std::string::npos;
  return "http://" + (is_ipv6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

// All clients use the upstream with the same credentials, so they share what it stores.
Isolation EffectiveIsolation(const Flags& flags) {
  return flags.upstream.has_value() ? Isolation::kShared : flags.isolation;
}

EngineOptions MakeEngineOptions(const Flags& flags) {
  EngineOptions options;
  options.template_account = flags.template_account;
  options.allow_arithmetic_conditions = flags.allow_arithmetic_conditions;
  options.realistic_timing = flags.realistic_timing;
  options.one_region = EffectiveIsolation(flags) == Isolation::kShared;
  options.throttle_by_capacity = flags.throttle_by_capacity;
  options.max_memory_bytes = flags.memory_bytes_max;
  options.databases_max = flags.databases_max;
  options.recovery_bytes_max = flags.recovery_bytes_max;
  return options;
}

OriginPolicy MakeOriginPolicy(const Flags& flags) {
  std::vector<std::string> hosts = flags.hosts;
  hosts.push_back(flags.host);
  return OriginPolicy(flags.origins, std::move(hosts));
}

// With an upstream, each request that may concern the race lab (Dispatcher::MayConcernRaceLab) blocks a thread until
// the upstream responds.
constexpr size_t kUpstreamPoolThreads = 64;

// At least two, so that one request of milliseconds does not keep the others waiting.
size_t RequestPoolThreads(const Flags& flags) {
  return flags.upstream.has_value() ? kUpstreamPoolThreads : std::max(2u, std::thread::hardware_concurrency() / 2);
}

// More than processors: requests of seconds share these with one of milliseconds that would otherwise wait for them.
size_t LongPoolThreads() { return std::max(8u, std::thread::hardware_concurrency()); }

// Admin calls may block a thread, too, until the upstream responds (POST /_holdfast/ttl/sweep, one call at a time).
constexpr size_t kAdminPoolThreads = 8;

// A race session occupies one thread while a step is executed, and so does the opening of a session.
constexpr size_t kRacePoolThreads = 64;

std::unique_ptr<Upstream> MakeUpstream(const Flags& flags, Engine& engine) {
  if (!flags.upstream.has_value()) return nullptr;
  const DatabaseName shared = RaceDatabase(DatabaseSelection());
  return std::make_unique<Upstream>(*flags.upstream, engine.FindOrCreate(shared.account, shared.region, shared.fork));
}

std::unique_ptr<RequestForwarder> MakeForwarder(Upstream* upstream, Random& seeds, const OriginPolicy& origins) {
  if (upstream == nullptr) return nullptr;
  return std::make_unique<RequestForwarder>(&upstream->client(), seeds.Next(), origins,
                                            [upstream](std::string_view operation) { upstream->Forwarded(operation); });
}

// Only another Holdfast can be asked to delete what has expired.
AdminOutcome SweepUpstream(UpstreamClient& client, std::string* body) {
  conformance::HttpRequest sweep;
  sweep.path = "/_holdfast/ttl/sweep";
  const conformance::HttpResponse response = client.Exchange(std::move(sweep));
  if (response.status == 0) return AdminFailure{409, client.url() + " has not responded: " + response.reason};
  if (response.status != 200) return AdminFailure{409, client.url() + " cannot be asked to delete what has expired"};
  *body += response.body;
  return std::nullopt;
}

// How long Server::Stop waits for a slow reader of the standard error stream.
constexpr std::chrono::milliseconds kLogFlushMax{300};

}  // namespace

AdminOptions Server::MakeAdminOptions(const Flags& flags) {
  AdminOptions options{.remote = flags.admin_remote,
                       .databases_max = flags.databases_max,
                       .shared_database = EffectiveIsolation(flags) == Isolation::kShared,
                       .observer = &observer_,
                       .load = [this] {
                         const HttpServer* const serving = started_http_server_.load(std::memory_order_acquire);
                         if (serving == nullptr) return ConnectionLoad();
                         return ConnectionLoad{serving->connection_count(), serving->buffered_bytes()};
                       }};
  options.account_of = [this](std::string_view access_key_id) { return databases_.AccountOf(access_key_id); };
  if (upstream_ == nullptr) return options;
  options.upstream_url = upstream_->client().url();
  options.sweep_upstream = [upstream = upstream_.get()](std::string* body) {
    return SweepUpstream(upstream->client(), body);
  };
  return options;
}

Server::Server(const Flags& flags, uint64_t seed)
    : host_(flags.host),
      engine_(MakeEngineOptions(flags), nullptr, seed),
      databases_(&engine_, {.isolation = EffectiveIsolation(flags),
                            .databases_max = flags.databases_max,
                            .has_template = !flags.template_account.empty()}),
      observer_({.log = flags.log, .counts = flags.metrics}, AllOperationNames()),
      origins_(MakeOriginPolicy(flags)),
      seed_generator_(seed),
      race_responses_(seed_generator_.Next(), origins_),
      upstream_(MakeUpstream(flags, engine_)),
      forwarder_(MakeForwarder(upstream_.get(), seed_generator_, origins_)),
      races_(&race_responses_, IsOperation),
      admin_(&engine_, MakeAdminOptions(flags), &races_),
      dispatch_options_{.origins = origins_,
                        .health_check_status = flags.health_check_status,
                        .hints = upstream_ == nullptr ? &hints_ : nullptr,
                        .observer = &observer_,
                        .races = &races_,
                        .race_pool = &race_pool_,
                        .upstream = upstream_.get(),
                        .forwarder = forwarder_.get()},
      background_(&engine_),
      // The database that mirrors the upstream's tables must not be dropped while it has no tables.
      idle_databases_(&engine_, upstream_ == nullptr ? flags.fork_idle : std::chrono::minutes(0)),
      race_pool_(kRacePoolThreads,
                 [this] {
                   DispatchOptions options = dispatch_options_;
                   options.race_pool = nullptr;
                   return std::make_unique<Dispatcher>(&databases_, &admin_, seed_generator_.Next(), options);
                 }),
      long_pool_(LongPoolThreads(), [this] { return MakePoolDispatcher(); }),
      pool_(RequestPoolThreads(flags), [this] { return MakePoolDispatcher(&long_pool_); }),
      admin_pool_(kAdminPoolThreads, [this] { return MakePoolDispatcher(); }) {
  engine_.SetTimeToLiveDelay(absl::FromChrono(flags.late_ttl));
  if (upstream_ != nullptr) {
    races_.UseStores(
        [this](const std::shared_ptr<Database>&, const RaceOptions& options) { return upstream_->OpenStore(options); });
  }
  if (!flags.anomalies.any()) return;
  AnomalyOptions anomalies = flags.anomalies;
  anomalies.seed = seed;
  races_.UseAnomalies(anomalies);
  races_.anomalies()->order().SetRelease([this](HeldRequest held) {
    pool_.Enqueue({std::move(held.request), std::move(held.response), std::nullopt, std::move(held.ticket)});
  });
}

std::unique_ptr<DeferredRequestHandler> Server::MakePoolDispatcher(RequestPool* long_pool) {
  return std::make_unique<Dispatcher>(&databases_, &admin_, seed_generator_.Next(), dispatch_options_, nullptr, nullptr,
                                      long_pool);
}

Result<std::unique_ptr<Server>, std::string> Server::Start(const Flags& flags) {
  // Event loops and threads throw if there are not enough descriptors, threads or memory for them.
  try {
    return StartOrThrow(flags);
  } catch (const std::exception& exception) {
    return std::string(exception.what());
  }
}

Result<std::unique_ptr<Server>, std::string> Server::StartOrThrow(const Flags& flags) {
  // Starts the thread of the log writer now: that could fail later, when memory has run out.
  StandardError();
  const uint64_t seed = flags.seed.has_value() ? *flags.seed : UnpredictableSeed();
  std::unique_ptr<Server> server(new Server(flags, seed));
  HttpServerOptions options;
  options.host = flags.host;
  options.port = flags.port;
  options.threads = flags.threads > 0 ? flags.threads : std::thread::hardware_concurrency();
  options.connections_max = flags.connections_max;
  options.buffered_bytes_max = flags.buffered_bytes_max;
  auto http_server = HttpServer::Start(options, [&self = *server] {
    return std::make_unique<Dispatcher>(&self.databases_, &self.admin_, self.seed_generator_.Next(),
                                        self.dispatch_options_, &self.pool_, &self.admin_pool_, &self.long_pool_);
  });
  if (!http_server.ok()) return std::move(http_server).error();
  server->http_server_ = std::move(http_server).value();
  server->started_http_server_.store(server->http_server_.get(), std::memory_order_release);
  return server;
}

Server::~Server() {
  if (http_server_ != nullptr) http_server_->Stop();
  // The thread of the RequestOrder releases requests to pool_, which is destroyed before races_.
  if (races_.anomalies() != nullptr) races_.anomalies()->order().Stop();
}

std::string Server::url() const { return Url(host_, http_server_->port()); }

void Server::Stop() noexcept {
  // If memory has run out, a step may fail; the others are still done.
  const auto attempt = [](const auto& step) {
    try {
      step();
    } catch (...) {
      LogException("stopping");
    }
  };
  attempt([this] { races_.CloseAll("the server is stopping"); });
  attempt([this] { observer_.CloseStreams(); });
  attempt([this] { http_server_->Stop(); });
  observer_.Flush(kLogFlushMax);
  StandardError().Flush(kLogFlushMax);
}

}  // namespace holdfast::server
