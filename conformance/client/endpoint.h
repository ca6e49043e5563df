// An endpoint of DynamoDB: its URLs, the credentials to use there, and signed requests for it.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "conformance/client/endpoint_url.h"
#include "conformance/client/http_message.h"
#include "conformance/client/signature_v4.h"

namespace holdfast::conformance {

struct EndpointOptions {
  EndpointUrl url;
  // The endpoint of DynamoDB Streams; on AWS it is another host.
  EndpointUrl streams_url;
  std::string region = "us-east-1";
  Credentials credentials;
  // The limit for connecting, and again for each exchange, of Client and of the benchmarks' AsyncConnection. The
  // server's UpstreamClient has UpstreamLimits instead.
  std::chrono::milliseconds timeout{20'000};
};

// Whether `operation` is one of DynamoDB Streams.
bool IsStreamsOperation(std::string_view operation);

// The request of `operation` with this body, signed with the current time for the URL that serves it. It has no Host
// header: the connection adds that of the URL, which is signed.
HttpRequest SignedRequest(const EndpointOptions& endpoint, std::string_view operation, std::string body);

}  // namespace holdfast::conformance
