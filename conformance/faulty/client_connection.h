// One client: its requests are taken from HTTP, handed to the fault, and answered in order.
//
// What does not speak DynamoDB's protocol (another method or path, no target, no readable credential, a compressed
// body) passes the fault by. Requests that the fault leaves alone are forwarded as they came, Host included, so that
// their signature still fits; what it changes is signed anew, and so is everything that goes to an endpoint with TLS:
// there the name of the host matters.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <optional>
#include <string>

#include "conformance/faulty/fault.h"
#include "conformance/faulty/timed_socket.h"
#include "conformance/faulty/upstream.h"
#include "conformance/wire/endpoint_url.h"

namespace holdfast::conformance::faulty {

// What all connections share; outlives them.
struct ProxyTarget {
  EndpointUrl url;
  Fault* fault = nullptr;
  // For signing anew; the access key, the region and the session token are the client's.
  std::string secret_access_key;
  ProxyTimeLimits limits = {};
};

class ClientConnection {
 public:
  ClientConnection(boost::asio::ip::tcp::socket client, const ProxyTarget* target);
  ClientConnection(const ClientConnection&) = delete;
  ClientConnection& operator=(const ClientConnection&) = delete;

  // Until either end hangs up or takes too long, or Abort.
  void Run();
  // From any thread.
  void Abort();

 private:
  using ErrorCode = boost::system::error_code;

  // Nothing: hang up.
  std::optional<RequestMessage> ReadRequest();
  ErrorCode Write(const ResponseMessage& response, bool head_only);
  // Nothing: hang up, as the endpoint did.
  std::optional<ResponseMessage> ResponseTo(const RequestMessage& message);

  TimedSocket client_;
  // The client's, for Abort: it stays open as long as this object lives.
  const int descriptor_;
  boost::beast::flat_buffer buffer_;
  const ProxyTarget* const target_;
  Upstream upstream_;
};

}  // namespace holdfast::conformance::faulty
