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
  kUnreachable,   // no connection: name, address, TLS handshake, time limit or file descriptors
  kTimeout,       // connected, and no whole response within the limit
  kDisconnected,  // the connection broke, or the response was not valid HTTP
  kTooLarge,      // the response is larger than the limit
  kCancelled,     // the caller cancelled the operation
};

struct HttpResponse {
  // 0 if there is no response; then `failure` and `reason` say why, and the request may have been carried out unless
  // `never_sent` is true.
  int status = 0;
  // Empty if the caller did not request them.
  HttpHeaders headers;
  std::string body;
  WireFailure failure = WireFailure::kNone;
  // The failure for a human reader.
  std::string reason;
  // True if the request cannot have reached the endpoint, because there was no connection.
  bool never_sent = false;
};

}  // namespace holdfast::conformance
