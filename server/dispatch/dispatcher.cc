#include "server/dispatch/dispatcher.h"

#include <functional>
#include <optional>
#include <utility>
#include <variant>

#include "conformance/client/endpoint.h"
#include "server/admin/race_calls.h"
#include "server/dispatch/anomalous_call.h"
#include "server/dispatch/api_content_type.h"
#include "server/dispatch/authentication.h"
#include "server/dispatch/errors/error_response.h"
#include "server/dispatch/injected_fault.h"
#include "server/dispatch/request_forwarder.h"
#include "server/dispatch/run_operation.h"
#include "server/dispatch/target_header.h"
#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/log/exception_log.h"
#include "server/message/cors.h"
#include "server/message/decimal.h"
#include "server/message/health_check.h"
#include "server/observe/request_description.h"
#include "server/race/item_requests.h"
#include "server/race/race_actor.h"
#include "server/upstream/forwarded_request.h"
#include "server/upstream/item_responses.h"
#include "server/upstream/upstream.h"

namespace holdfast::server {
namespace {

// A decompressed body has the same limit as one on the wire.
constexpr size_t kDecompressedBytesMax = size_t{16} << 20;

// The memory of the JSON tree of a longer body is freed after the request.
constexpr size_t kRetainedBytesMax = size_t{1} << 20;

// Work on an event loop is limited to about a millisecond. The following constants say which requests the pool handles
// instead.
//
// Parsing a longer body takes too long.
constexpr size_t kInlineBodyBytesMax = 65'536;
// Parsing a longer body takes so long that requests with shorter ones must not wait for it.
constexpr size_t kLargeBodyBytesMin = size_t{1} << 20;
// The budget of a request if the event loop is late (Responder::is_late), some 0.1 ms: when many connections send
// requests of up to a millisecond each, others wait for a few of them only.
constexpr uint64_t kLateSteps = 2'000;
// Compressing a longer response takes too long.
constexpr size_t kInlineCompressionBytesMax = 65'536;

// An operation that this server executes even if it forwards all others: a client that discovers its endpoint must come
// back here.
constexpr std::string_view kNeverForwarded = "DescribeEndpoints";

// The body of DynamoDB's response to a request that is not for its API. Clients do not parse it.
constexpr std::string_view kNotFoundBody = "<UnknownOperationException/>\n";

bool IsApiRequest(const HttpRequest& request, const Endpoint& endpoint, std::string_view content_type) {
  if (request.method != "POST" || endpoint.kind != EndpointKind::kApi) return false;
  return IsJson(content_type) || (request.body->empty() && !request.HasHeader("content-type"));
}

// The TableName member of a request; empty if it has none.
std::string_view RequestTableName(const rapidjson::Value& request) {
  if (!request.IsObject()) return {};
  const auto member = request.FindMember("TableName");
  return member != request.MemberEnd() && member->value.IsString() ? Text(member->value) : std::string_view();
}

bool IsLongRunning(const Operation* operation, size_t body_bytes) {
  if (body_bytes > kInlineBodyBytesMax) return true;
  return operation != nullptr && operation->traits.works_on_tables;
}

// The channel of a response that was deferred already: deferring it again moves it to another owner.
class DeferredChannel final : public ResponseChannel {
 public:
  explicit DeferredChannel(DeferredResponse* response) : response_(response) {}
  std::shared_ptr<PendingResponse> DeferResponse(size_t held_bytes) override {
    // A body that was compressed takes more memory now.
    if (!response_->ChargeGrowth(held_bytes)) throw MemoryQuotaExhausted();
    return response_->Release();
  }

