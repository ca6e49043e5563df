// Handles HTTP requests by calling the engine's operations: everything between a parsed message and the engine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "server/admin/admin_surface.h"
#include "server/dispatch/databases.h"
#include "server/dispatch/dispatch_options.h"
#include "server/dispatch/errors/wire_failure.h"
#include "server/dispatch/operation_table.h"
#include "server/dispatch/request_pool.h"
#include "server/json/json_document.h"
#include "server/message/content_encoding.h"
#include "server/message/deferred_response.h"
#include "server/message/endpoint.h"
#include "server/message/http_message.h"
#include "server/message/owned_request.h"
#include "server/message/response_finisher.h"
#include "server/message/response_head.h"
#include "server/observe/observer.h"
#include "server/race/race_lab.h"

namespace holdfast::server {

// Not thread-safe: each thread has its own. MemoryQuotaExhausted becomes a ServiceUnavailable, any other exception an
// InternalServerError and a line on stderr. An exception leaves the dispatcher only if memory runs out for that
// response, too.
class Dispatcher final : public RequestHandler, public DeferredRequestHandler {
 public:
  // `databases` and `admin` are shared by all dispatchers and must outlive them. `seed` initializes the request ids,
  // and must be different for each dispatcher. `pool` runs requests that would keep an event loop busy; if it is null,
  // this thread runs them. `admin_pool` runs admin calls, and `long_pool` requests that have exhausted their work
  // budget; where one is null, `pool` takes its place. A dispatcher of `pool` itself has a `long_pool` only.
  Dispatcher(Databases* databases, AdminSurface* admin, uint64_t seed, DispatchOptions options = {},
             RequestPool* pool = nullptr, RequestPool* admin_pool = nullptr, RequestPool* long_pool = nullptr)
      : databases_(databases),
        admin_(admin),
        pool_(pool),
        admin_pool_(admin_pool == nullptr ? pool : admin_pool),
        long_pool_(long_pool == nullptr ? pool : long_pool),
        lane_(options.observer == nullptr ? nullptr : options.observer->AddLane()),
        options_(std::move(options)),
        finisher_(seed, options_.origins) {}

  void Handle(const HttpRequest& request, Responder* responder) override;
  // Handles the request on this thread, without deferring the response.
  void Handle(const HttpRequest& request, HttpResponse* response);
  void HandleDeferred(DeferredRequest request) override;
  void Refuse(RefusalReason reason, HttpResponse* response) override;

 private:
  // Returned instead of a status if the response was deferred: the caller must not access the response any more.
  static constexpr int kDeferred = 0;

