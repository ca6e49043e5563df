// A server on a free port that forwards requests to an endpoint of this machine.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "server/dispatch/operation_table.h"
#include "server/dispatch/request_forwarder.h"
#include "server/observe/observer.h"
#include "server/upstream/upstream.h"
#include "tests/server/race/race_server.h"

namespace holdfast::server {

inline conformance::EndpointOptions LocalEndpoint(uint16_t port) {
  conformance::EndpointOptions endpoint;
  endpoint.url = {.scheme = "http", .host = "127.0.0.1", .port = port};
  endpoint.streams_url = endpoint.url;
  endpoint.region = "eu-west-3";
  endpoint.credentials = {.access_key_id = "upstreamkey", .secret_access_key = "secret", .session_token = ""};
  return endpoint;
}

class ForwardingServer {
 public:
  static constexpr size_t kPoolThreads = 8;

  // `observer`: null, or observes the requests, and must outlive this.
  explicit ForwardingServer(uint16_t upstream_port, UpstreamLimits limits = {}, Observer* observer = nullptr)
      : observer_(observer),
        upstream_(LocalEndpoint(upstream_port), engine_.FindOrCreate("000000000000", "us-east-1", ""), limits) {
    races_.UseStores(
        [this](const std::shared_ptr<Database>&, const RaceOptions& options) { return upstream_.OpenStore(options); });
    HttpServerOptions options;
    options.port = 0;
    options.threads = 1;
    options.limits.stop = std::chrono::milliseconds(500);
    auto server = HttpServer::Start(options, [this] { return MakeDispatcher(&pool_, &admin_pool_); });
    if (server.ok()) http_ = std::move(server).value();
  }

  uint16_t port() const { return http_->port(); }
  RaceLab& races() { return races_; }
  Upstream& upstream() { return upstream_; }

 private:
  std::unique_ptr<Dispatcher> MakeDispatcher(RequestPool* pool, RequestPool* admin_pool) {
    DispatchOptions options;
    options.observer = observer_;
    options.races = &races_;
    options.upstream = &upstream_;
    options.forwarder = &forwarder_;
    return std::make_unique<Dispatcher>(&databases_, &admin_, 1, std::move(options), pool, admin_pool);
  }

  Observer* const observer_;
  Engine engine_{{}, nullptr, 1};
  Databases databases_{&engine_, Isolation::kShared};
  Upstream upstream_;
  RequestForwarder forwarder_{&upstream_.client(), 1, OriginPolicy(),
                              [this](std::string_view operation) { upstream_.Forwarded(operation); }};
  RaceResponseSender responses_{1, OriginPolicy()};
  RaceLab races_{&responses_, IsOperation};
  AdminSurface admin_{&engine_, {.shared_database = true, .upstream_url = "http://upstream.test"}, &races_};
  RequestPool pool_{kPoolThreads, [this] { return MakeDispatcher(nullptr, nullptr); }};
  RequestPool admin_pool_{1, [this] { return MakeDispatcher(nullptr, nullptr); }};
  std::unique_ptr<HttpServer> http_;
};

}  // namespace holdfast::server
