// The connection to the endpoint: opened when first needed, kept between requests, with TLS if the URL says so.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>

#include "conformance/wire/endpoint_url.h"

namespace holdfast::conformance::faulty {

using RequestMessage = boost::beast::http::request<boost::beast::http::string_body>;
using AnswerMessage = boost::beast::http::response<boost::beast::http::string_body>;

// Belongs to one thread, except Abort. (The suite's own client is no use here: it shows no headers of answers, and a
// proxy must pass them.)
class Upstream {
 public:
  // `io` and `target` outlive it.
  Upstream(boost::asio::io_context* io, const EndpointUrl* target);
  ~Upstream();
  Upstream(const Upstream&) = delete;
  Upstream& operator=(const Upstream&) = delete;

  // Nothing if the endpoint cannot be reached or hangs up. A request is never sent again: it may have been executed.
  std::optional<AnswerMessage> Exchange(const RequestMessage& request);

  // From any thread: the exchange under way fails, and so do all later ones.
  void Abort();

 private:
  class Stream;

  bool EnsureOpen();
  void Close();

  boost::asio::io_context* const io_;
  const EndpointUrl* const target_;
  std::unique_ptr<Stream> stream_;
  std::chrono::steady_clock::time_point last_used_;

  // Guards the two below it.
  std::mutex mutex_;
  // The stream's socket for Abort, while it is open.
  std::optional<int> socket_;
  bool aborted_ = false;
};

}  // namespace holdfast::conformance::faulty