 private:
  DeferredResponse* const response_;
};

// The `call` of an OpaqueRequest, which executes the operation and sets `*outcome`.
std::function<Status()> MakeOpaqueCall(const Operation& operation, const OperationCall& call,
                                       std::shared_ptr<Database> database, std::string_view body,
                                       std::shared_ptr<RawOutcome> outcome) {
  return [&operation, database = std::move(database), host = std::string(call.host), body = std::string(body),
          outcome = std::move(outcome)]() -> Status {
    JsonDocument document;
    std::string text = body;
    *outcome = RawOutcome();
    const Decoded<const rapidjson::Value*> parsed = document.Parse(&text);
    if (parsed.ok()) {
      outcome->status = RunOperation(
          operation, {.database = *database, .request = *parsed.value(), .host = host, .response = &outcome->body});
    } else {
      outcome->status = AppendErrorBody(parsed.error(), &outcome->body);
    }
    if (outcome->status == 200) return {};
    const Result<race::Response> response = ReadItemResponse(race::OpaqueRequest(), *outcome);
    return response.ok() ? Status() : Status(response.error());
  };
}

// Attaches the body as the client has sent it, so that the upstream executes exactly that. Returns the outcome that the
// execution will set.
std::shared_ptr<RawOutcome> AttachBody(const std::string& body, race::Request& request) {
  const auto forwarded = std::make_shared<ForwardedRequest>(body);
  request.attachment = forwarded;
  return forwarded->outcome();
}

}  // namespace

void Dispatcher::Handle(const HttpRequest& request, Responder* responder) {
  const auto fail = [&](WireFailure (*failure)()) {
    // Reset first, because the rest may throw, too: the responder owns the observation.
    observation_ = nullptr;
    released_ticket_.reset();
    // If the response was deferred, the exception has abandoned it, and the connection's Session sends the error.
    if (!responder->deferred()) WriteFailure(failure(), request, responder->message());
  };
  try {
    Dispatch(request, responder);
  } catch (const MemoryQuotaExhausted&) {
    fail(ServiceUnavailable);
  } catch (...) {
    LogException("a request");
    fail(InternalServerError);
  }
  observation_ = nullptr;
  responder->EndObservation();
  // Longer bodies are rare: only the pool's threads handle them.
  if (body_copy_.capacity() > kInlineBodyBytesMax) std::string().swap(body_copy_);
}

void Dispatcher::Handle(const HttpRequest& request, HttpResponse* response) {
  Responder responder(response);
  Handle(request, &responder);
}

void Dispatcher::HandleDeferred(DeferredRequest deferred) {
  HttpResponse* const response = deferred.response.message();
  if (!deferred.head.has_value()) {
    DeferredChannel channel(&deferred.response);
    Responder responder(response, &channel);
    responder.Observe(deferred.response.TakeObserver());
    observation_ = static_cast<Observation*>(responder.observer());
    released_ticket_ = std::move(deferred.ticket);
    Handle(deferred.request.Get(), &responder);
    released_ticket_.reset();
    if (responder.deferred()) return document_.Clear();
  } else {
    try {
      finisher_.Finish(deferred.request.Get(), *deferred.head, response);
    } catch (...) {
      LogException("compressing a response");
      WriteFailure(InternalServerError(), deferred.request.Get(), response);
    }
  }
  document_.Clear();
  response->ShrinkToFit();
  deferred.response.Complete();
}

void Dispatcher::Dispatch(const HttpRequest& request, Responder* responder) {
  HttpResponse* const response = responder->message();
  std::string* const body = response->StartBody();
  Endpoint endpoint = ParseEndpoint(request.target);
  if (endpoint.fork.empty()) endpoint.fork = ForkFromHost(request.Header("host"));
  const bool is_admin = endpoint.kind == EndpointKind::kAdmin;
  const std::string_view refusal = options_.origins.Refusal(request, is_admin);
  if (!refusal.empty()) {
    if (lane_ != nullptr && lane_->active() && endpoint.kind == EndpointKind::kApi && request.method == "POST") {
      const std::optional<OperationTarget> target = ParseTarget(request.Header("x-amz-target"));
      Observe(request, endpoint, target.has_value() ? FindOperation(*target) : nullptr, responder);
    }
    const int status = AppendErrorBody(Forbidden(refusal), body);
    return finisher_.Finish(request, {.status = status, .content_type = kPlainJson}, response);
  }
  if (IsPreflight(request)) return finisher_.Finish(request, {.status = 200}, response);
  if (IsHealthCheck(request)) {
    const int status = HandleHealthCheck(request, body);
    // A program that waits for this status (@shelf/jest-dynamodb) may not read the body, and an open connection would
    // keep Node.js from ending.
    if (status != 200) response->CloseConnection();
    return finisher_.Finish(request, {.status = status}, response);
  }
  if (is_admin) {
    // Most admin calls work on whole databases, and calls about races wait while a step is executed.
    if (MayDefer(*responder)) {
      const std::optional<uint64_t> session = RaceSessionOf(request.target);
      RequestPool* const pool = session.has_value() && options_.race_pool != nullptr ? options_.race_pool : admin_pool_;
      // The memory of an admin call is not charged to the quota: admin calls show, or end, what exhausts it.
      return pool->Enqueue(
          {.request = OwnedRequest(request), .response = responder->Defer(), .series = session.value_or(0)});
    }
    return HandleAdminRequest(request, responder);
  }
  const std::string_view content_type = ContentType(request);
  if (!IsApiRequest(request, endpoint, content_type)) {
    *body += kNotFoundBody;
    return finisher_.Finish(request, {.status = 404}, response);
  }
  HandleApiRequest(request, endpoint, content_type, responder);
}

bool Dispatcher::ForwardApiRequest(const HttpRequest& request, const Endpoint& endpoint, const OperationTarget& target,
                                   const Operation* operation, Responder* responder) {
  const bool targets_streams = target.service == Service::kDynamoDbStreams;
  // An operation that X-Amz-Target assigns to the wrong service is unknown: this server reports that itself.
  if (target.operation == kNeverForwarded || conformance::IsStreamsOperation(target.operation) != targets_streams) {
    return false;
  }
  std::string* const body = responder->message()->StartBody();
  const auto refuse = [&](const WireFailure& failure) {
    const int status = AppendErrorBody(failure, body);
    Finish(request, {.status = status, .content_type = ResponseContentType(ContentType(request))}, responder);
    return true;
  };
  // The server replaces the signature by its own, so a missing signature must be detected here.
  const Result<Caller, WireFailure> caller = Authenticate(request, &decoded_credential_);
  if (!caller.ok()) return refuse(caller.error());
  if (!endpoint.fork.empty()) {
    return refuse(NoForksOfUpstream(options_.upstream->client().url()));
  }
  const bool for_race_lab = operation != nullptr && MayConcernRaceLab(request, endpoint);
  // Signing reads the whole body, and a request that the race lab handles blocks its thread until the upstream
  // responds.
  if ((for_race_lab || request.body->size() > kInlineBodyBytesMax) && MayDefer(*responder)) {
    Defer(OwnedRequest(request), responder);
    return true;
  }
  if (for_race_lab || !responder->may_defer()) return false;
  const std::string_view encoding = request.Header("content-encoding");
  // A compressed body is passed on as it is, so the observation has nothing of it.
  if (observation_ != nullptr && (encoding.empty() || EqualsIgnoringCase(encoding, "identity"))) {
    observation_->OnRequestBody(*request.body);
    // Parsing overwrites the body.
    body_copy_.assign(*request.body);
    const Decoded<const rapidjson::Value*> parsed = document_.Parse(&body_copy_);
    const RequestedDatabase requested = {.caller = caller.value()};
    if (parsed.ok()) DescribeObserved(requested, *parsed.value(), options_.upstream->tables().database());
  }
  OwnedRequest owned(request);
  DeferredResponse response = responder->Defer(owned.memory_bytes());
  options_.forwarder->Forward(std::move(owned), target.operation, std::move(response));
  return true;
}

bool Dispatcher::MayConcernRaceLab(const HttpRequest& request, const Endpoint& endpoint) const {
  if (NamesActor(request, endpoint)) return true;
  if (!RaceLabInUse()) return false;
  const RaceLab& races = *options_.races;
  return races.anomalies() != nullptr || !races.faults().empty() ||
         races.FindOn(&options_.upstream->tables().database()) != nullptr;
}

void Dispatcher::HandleApiRequest(const HttpRequest& request, const Endpoint& endpoint, std::string_view content_type,
                                  Responder* responder) {
  const std::optional<OperationTarget> target = ParseTarget(request.Header("x-amz-target"));
  const Operation* const operation = target.has_value() ? FindOperation(*target) : nullptr;
  if (lane_ != nullptr && lane_->active() && observation_ == nullptr) {
    Observe(request, endpoint, operation, responder);
  }
  if (options_.upstream != nullptr && target.has_value() &&
      ForwardApiRequest(request, endpoint, *target, operation, responder)) {
    return;
  }
  const std::string_view encoding = request.Header("content-encoding");
  std::string* const body = responder->message()->StartBody();
  if (MayDefer(*responder) && (!encoding.empty() || IsLongRunning(operation, request.body->size()))) {
    return Defer(OwnedRequest(request), responder, PoolFor(request.body->size() > kLargeBodyBytesMin));
  }

  const bool is_late = responder->is_late();
  WorkBudget budget(is_late ? kLateSteps : WorkBudget::kStepsDefault);
  WorkBudget* used_budget = nullptr;
  int status = 0;
  const auto decompressed = encoding.empty() ? ContentCompressor::DecompressResult::kOk
                                             : compressor_.Decompress(encoding, kDecompressedBytesMax, request.body);
  switch (decompressed) {
    case ContentCompressor::DecompressResult::kOk:
      if (long_pool_ != nullptr && responder->may_defer()) {
        if (operation != nullptr && operation->takes_budget) used_budget = &budget;
        if (used_budget != nullptr || databases_->StartsAsCopy(endpoint.fork)) body_copy_.assign(*request.body);
      }
      status = ExecuteApiRequest(request, endpoint, operation, used_budget, body, responder);
      if (status == kDeferred) return;
      if (budget.exhausted()) {
        // What only a late event loop defers gets the usual budget on pool_, and beyond that goes on to long_pool_.
        return Defer(CopyRequest(request), responder, is_late ? pool_ : long_pool_);
      }
      if (request.body->size() > kRetainedBytesMax) document_.Clear();
      break;
    case ContentCompressor::DecompressResult::kCorrupt:
      status = AppendErrorBody(BadContentEncoding(), body);
      break;
    case ContentCompressor::DecompressResult::kTooLarge:
      status = 413;
      break;
  }
  Finish(request, {.status = status, .content_type = ResponseContentType(content_type)}, responder);
}

// DynamoDB reports the first of: malformed body, unknown operation, failed authentication, empty body, error of the
// operation itself.
int Dispatcher::ExecuteApiRequest(const HttpRequest& request, const Endpoint& endpoint, const Operation* operation,
                                  WorkBudget* budget, std::string* body, Responder* responder) {
  const bool body_empty = request.body->empty();
  // Decided once: if the lab comes into use while the request is handled, there is no copy of the body to execute it
  // again.
  const bool race_lab_in_use = RaceLabInUse();
  if (race_lab_in_use || options_.upstream != nullptr) body_copy_.assign(*request.body);
  // On a thread of the pool a rule or an anomaly may act on the request, which must then not be run a second time.
  if (race_lab_in_use && pool_ == nullptr) budget = nullptr;
  if (observation_ != nullptr) observation_->OnRequestBody(*request.body);
  const rapidjson::Value* json = nullptr;
  if (!body_empty) {
    Decoded<const rapidjson::Value*> parsed = document_.Parse(request.body);
    if (!parsed.ok()) return AppendErrorBody(parsed.error(), body);
    json = parsed.value();
  }

  if (operation == nullptr) {
    if (options_.hints != nullptr) options_.hints->OnUnknownOperation(request.Header("x-amz-target"));
    return AppendErrorBody(UnknownOperation(), body);
  }

  const Result<Caller, WireFailure> caller = Authenticate(request, &decoded_credential_);
  if (!caller.ok()) return AppendErrorBody(caller.error(), body);
  if (options_.hints != nullptr) options_.hints->OnAssumedScope(caller.value());

  if (body_empty) return AppendErrorBody(UnreadableBody(), body);

  const RequestedDatabase requested = {.caller = caller.value(),
                                       .fork = endpoint.fork,
                                       .creates_database = operation->traits.creates_database,
                                       .may_copy = !MayDefer(*responder)};
  Result<ResolvedDatabase, WireFailure> found = databases_->ForCaller(requested);
  if (!found.ok()) return AppendErrorBody(found.error(), body);
  if (found.value().database == nullptr) {
    Defer(CopyRequest(request), responder);
    return kDeferred;
  }
  if (!found.value().exists && options_.hints != nullptr) {
    options_.hints->OnMissingDatabase(*databases_, databases_->NameFor(requested), RequestTableName(*json));
  }
  if (observation_ != nullptr) DescribeObserved(requested, *json, *found.value().database);
  const OperationCall call = {.database = *found.value().database,
                              .request = *json,
                              .host = request.Header("host"),
                              .response = body,
                              .budget = budget,
                              .upstream = operation->name == kNeverForwarded ? nullptr : options_.upstream,
                              .body = body_copy_,
                              .hints = options_.hints};
  std::optional<int> status;
  if (race_lab_in_use) {
    status = ExecuteInRace(request, endpoint, *operation, requested, call, found.value().database, responder);
    if (!status.has_value()) {
      status = ExecuteWithFaults(request, *operation, requested, call, found.value().database, responder);
    }
  } else if (NamesActor(request, endpoint)) {
    status = RefuseActor(requested, body);
  }
  if (!status.has_value()) status = RunOperation(*operation, call);
  // Also if a fault took the response of a refused request. A database that is in use or has a table stays.
  if (*status != 200 && found.value().is_new) databases_->DropIfEmpty(std::move(found).value(), requested);
  return *status;
}

int Dispatcher::RefuseActor(const RequestedDatabase& requested, std::string* body) {
  const DatabaseName name = databases_->NameFor(requested);
  return AppendErrorBody(
      RaceRefusal("the request names an actor, and there is no open race session on account " + name.account +
                  ", region " + name.region + (name.fork.empty() ? "" : ", fork " + name.fork)),
      body);
}

std::optional<int> Dispatcher::ExecuteInRace(const HttpRequest& request, const Endpoint& endpoint,
                                             const Operation& operation, const RequestedDatabase& requested,
                                             const OperationCall& call, std::shared_ptr<Database> database,
                                             Responder* responder) {
  const std::shared_ptr<RaceSession> session = options_.races->FindOn(database.get());
  if (session == nullptr) {
    if (!NamesActor(request, endpoint)) return std::nullopt;
    return RefuseActor(requested, call.response);
  }
  // A step may take long, and may have to wait for the end of another step.
  RequestPool* const pool = options_.race_pool != nullptr ? options_.race_pool : pool_;
  if (pool != nullptr && responder->may_defer()) {
    Defer(CopyRequest(request), responder, pool, session->id());
    return kDeferred;
  }
  Result<RaceActor, std::string> actor = ReadRaceActor(request, endpoint);
  if (!actor.ok()) return AppendErrorBody(RaceRefusal(actor.error()), call.response);
  if (actor->name.empty() && session->IsActorKey(requested.caller.access_key_id)) {
    actor->name = requested.caller.access_key_id;
  }

  Decoded<race::Request> decoded = DecodeRaceRequest(operation.name, call.request);
  if (!decoded.ok()) return AppendErrorBody(decoded.error(), call.response);
  race::Request typed = std::move(decoded).value();
  std::shared_ptr<RawOutcome> raw_outcome;
  if (auto* const opaque = std::get_if<race::OpaqueRequest>(&typed)) {
    raw_outcome = std::make_shared<RawOutcome>();
    opaque->call = MakeOpaqueCall(operation, call, std::move(database), body_copy_, raw_outcome);
  }
  if (call.upstream != nullptr) raw_outcome = AttachBody(body_copy_, typed);
  if (actor->name.empty()) {
    const std::optional<Result<race::Response>> response = session->RunUnscheduled(typed);
    if (!response.has_value()) return std::nullopt;
    if (raw_outcome != nullptr) return AppendOutcome(*raw_outcome, call.response);
    return AppendResponse(*response, call.hints, call.response);
  }
  if (!responder->may_defer()) return AppendErrorBody(RaceRefusal("this request cannot wait"), call.response);
  OwnedRequest head(request, std::string());
  // `typed` takes at least as much memory as the body.
  DeferredResponse response = responder->Defer(head.memory_bytes() + body_copy_.size());
  session->Arrive(
      {std::move(actor).value(), std::move(typed), std::move(raw_outcome), std::move(head), std::move(response)});
  return kDeferred;
}

std::optional<int> Dispatcher::ExecuteWithFaults(const HttpRequest& request, const Operation& operation,
                                                 const RequestedDatabase& requested, const OperationCall& call,
                                                 const std::shared_ptr<Database>& database, Responder* responder) {
  FaultRules& rules = options_.races->faults();
  Anomalies* const anomalies = options_.races->anomalies();
  if (rules.empty() && anomalies == nullptr) return std::nullopt;
  const NamedDatabase named = {databases_->NameFor(requested), database};
  if (!rules.MayFireOn(named.first) && anomalies == nullptr) return std::nullopt;
  if (anomalies != nullptr && HoldRequest(request, operation, call, *anomalies, responder)) return kDeferred;
  // The request may take long: it is executed without a work budget, and twice if the fault is a duplicate.
  if (MayDefer(*responder)) {
    Defer(CopyRequest(request), responder, PoolFor(!operation.traits.on_one_item));
    return kDeferred;
  }
  Decoded<race::Request> decoded = DecodeRaceRequest(operation.name, call.request);
  // Faults need a response that can be deferred. An invalid request is executed as usual: the operation reports its
  // error.
  if (!responder->may_defer() || !decoded.ok()) return std::nullopt;
  race::Request typed = std::move(decoded).value();
  if (call.upstream != nullptr) {
    AttachBody(body_copy_, typed);
    call.upstream->tables().Fetch(race::TablesOf(typed));
  }
  const InterceptedCall intercepted = {request, operation, call, named, typed};
  const std::optional<FaultRules::Fired> fault = rules.Fire(named.first, requested.caller.access_key_id, typed);
  if (fault.has_value()) return ExecuteWithFault(*fault, intercepted, *options_.races, responder);
  return anomalies == nullptr ? std::nullopt
                              : ExecuteWithAnomalies(intercepted, released_ticket_, *anomalies, responder);
}

bool Dispatcher::HoldRequest(const HttpRequest& request, const Operation& operation, const OperationCall& call,
                             Anomalies& anomalies, Responder* responder) {
  const RequestOrder::Mode mode = anomalies.order().mode();
  const bool may_hold = mode != RequestOrder::Mode::kOff && !released_ticket_.has_value() && responder->may_defer();
  if (!may_hold || !race::IsOnItems(operation.name)) return false;
  const Decoded<race::Request> decoded = DecodeRaceRequest(operation.name, call.request);
  if (!decoded.ok()) return false;
  if (call.upstream != nullptr) call.upstream->tables().Fetch(race::TablesOf(decoded.value()));
  const auto hold = mode == RequestOrder::Mode::kRandomTimes ? anomalies.ChooseHold() : std::chrono::milliseconds(0);
  Access access = AccessOf(call.database, decoded.value());
  OwnedRequest owned = CopyRequest(request);
  DeferredResponse response = responder->Defer(owned.memory_bytes());
  anomalies.order().Arrive(std::move(owned), std::move(response), std::move(access), hold);
  return true;
}

int Dispatcher::HandleHealthCheck(const HttpRequest& request, std::string* body) {
  if (options_.health_check_status != 200) return AppendErrorBody(MissingAuthenticationToken(), body);
  if (options_.hints != nullptr) options_.hints->OnHealthCheck(request.HasHeader("user-agent"));
  *body += kHealthCheckBody;
  return 200;
}

void Dispatcher::HandleAdminRequest(const HttpRequest& request, Responder* responder) {
  HttpResponse* const response = responder->message();
  const AdminRequest call = {
      .method = request.method, .target = request.target, .body = request.body, .from_loopback = request.from_loopback};
  const AdminResponse admin_response = admin_->Handle(call, document_, response->StartBody());
  if (admin_response.streams_requests) return StreamRequests(request, admin_response.stream_after, responder);
  finisher_.Finish(request, {.status = admin_response.status, .content_type = admin_response.content_type}, response);
}

void Dispatcher::StreamRequests(const HttpRequest& request, std::optional<uint64_t> after, Responder* responder) {
  // A browser that connects again sends the id of the last event that it has received.
  if (const std::optional<uint64_t> last = ParseDecimal(request.Header("last-event-id"))) after = last;
  std::string head =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nTransfer-Encoding: chunked\r\n";
  if (!request.connection.empty()) head.append("Connection: ").append(request.connection).append("\r\n");
  AppendCorsHeaders(request, options_.origins, &head);
  head += "\r\n";
  std::string* const body = responder->message()->StartBody();
  const auto refuse = [&](int status, std::string_view message) {
    {
      JsonWriter writer(body);
      writer.BeginObject();
      writer.StringMember("message", message);
      writer.EndObject();
    }
    finisher_.Finish(request, {.status = status, .content_type = kPlainJson}, responder->message());
  };
  if (!request.is_http_1_1 || !responder->may_defer()) return refuse(400, "a stream of requests needs HTTP/1.1");
  // Streams of other sites' pages would occupy all places.
  if (options_.origins.MayBeOfOtherSite(request)) {
    return refuse(403,
                  "a stream of requests needs localhost or 127.0.0.1 as its host; --allow-host NAME allows another");
  }
  RequestStreams::Place place = options_.observer->ReserveStream();
  if (place == nullptr) {
    return refuse(
        503, "there are as many streams of requests as there may be: " + std::to_string(RequestStreams::kStreamsMax));
  }
  options_.observer->OpenStream(std::move(place), responder->Defer(), std::move(head), after);
}

void Dispatcher::Observe(const HttpRequest& request, const Endpoint& endpoint, const Operation* operation,
                         Responder* responder) {
  const std::string_view header_actor = request.Header("x-holdfast-actor");
  const std::optional<OperationTarget> target = ParseTarget(request.Header("x-amz-target"));
  const std::string_view name = target.has_value() ? target->operation : std::string_view();
  auto observation =
      lane_->Begin(OperationNumber(operation), name, header_actor.empty() ? endpoint.actor : header_actor);
  observation_ = observation.get();
  responder->Observe(std::move(observation));
}

void Dispatcher::DescribeObserved(const RequestedDatabase& requested, const rapidjson::Value& request,
                                  const Database& database) {
  RequestRecord& record = observation_->record();
  const DatabaseName name = databases_->NameFor(requested);
  record.texts.Add(RecordField::kAccessKey, requested.caller.access_key_id, record_limits::kNameBytesMax);
  record.texts.Add(RecordField::kAccount, name.account, record_limits::kNameBytesMax);
  record.texts.Add(RecordField::kRegion, name.region, record_limits::kNameBytesMax);
  if (!name.fork.empty()) record.texts.Add(RecordField::kFork, name.fork, record_limits::kNameBytesMax);
  DescribeRequest(request, database, &record);
}

void Dispatcher::Finish(const HttpRequest& request, ResponseHead head, Responder* responder) {
  const bool large = responder->message()->body().size() > kInlineCompressionBytesMax;
  if (!large || !MayDefer(*responder) || ChooseCoding(request.Header("accept-encoding")) == ContentCoding::kNone) {
    return finisher_.Finish(request, head, responder->message());
  }
  OwnedRequest owned(request);
  try {
    DeferredResponse deferred = responder->Defer(owned.memory_bytes() + responder->message()->capacity());
    std::swap(*deferred.message(), *responder->message());
    pool_->Enqueue({std::move(owned), std::move(deferred), head});
  } catch (const MemoryQuotaExhausted&) {
    // The operation was executed, so it must not be reported as refused.
    finisher_.FinishPlain(request, head, responder->message());
  }
}

OwnedRequest Dispatcher::CopyRequest(const HttpRequest& request) const {
  OwnedRequest copy(request, body_copy_);
  copy.RemoveHeader("content-encoding");
  return copy;
}

RequestPool* Dispatcher::PoolFor(bool is_long) const {
  return is_long && long_pool_ != nullptr && options_.upstream == nullptr ? long_pool_ : pool_;
}

void Dispatcher::Defer(OwnedRequest request, Responder* responder, RequestPool* pool, uint64_t series) {
  DeferredResponse response = responder->Defer(request.memory_bytes());
  pool->Enqueue({.request = std::move(request), .response = std::move(response), .series = series});
}

void Dispatcher::WriteFailure(const WireFailure& failure, const HttpRequest& request, HttpResponse* response) {
  document_.Clear();
  const int status = AppendErrorBody(failure, response->StartBody());
  finisher_.FinishPlain(request, {.status = status, .content_type = kAmazonJson}, response);
}

void Dispatcher::Refuse(RefusalReason reason, HttpResponse* response) {
  WriteRefusal(reason, response);
  // Malformed input is no request, and a request that ends with an internal error is observed already.
  const bool is_unobserved = reason == RefusalReason::kTooLarge || reason == RefusalReason::kOverloaded;
  if (lane_ == nullptr || !lane_->active() || !is_unobserved) return;
  Responder responder(response);
  responder.Observe(lane_->Begin(OperationNumber(nullptr), "", ""));
  responder.EndObservation();
}

void Dispatcher::WriteRefusal(RefusalReason reason, HttpResponse* response) {
  const bool overloaded = reason == RefusalReason::kOverloaded;
  if (!overloaded && reason != RefusalReason::kInternalError) return finisher_.FinishRefusal(reason, response);
  const int status = AppendErrorBody(overloaded ? ServiceUnavailable() : InternalServerError(), response->StartBody());
  const HttpRequest unread{.connection = "close"};
  finisher_.FinishPlain(unread, {.status = status, .content_type = kAmazonJson}, response);
}

}  // namespace holdfast::server
