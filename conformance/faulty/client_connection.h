// One client connection: parses requests from HTTP, passes them to the fault, and sends the responses in order.
//
// Requests outside of DynamoDB's protocol (another method or path, no target, no readable credential, a compressed
// body) bypass the fault. Requests that the fault does not change are forwarded unmodified, Host included, so that
// their signature remains valid. Changed requests are signed anew, and so is everything sent to an endpoint with TLS,
// which depends on the host's name.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <optional>
#include <string>

#include "conformance/client/endpoint_url.h"
#include "conformance/faulty/faults/fault.h"
#include "conformance/faulty/timed_socket.h"
#include "conformance/faulty/upstream.h"

namespace holdfast::conformance::faulty {

// Shared by all connections; must outlive them.
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

  // Serves the client until either end disconnects or times out, or Abort is called.
  void Run();
  // From any thread.
  void Abort();

 private:
  using ErrorCode = boost::system::error_code;

  // Nothing: disconnect.
  std::optional<RequestMessage> ReadRequest();
  ErrorCode Write(const ResponseMessage& response, bool head_only);
  // Nothing: the endpoint disconnected, and so must the proxy.
  std::optional<ResponseMessage> ResponseTo(const RequestMessage& message);

  TimedSocket client_;
  // The client's socket, for Abort: it stays open as long as this object exists.
  const int descriptor_;
  boost::beast::flat_buffer buffer_;
  const ProxyTarget* const target_;
  Upstream upstream_;
};

}  // namespace holdfast::conformance::faulty
