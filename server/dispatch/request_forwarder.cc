#include "server/dispatch/request_forwarder.h"

#include <array>
#include <string>
#include <utility>

#include "server/dispatch/api_content_type.h"
#include "server/dispatch/run_operation.h"
#include "server/log/exception_log.h"
#include "server/message/chunked_body.h"
#include "server/message/response_finisher.h"
#include "server/upstream/upstream_response.h"

namespace holdfast::server {
namespace {

// The headers of the client's request that are passed on. Host, Content-Type, Content-Length, X-Amz-Target and those of
// the signature are written anew; all others are meant for this server.
constexpr std::array<std::string_view, 6> kForwardedHeaders = {
    "accept-encoding", "amz-sdk-invocation-id", "amz-sdk-request", "content-encoding", "user-agent", "x-amzn-trace-id"};

// The headers of the upstream's response that are not passed on: they concern its connection or CORS, or are written
// anew.
constexpr std::array<std::string_view, 8> kConnectionHeaders = {
    "connection", "content-length", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"};
constexpr std::string_view kCorsHeaderPrefix = "access-control-";

conformance::HttpHeaders HeadersToForward(const HttpRequest& request) {
  conformance::HttpHeaders headers;
  for (const std::string_view name : kForwardedHeaders) {
    const std::string_view value = request.Header(name);
    if (!value.empty()) headers.emplace_back(name, value);
  }
  return headers;
}

bool IsPassedOn(std::string_view name) {
  for (const std::string_view other : kConnectionHeaders) {
    if (EqualsIgnoringCase(name, other)) return false;
  }
  return !EqualsIgnoringCase(name.substr(0, kCorsHeaderPrefix.size()), kCorsHeaderPrefix);
}

// Empty for most statuses: no client needs it (RFC 9112, 4).
std::string_view ReasonPhrase(int status) { return status == 200 ? "OK" : status == 400 ? "Bad Request" : ""; }

void AppendHeader(std::string_view name, std::string_view value, std::string* head) {
  head->append(name).append(": ").append(value).append("\r\n");
}

// A request that waits for its response.
struct PendingRequest {
  OwnedRequest request;
  DeferredResponse response;
  std::string operation;
  // The first part of the response has arrived.
  bool begun = false;
  // The body is sent in chunks, because its length was not known when it began.
  bool chunked = false;
};

}  // namespace

class RequestForwarder::ResponseWriter {
 public:
  ResponseWriter(uint64_t seed, OriginPolicy origins, OnForwarded on_forwarded)
      : origins_(origins), on_forwarded_(std::move(on_forwarded)), finisher_(seed, std::move(origins)) {}

  // Writes the response, or a part of it, and sends it.
  void Write(PendingRequest& pending, ResponsePart part);

 private:
  void WriteFailure(PendingRequest& pending, conformance::HttpResponse failure);
  void WritePart(PendingRequest& pending, const ResponsePart& part, bool is_first);
  std::string Head(const PendingRequest& pending, const HttpRequest& request, const ResponsePart& first) const;

  const OriginPolicy origins_;
  const OnForwarded on_forwarded_;
  ResponseFinisher finisher_;
};

RequestForwarder::RequestForwarder(UpstreamClient* client, uint64_t seed, OriginPolicy origins,
                                   OnForwarded on_forwarded)
    : client_(client), writer_(std::make_shared<ResponseWriter>(seed, std::move(origins), std::move(on_forwarded))) {}

void RequestForwarder::Forward(OwnedRequest request, std::string_view operation, DeferredResponse response) {
  const auto pending =
      std::make_shared<PendingRequest>(PendingRequest{std::move(request), std::move(response), std::string(operation)});
  const HttpRequest& sent = pending->request.Get();
  // A body whose length the upstream does not send first is passed on in chunks, which HTTP/1.0 does not have.
  const auto delivery = sent.is_http_1_1 ? UpstreamClient::Delivery::kInParts : UpstreamClient::Delivery::kWhole;
  client_->Send(operation, std::move(*sent.body), HeadersToForward(sent), delivery,
                [writer = writer_, pending](ResponsePart part) { writer->Write(*pending, std::move(part)); });
}

void RequestForwarder::ResponseWriter::Write(PendingRequest& pending, ResponsePart part) {
  try {
    const bool is_first = !std::exchange(pending.begun, true);
    if (is_first) on_forwarded_(pending.operation);
    if (part.response.status != 0) {
      WritePart(pending, part, is_first);
    } else if (is_first) {
      WriteFailure(pending, std::move(part.response));
    } else {
      return pending.response.Drop();
    }
    // The next part is read when this one was sent. If the client disconnects before that, this callback is destroyed
    // and `rest` with it, which ends the exchange with the upstream.
    if (part.rest != nullptr) return pending.response.SendPart([rest = std::move(part.rest)] { rest->Read(); });
  } catch (...) {
    // The response is abandoned: the client gets an InternalServerError, or its connection is closed.
    return LogException("a response of the upstream");
  }
  pending.response.Complete();
}

void RequestForwarder::ResponseWriter::WriteFailure(PendingRequest& pending, conformance::HttpResponse failure) {
  const HttpRequest& request = pending.request.Get();
  HttpResponse* const response = pending.response.message();
  const int status = AppendOutcome(ToOutcome(std::move(failure)), response->StartBody());
  finisher_.Finish(request, {.status = status, .content_type = ResponseContentType(ContentType(request))}, response);
}

void RequestForwarder::ResponseWriter::WritePart(PendingRequest& pending, const ResponsePart& part, bool is_first) {
  const bool is_last = part.rest == nullptr;
  if (is_first) pending.chunked = !is_last && !part.content_length.has_value();
  HttpResponse* const response = pending.response.message();
  std::string* const body = response->StartBody();
  if (pending.chunked) {
    AppendChunk(part.response.body, body);
    if (is_last) AppendLastChunk(body);
  } else {
    *body += part.response.body;
  }
  response->FinishWithHead(is_first ? Head(pending, pending.request.Get(), part) : "");
}

std::string RequestForwarder::ResponseWriter::Head(const PendingRequest& pending, const HttpRequest& request,
                                                   const ResponsePart& first) const {
  std::string head = "HTTP/1.1 " + std::to_string(first.response.status) + " ";
  head.append(ReasonPhrase(first.response.status)).append("\r\n");
  for (const auto& [name, value] : first.response.headers) {
    if (IsPassedOn(name)) AppendHeader(name, value, &head);
  }
  if (pending.chunked) {
    AppendHeader("Transfer-Encoding", "chunked", &head);
  } else {
    const uint64_t length = first.rest == nullptr ? first.response.body.size() : *first.content_length;
    AppendHeader("Content-Length", std::to_string(length), &head);
  }
  if (!request.connection.empty()) AppendHeader("Connection", request.connection, &head);
  AppendCorsHeaders(request, origins_, &head);
  head += "\r\n";
  return head;
}

}  // namespace holdfast::server
