// The server: the engine, the dispatchers of requests, the background threads and the HTTP listener, configured by the
// flags.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/random.h"
#include "engine/base/result.h"
#include "engine/engine.h"
#include "server/admin/admin_surface.h"
#include "server/background_work.h"
#include "server/dispatch/databases.h"
#include "server/dispatch/dispatch_options.h"
#include "server/dispatch/hint_log.h"
#include "server/dispatch/race_responses.h"
#include "server/dispatch/request_forwarder.h"
#include "server/dispatch/request_pool.h"
#include "server/flags.h"
#include "server/http/http_server.h"
#include "server/idle_databases.h"
#include "server/observe/observer.h"
#include "server/race/race_lab.h"
#include "server/upstream/upstream.h"

namespace holdfast::server {

class Server {
 public:
  // Listens and serves. The error is one line with the reason.
  static Result<std::unique_ptr<Server>, std::string> Start(const Flags& flags);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  // Joins the threads of the HTTP server first.
  ~Server();

  // `http://127.0.0.1:8000`
  std::string url() const;
  Engine& engine() { return engine_; }
  RaceLab& races() { return races_; }
  // Null unless requests are forwarded.
  Upstream* upstream() { return upstream_.get(); }
  // Responds to the requests that race sessions hold, and ends the responses that stream the log of requests: both
  // would keep their connections open. Then stops the HTTP server, and writes the rest of the log.
  void Stop() noexcept;

 private:
  Server(const Flags& flags, uint64_t seed);
  static Result<std::unique_ptr<Server>, std::string> StartOrThrow(const Flags& flags);
  AdminOptions MakeAdminOptions(const Flags& flags);
  // For a thread of a pool.
  std::unique_ptr<DeferredRequestHandler> MakePoolDispatcher(RequestPool* long_pool = nullptr);

  const std::string host_;
  Engine engine_;
  Databases databases_;
  Observer observer_;
  // Null until Start has set http_server_. For the metrics, which any thread may write.
  std::atomic<const HttpServer*> started_http_server_{nullptr};
  const OriginPolicy origins_;
  // Generates the seeds of the dispatchers, of race_responses_ and of forwarder_.
  Random seed_generator_;
  RaceResponseSender race_responses_;
  // Both are null unless requests are forwarded.
  const std::unique_ptr<Upstream> upstream_;
  const std::unique_ptr<RequestForwarder> forwarder_;
  RaceLab races_;
  AdminSurface admin_;
  HintLog hints_;
  const DispatchOptions dispatch_options_;
  BackgroundWorker background_;
  IdleDatabases idle_databases_;
  std::unique_ptr<HttpServer> http_server_;
  // All pools are destroyed before http_server_: their threads may be writing metrics that they read from that server.
  //
  // For the requests and calls of race sessions. Outlives long_pool_ and pool_, whose threads pass requests on to it.
  RequestPool race_pool_;
  // For requests that have exhausted their work budget, so that those of pool_ do not wait behind them. Outlives pool_,
  // whose threads pass requests on to it.
  RequestPool long_pool_;
  RequestPool pool_;
  // For admin calls, which must be possible when requests that wait for the upstream or take long hold all threads of
  // the other pools.
  RequestPool admin_pool_;
};

}  // namespace holdfast::server
