// A fault is a bug of real stores, injected between a client and an endpoint that need not have this bug.
//
//   client ──Request──► Fault ──Request, none or several──► Endpoint
//          ◄──Response──      ◄─────────Response───────────
//
// A fault operates on DynamoDB's requests and responses, not on HTTP, so that it can be tested without a socket.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace holdfast::conformance::faulty {

struct Request {
  // The access key and the region of the signature, which select the database on most endpoints.
  std::string caller;
  // X-Amz-Target: "DynamoDB_20120810.PutItem".
  std::string target;
  // JSON, though perhaps not valid.
  std::string body;

  // "PutItem".
  std::string_view operation() const { return std::string_view(target).substr(target.find('.') + 1); }
  // A request of the same caller to the same service with another operation and body.
  Request WithOperation(std::string_view other_operation, std::string other_body) const {
    std::string other_target = target.substr(0, target.find('.') + 1).append(other_operation);
    return {.caller = caller, .target = std::move(other_target), .body = std::move(other_body)};
  }
};

struct Response {
  // The HTTP status. 0: the endpoint disconnected, and the proxy will disconnect the client.
  unsigned status = 0;
  std::string body;
  // The endpoint's headers without Content-Length and hop-by-hop headers. The proxy computes Content-Length and the
  // checksum from `body`.
  std::vector<std::pair<std::string, std::string>> headers;

  bool ok() const { return status == 200; }
};

class Endpoint {
 public:
  virtual ~Endpoint() = default;
  virtual Response Send(const Request& request) = 0;
};

// Thread-safe: one fault serves all connections, each with its own Endpoint.
class Fault {
 public:
  virtual ~Fault() = default;
  // Requests that the fault does not concern are forwarded unmodified.
  virtual Response Handle(const Request& request, Endpoint* endpoint) = 0;
};

}  // namespace holdfast::conformance::faulty
