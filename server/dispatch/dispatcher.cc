#include "server/dispatch/dispatcher.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <utility>
#include <variant>

#include "server/dispatch/arithmetic_advice.h"
#include "server/dispatch/authentication.h"
#include "server/dispatch/cors.h"
#include "server/dispatch/error_response.h"
#include "server/dispatch/exception_log.h"
#include "server/dispatch/health_check.h"
#include "server/dispatch/target_header.h"
#include "server/dispatch/wire_failure.h"
#include "server/json/json_reader.h"

namespace holdfast::server {
namespace {

// As long as a body may be on the wire, it may be unpacked.
constexpr size_t kUnpackedBytesMax = size_t{16} << 20;

// The tree of a longer body is not kept for the next request.
constexpr size_t kKeptBytesMax = size_t{1} << 20;

// What an event loop does itself takes about a millisecond at most.
//
// To parse a longer body takes too long.
constexpr size_t kHandledHereBytesMax = 65'536;
// A transaction of this size may hold a hundred conditions that look through items of 400 KB.
constexpr size_t kTransactionHereBytesMax = 4'096;
// To compress a longer answer takes too long.
constexpr size_t kCompressedHereBytesMax = 65'536;
// They change the structure of a table, and may wait for all of its latches.
constexpr std::array<std::string_view, 4> kTableOperations = {"CreateTable", "UpdateTable", "DeleteTable",
                                                              "UpdateTimeToLive"};
// Reads whose work has a bound here, beyond which they run on the pool.
constexpr std::array<std::string_view, 4> kBudgetedOperations = {"Query", "Scan", "BatchGetItem", "TransactGetItems"};

constexpr std::string_view kAmazonJson = "application/x-amz-json-1.0";
constexpr std::string_view kPlainJson = "application/json";
// What DynamoDB answers to anything that is no request to its API. Clients do not look inside.
constexpr std::string_view kNotFoundBody = "<UnknownOperationException/>\n";

// The media type alone; parameters do not matter.
std::string_view ContentType(const HttpRequest& request) {
  const std::string_view header = request.Header("content-type");
  return TrimBlanks(header.substr(0, header.find(';')));
}

bool IsJson(std::string_view content_type) {
  // DynamoDB is not known to accept 1.1, but nothing is gained by refusing it.
  return content_type == kAmazonJson || content_type == kPlainJson || content_type == "application/x-amz-json-1.1";
}

bool IsApiRequest(const HttpRequest& request, const Endpoint& endpoint, std::string_view content_type) {
  if (request.method != "POST" || endpoint.kind != EndpointKind::kApi) return false;
  return IsJson(content_type) || (request.body->empty() && !request.HasHeader("content-type"));
}

// What the request is answered with, in the type it spoke.
std::string_view AnswerType(std::string_view content_type) {
  return content_type == kAmazonJson ? kAmazonJson : kPlainJson;
}

// The table that a request names as most do; empty if it names none.
std::string_view TableNameIn(const rapidjson::Value& request) {
  if (!request.IsObject()) return {};
  const auto member = request.FindMember("TableName");
  return member != request.MemberEnd() && member->value.IsString() ? Text(member->value) : std::string_view();
}

bool Contains(const std::array<std::string_view, 4>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool TakesBudget(std::string_view operation) { return Contains(kBudgetedOperations, operation); }

bool IsLong(const Operation* operation, size_t body_bytes) {
  if (body_bytes > kHandledHereBytesMax) return true;
  if (operation == nullptr) return false;
  if (operation->name == "TransactWriteItems") return body_bytes > kTransactionHereBytesMax;
  return Contains(kTableOperations, operation->name);
}

int AppendFailure(const OperationFailure& failure, std::string* body) {
  const Error* const error = std::get_if<Error>(&failure);
  if (error != nullptr && RefusesArithmetic(*error)) LogArithmeticAdvice(std::chrono::steady_clock::now());
  return std::visit([body](const auto& reason) { return AppendErrorBody(reason, body); }, failure);
}

}  // namespace

void Dispatcher::Handle(const HttpRequest& request, HttpResponse* response) {
  try {
    Dispatch(request, response);
  } catch (...) {
    LogException("a request");
    // A deferred response that was given up is answered by the connection.
    if (!response->deferred()) AnswerInternalError(request, response->answer());
  }
}

void Dispatcher::Handle(const HttpRequest& request, HttpAnswer* answer) {
  HttpResponse response(answer);
  Handle(request, &response);
}

void Dispatcher::HandleDeferred(DeferredRequest deferred) {
  HttpAnswer* const answer = deferred.response.answer();
  if (!deferred.head.has_value()) {
    Handle(deferred.request.Get(), answer);
  } else {
    try {
      Finish(deferred.request.Get(), *deferred.head, answer);
    } catch (...) {
      LogException("compressing a response");
      AnswerInternalError(deferred.request.Get(), answer);
    }
  }
  document_.Clear();
  answer->ShrinkToFit();
  deferred.response.Complete();
}

void Dispatcher::Dispatch(const HttpRequest& request, HttpResponse* response) {
  HttpAnswer* const answer = response->answer();
  std::string* const body = answer->StartBody();
  const Endpoint endpoint = EndpointOf(request.target);
  const bool is_admin = endpoint.kind == EndpointKind::kAdmin;
  const std::string_view refusal = options_.origins.Refusal(request, is_admin);
  if (!refusal.empty()) {
    const int status = AppendErrorBody(Forbidden(refusal), body);
    return Finish(request, {.status = status, .content_type = kPlainJson}, answer);
  }
  if (IsPreflight(request)) return Finish(request, {.status = 200}, answer);
  if (IsHealthCheck(request)) return Finish(request, {.status = AnswerHealthCheck(request, body)}, answer);
  if (is_admin) {
    // Most admin calls work on whole databases.
    if (request.method != "GET" && MayDefer(*response)) return Defer(OwnedRequest(request), response);
    return AnswerAdmin(request, answer);
  }
  const std::string_view content_type = ContentType(request);
  if (!IsApiRequest(request, endpoint, content_type)) {
    *body += kNotFoundBody;
    return Finish(request, {.status = 404}, answer);
  }
  HandleApiRequest(request, endpoint, content_type, response);
}

void Dispatcher::HandleApiRequest(const HttpRequest& request, const Endpoint& endpoint, std::string_view content_type,
                                  HttpResponse* response) {
  const std::optional<OperationTarget> target = ParseTarget(request.Header("x-amz-target"));
  const Operation* const operation = target.has_value() ? FindOperation(*target) : nullptr;
  const std::string_view encoding = request.Header("content-encoding");
  std::string* const body = response->answer()->StartBody();
  WorkBudget budget;
  WorkBudget* used_budget = nullptr;
  if (MayDefer(*response)) {
    if (!encoding.empty() || IsLong(operation, request.body->size())) return Defer(OwnedRequest(request), response);
    if (operation != nullptr && TakesBudget(operation->name)) {
      body_copy_.assign(*request.body);
      used_budget = &budget;
    }
  }

  int status = 0;
  const auto unpacked = encoding.empty() ? ContentCompressor::Unpacked::kOk
                                         : compressor_.Unpack(encoding, kUnpackedBytesMax, request.body);
  switch (unpacked) {
    case ContentCompressor::Unpacked::kOk:
      status = Answer(request, endpoint.fork, operation, used_budget, body);
      if (budget.exhausted()) return Defer(OwnedRequest(request, body_copy_), response);
      if (request.body->size() > kKeptBytesMax) document_.Clear();
      break;
    case ContentCompressor::Unpacked::kCorrupt:
      status = AppendErrorBody(BadContentEncoding(), body);
      break;
    case ContentCompressor::Unpacked::kTooLarge:
      status = 413;
      break;
  }
  Finish(request, {.status = status, .content_type = AnswerType(content_type)}, response);
}

// The order in which DynamoDB looks at a request: a malformed body beats an unknown operation, that beats
// missing authentication, that beats an empty body, and that beats whatever the operation itself has to say.
int Dispatcher::Answer(const HttpRequest& request, std::string_view fork, const Operation* operation,
                       WorkBudget* budget, std::string* body) {
  const bool body_empty = request.body->empty();
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

  const std::string_view host = request.Header("host");
  const RequestedDatabase requested = {.caller = caller.value(),
                                       .fork = fork.empty() ? ForkOfHost(host) : fork,
                                       .makes_database = operation->makes_database};
  const Result<FoundDatabase, WireFailure> found = databases_->Of(requested);
  if (!found.ok()) return AppendErrorBody(found.error(), body);
  if (!found.value().exists && options_.hints != nullptr) {
    options_.hints->OnMissingDatabase(*databases_, databases_->NameOf(requested), TableNameIn(*json));
  }
  const std::optional<OperationFailure> failure = operation->run(
      {.database = *found.value().database, .request = *json, .host = host, .response = body, .budget = budget});
  return failure.has_value() ? AppendFailure(*failure, body) : 200;
}

int Dispatcher::AnswerHealthCheck(const HttpRequest& request, std::string* body) {
  if (options_.health_check_status != 200) return AppendErrorBody(MissingAuthenticationToken(), body);
  if (options_.hints != nullptr) options_.hints->OnHealthCheck(request.HasHeader("user-agent"));
  *body += kHealthCheckBody;
  return 200;
}

void Dispatcher::AnswerAdmin(const HttpRequest& request, HttpAnswer* answer) {
  const AdminRequest call = {.method = request.method,
                             .target = request.target,
                             .body = request.body,
                             .from_this_machine = request.from_this_machine};
  const int status = admin_->Answer(call, document_, answer->StartBody());
  Finish(request, {.status = status, .content_type = kPlainJson}, answer);
}

void Dispatcher::Finish(const HttpRequest& request, AnswerHead head, HttpAnswer* answer) {
  if (answer->body().size() > ContentCompressor::kIncompressibleBytesMax) {
    head.content_coding = ChooseCoding(request.Header("accept-encoding"));
    if (head.content_coding != ContentCoding::kNone) {
      const std::string_view packed = compressor_.Pack(head.content_coding, answer->body());
      answer->StartBody()->append(packed);
    }
  }
  head_writer_.Finish(request, options_.origins, head, answer);
}

void Dispatcher::Finish(const HttpRequest& request, AnswerHead head, HttpResponse* response) {
  const bool large = response->answer()->body().size() > kCompressedHereBytesMax;
  if (!large || !MayDefer(*response) || ChooseCoding(request.Header("accept-encoding")) == ContentCoding::kNone) {
    return Finish(request, head, response->answer());
  }
  OwnedRequest owned(request);
  DeferredResponse deferred = response->Defer();
  std::swap(*deferred.answer(), *response->answer());
  pool_->Enqueue({std::move(owned), std::move(deferred), head});
}

void Dispatcher::Defer(OwnedRequest request, HttpResponse* response) {
  pool_->Enqueue({std::move(request), response->Defer()});
}

void Dispatcher::AnswerInternalError(const HttpRequest& request, HttpAnswer* answer) {
  document_.Clear();
  const int status = AppendErrorBody(InternalServerError(), answer->StartBody());
  head_writer_.Finish(request, options_.origins, {.status = status, .content_type = kAmazonJson}, answer);
}

void Dispatcher::Refuse(UnreadableRequest problem, HttpAnswer* answer) {
  const bool overloaded = problem == UnreadableRequest::kOverloaded;
  if (!overloaded && problem != UnreadableRequest::kInternalError) return head_writer_.FinishRefusal(problem, answer);
  const int status = AppendErrorBody(overloaded ? ServiceUnavailable() : InternalServerError(), answer->StartBody());
  const HttpRequest unread{.connection = "close"};
  head_writer_.Finish(unread, options_.origins, {.status = status, .content_type = kAmazonJson}, answer);
}

}  // namespace holdfast::server
