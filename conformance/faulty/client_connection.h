// One client connection: parses requests from HTTP, passes them to the fault, and sends the responses in order.
//
// Requests outside of DynamoDB's protocol (another method or path, no target of DynamoDB, no readable credential, a
// compressed body) bypass the fault, and are never signed anew. Of the other requests, these are signed anew: those
// that the fault changes; all requests to an endpoint with TLS, where the Host header must name the endpoint; and
// requests of clients that accept compressed responses, which a fault could not read. The rest is forwarded unmodified,
// Host included, so that the signature remains valid.
#pragma once

#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <chrono>
#include <optional>
#include <string>

#include "conformance/client/connection.h"
#include "conformance/faulty/faults/fault.h"
#include "conformance/faulty/message_exchange.h"
#include "conformance/faulty/timed_socket.h"

namespace holdfast::conformance::faulty {

// Time limits of the proxy's operations; the first two are documented at ConnectionLimits.
struct ProxyTimeLimits {
  std::chrono::milliseconds connecting{10'000};
  std::chrono::milliseconds exchange{60'000};
  // For a client to send the rest of a request whose head has arrived, or to receive a response.
  std::chrono::milliseconds client{60'000};
  // For a client's next request.
  std::chrono::milliseconds idle_client{600'000};
};

// Shared by all connections; must outlive them.
struct ProxyTarget {
  EndpointUrl url;
  Fault* fault = nullptr;
  // The key for signing requests anew; access key, region and session token are taken from the client's request.
  std::string secret_access_key;
  ProxyTimeLimits limits = {};
};

class ClientConnection {
 public:
  ClientConnection(boost::asio::ip::tcp::socket client, const ProxyTarget* target);
  ~ClientConnection();
  ClientConnection(const ClientConnection&) = delete;
  ClientConnection& operator=(const ClientConnection&) = delete;

  // Serves the client until either end disconnects or times out, or Abort is called.
  void Run();
  // Disconnects the client. May be called from any thread.
  void Abort();

 private:
  using ErrorCode = boost::system::error_code;

  // Returns nothing if the client must be disconnected. Responds itself, with status 413, to a request that is too
  // large.
  std::optional<RequestMessage> ReadRequest();
  ErrorCode Write(const ResponseMessage& response, bool head_only);
  // Returns nothing if the endpoint sent no response; then the proxy must disconnect the client.
  std::optional<ResponseMessage> ResponseTo(const RequestMessage& message);

  TimedSocket client_;
  // A duplicate of the client's descriptor, for Abort, which may run on another thread: the stream closes its own
  // descriptor when an operation times out.
  const int descriptor_;
  boost::beast::flat_buffer buffer_;
  const ProxyTarget* const target_;
  std::atomic<bool> aborted_ = false;
  Connection endpoint_;
};

}  // namespace holdfast::conformance::faulty
