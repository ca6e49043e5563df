#include "server/dispatch/request_forwarder.h"

#include <array>
#include <utility>

#include "server/dispatch/api_content_type.h"
#include "server/dispatch/errors/exception_log.h"
#include "server/dispatch/run_operation.h"
#include "server/message/response_finisher.h"
#include "server/upstream/upstream_response.h"

namespace holdfast::server {
namespace {

// The headers of the client's request that are sent on. Those of the signature are new, and others mean this server.
constexpr std::array<std::string_view, 6> kForwardedHeaders = {
    "accept-encoding", "amz-sdk-invocation-id", "amz-sdk-request", "content-encoding", "user-agent", "x-amzn-trace-id"};

// The headers of the upstream's response that are not passed on: they belong to its connection or to a page's access,
// or are written anew.
constexpr std::array<std::string_view, 8> kConnectionHeaders = {
    "connection", "content-length", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"};
constexpr std::string_view kAccessHeaders = "access-control-";

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
  return !EqualsIgnoringCase(name.substr(0, kAccessHeaders.size()), kAccessHeaders);
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
};

}  // namespace

class RequestForwarder::ResponseWriter {
 public:
  ResponseWriter(uint64_t seed, OriginPolicy origins, OnForwarded on_forwarded)
      : origins_(origins), on_forwarded_(std::move(on_forwarded)), finisher_(seed, std::move(origins)) {}

  void Write(PendingRequest& pending, conformance::HttpResponse received);

 private:
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
  client_->Send(operation, std::move(*sent.body), HeadersToForward(sent),
                [writer = writer_, pending](conformance::HttpResponse received) {
                  writer->Write(*pending, std::move(received));
                });
}

void RequestForwarder::ResponseWriter::Write(PendingRequest& pending, conformance::HttpResponse received) {
  try {
    on_forwarded_(pending.operation);
    const HttpRequest& request = pending.request.Get();
    HttpResponse* const response = pending.response.message();
    std::string* const body = response->StartBody();
    if (received.status == 0) {
      const int status = AppendOutcome(ToOutcome(std::move(received)), body);
      finisher_.Finish(request, {.status = status, .content_type = ResponseContentType(ContentType(request))},
                       response);
    } else {
      *body += received.body;
      std::string head = "HTTP/1.1 " + std::to_string(received.status) + " ";
      head.append(ReasonPhrase(received.status)).append("\r\n");
      for (const auto& [name, value] : received.headers) {
        if (IsPassedOn(name)) AppendHeader(name, value, &head);
      }
      AppendHeader("Content-Length", std::to_string(received.body.size()), &head);
      if (!request.connection.empty()) AppendHeader("Connection", request.connection, &head);
      AppendCorsHeaders(request, origins_, &head);
      head += "\r\n";
      response->FinishWithHead(head);
    }
  } catch (...) {
    // The response is abandoned: the client gets an InternalServerError.
    return LogException("a response of the upstream");
  }
  pending.response.Complete();
}

}  // namespace holdfast::server