  void Dispatch(const HttpRequest& request, Responder* responder);
  // With an upstream: forwards the request, refuses it, or has the pool execute it. False if this thread is to execute
  // it, or to send it and wait for the response.
  bool ForwardApiRequest(const HttpRequest& request, const Endpoint& endpoint, const OperationTarget& target,
                         const Operation* operation, Responder* responder);
  // With an upstream: whether a session, a fault rule or an anomaly may concern the request.
  bool MayConcernRaceLab(const HttpRequest& request, const Endpoint& endpoint) const;
  void HandleApiRequest(const HttpRequest& request, const Endpoint& endpoint, std::string_view content_type,
                        Responder* responder);
  // Executes an API request, appends the response body and returns the status, or kDeferred. `budget` may be null. If
  // it is exhausted, nothing was executed, and the appended bytes are invalid.
  int ExecuteApiRequest(const HttpRequest& request, const Endpoint& endpoint, const Operation* operation,
                        WorkBudget* budget, std::string* body, Responder* responder);
  // Whether a race session, a fault rule or an anomaly may concern a request.
  bool RaceLabInUse() const { return options_.races != nullptr && options_.races->in_use(); }
  // Refuses a request that names an actor, because its database has no race session. Returns the status.
  int RefuseActor(const RequestedDatabase& requested, std::string* body);
  // While the race lab is in use: executes or parks a request whose database has a race session, and returns its status
  // or kDeferred. If the database has no session, refuses a request that names an actor. Returns nothing for other
  // requests, and if the session is closed meanwhile: the request must then be executed as usual.
  std::optional<int> ExecuteInRace(const HttpRequest& request, const Endpoint& endpoint, const Operation& operation,
                                   const RequestedDatabase& requested, const OperationCall& call,
                                   std::shared_ptr<Database> database, Responder* responder);
  // While the race lab is in use: executes a request for which a fault rule fires or to which an anomaly may happen,
  // and returns its status or kDeferred. Returns nothing if there is neither, or if the request is invalid or cannot be
  // deferred: it must then be executed as usual.
  std::optional<int> ExecuteWithFaults(const HttpRequest& request, const Operation& operation,
                                       const RequestedDatabase& requested, const OperationCall& call,
                                       const std::shared_ptr<Database>& database, Responder* responder);
  // Defers a request that is to wait for its place in the order of requests. False if it is to be executed now.
  bool HoldRequest(const HttpRequest& request, const Operation& operation, const OperationCall& call,
                   Anomalies& anomalies, Responder* responder);
  int HandleHealthCheck(const HttpRequest& request, std::string* body);
  void HandleAdminRequest(const HttpRequest& request, Responder* responder);
  // Responds with a stream of observed requests (GET /_holdfast/requests), from the one after number `after`; without
  // that number, from now on.
  void StreamRequests(const HttpRequest& request, std::optional<uint64_t> after, Responder* responder);
  // Begins to observe an API request.
  void Observe(const HttpRequest& request, const Endpoint& endpoint, const Operation* operation, Responder* responder);
  // Adds the caller and a description of the request to the observation, which must not be null.
  void DescribeObserved(const RequestedDatabase& requested, const rapidjson::Value& request, const Database& database);
  // Compresses the body if the client accepts that, and writes the head. An event loop leaves a large body to the pool;
  // if the memory quota does not admit it there, it is not compressed.
  void Finish(const HttpRequest& request, ResponseHead head, Responder* responder);
  bool MayDefer(const Responder& responder) const { return pool_ != nullptr && responder.may_defer(); }
  // The request with body_copy_, which was decompressed.
  OwnedRequest CopyRequest(const HttpRequest& request) const;
  // The pool for a request that this dispatcher leaves to another thread: that for long requests if there is one, except
  // with an upstream, for whose responses the threads of pool_ wait.
  RequestPool* PoolFor(bool is_long) const;
  void Defer(OwnedRequest request, Responder* responder) { Defer(std::move(request), responder, pool_); }
  // `series`: see DeferredRequest.
  void Defer(OwnedRequest request, Responder* responder, RequestPool* pool, uint64_t series = 0);
  void WriteRefusal(RefusalReason reason, HttpResponse* response);
  // Discards what was written to the response.
  void WriteFailure(const WireFailure& failure, const HttpRequest& request, HttpResponse* response);

  Databases* const databases_;
  AdminSurface* const admin_;
  RequestPool* const pool_;
  RequestPool* const admin_pool_;
  RequestPool* const long_pool_;
  // Null: requests are never observed.
  RecordLane* const lane_;
  const DispatchOptions options_;
  ResponseFinisher finisher_;
  // Decompresses the bodies of requests.
  ContentCompressor compressor_;
  JsonDocument document_;
  // A copy of a request's body, because parsing overwrites what is parsed: for a request that may have to be executed
  // again, on the pool or later, or that goes to the upstream.
  std::string body_copy_;
  // Not null while an observed request is handled.
  Observation* observation_ = nullptr;
  // Present while a request that RequestOrder has released is handled.
  std::optional<ReleasedTicket> released_ticket_;
  // Receives the credential that Authenticate decodes.
  std::string decoded_credential_;
};

}  // namespace holdfast::server
