// HTTP requests and responses as the client sees them.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace holdfast::conformance {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string method = "POST";
  std::string path = "/";
  // Without Host, unless it is to differ from the endpoint's, and without Content-Length.
  HttpHeaders headers;
  std::string body;
};

// Why there is no response.
enum class WireFailure {
  kNone,
  kUnreachable,   // no connection: name, address, TLS handshake or time limit
  kTimeout,       // connected, and no whole response within the limit
  kDisconnected,  // the connection broke, or what came was not HTTP
  kTooLarge,      // the response is larger than the limit
  kCancelled,     // the caller no longer wants it
};

struct HttpResponse {
  // 0: no response, for the reason of the members below; the request may or may not have been carried out.
  int status = 0;
  // Empty where the caller did not ask for them.
  HttpHeaders headers;
  std::string body;
  WireFailure failure = WireFailure::kNone;
  // The failure for a human reader.
  std::string reason;
  // The request cannot have reached the endpoint: there was no connection to send it on.
  bool never_sent = false;
};

}  // namespace holdfast::conformance
