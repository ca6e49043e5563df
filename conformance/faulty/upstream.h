// The connection to the endpoint: opened when first needed, kept between requests, with TLS if the URL says so.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "conformance/client/endpoint_url.h"

namespace holdfast::conformance::faulty {

using RequestMessage = boost::beast::http::request<boost::beast::http::string_body>;
using ResponseMessage = boost::beast::http::response<boost::beast::http::string_body>;

// The largest message in either direction; DynamoDB's largest have 16 MB. A larger Content-Length is refused before
// memory is allocated.
inline constexpr uint64_t kMessageBytesMax = 64u << 20;

// Time limits of the proxy's operations.
struct ProxyTimeLimits {
  std::chrono::milliseconds connecting{10'000};
  // From the request's first byte sent to the endpoint to the response's last byte.
  std::chrono::milliseconds exchange{60'000};
  // For a client to send the rest of a request whose head has arrived, or to receive a response.
  std::chrono::milliseconds client{60'000};
  // For a client's next request.
  std::chrono::milliseconds idle_client{600'000};
};

// Not thread-safe, except Abort. (The suite's own client cannot be used here: it does not expose response headers,
// which a proxy must forward.)
class Upstream {
 public:
  // `target` outlives it.
  Upstream(const EndpointUrl* target, const ProxyTimeLimits& limits);
  ~Upstream();
  Upstream(const Upstream&) = delete;
  Upstream& operator=(const Upstream&) = delete;

  // Nothing if the endpoint cannot be reached, disconnects, times out or sends too large a response. Requests are never
  // retried: they may have been executed.
  std::optional<ResponseMessage> Exchange(const RequestMessage& request);

  // Thread-safe: the exchange in flight fails, and so do all later ones.
  void Abort();

 private:
  class Stream;

  bool EnsureOpen();
  void Close();

  const EndpointUrl* const target_;
  const ProxyTimeLimits limits_;
  std::unique_ptr<Stream> stream_;
  std::chrono::steady_clock::time_point last_used_;

  // Guards the two below it.
  std::mutex mutex_;
  // The stream's socket for Abort, while it is open.
  std::optional<int> socket_;
  bool aborted_ = false;
};

}  // namespace holdfast::conformance::faulty
