// The connection to the endpoint: opened when first needed, kept between requests, with TLS if the URL says so.
#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include "conformance/wire/endpoint_url.h"

namespace holdfast::conformance::faulty {

using RequestMessage = boost::beast::http::request<boost::beast::http::string_body>;
using ResponseMessage = boost::beast::http::response<boost::beast::http::string_body>;

// Of one message, in either direction: DynamoDB's largest have 16 MB. A Content-Length beyond it is refused before any
// memory is taken.
inline constexpr uint64_t kMessageBytesMax = 64u << 20;

// What may take how long before it is given up.
struct ProxyTimeLimits {
  std::chrono::milliseconds connecting{10'000};
  // From the request's first byte on its way to the endpoint to the answer's last.
  std::chrono::milliseconds exchange{60'000};
  // For a client to send the rest of a request whose head has come, or to take an answer.
  std::chrono::milliseconds client{60'000};
  // For a client's next request.
  std::chrono::milliseconds idle_client{600'000};
};

// Belongs to one thread, except Abort. (The suite's own client is no use here: it shows no headers of answers, and a
// proxy must pass them.)
class Upstream {
 public:
  // `target` outlives it.
  Upstream(const EndpointUrl* target, const ProxyTimeLimits& limits);
  ~Upstream();
  Upstream(const Upstream&) = delete;
  Upstream& operator=(const Upstream&) = delete;

  // Nothing if the endpoint cannot be reached, hangs up, takes too long or answers too much. A request is
  // never sent again: it may have been executed.
  std::optional<ResponseMessage> Exchange(const RequestMessage& request);

  // From any thread: the exchange under way fails, and so do all later ones.
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
