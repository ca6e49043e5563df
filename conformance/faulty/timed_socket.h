// A TCP connection whose operations have time limits and run on the caller's thread.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <chrono>
#include <optional>

namespace holdfast::conformance::faulty {

// Not thread-safe. Another thread may end the operation in flight with ::shutdown on the socket's descriptor.
class TimedSocket {
 public:
  using ErrorCode = boost::system::error_code;

  TimedSocket() : stream_(io_) {}
  // Takes over a connection that another io_context accepted.
  explicit TimedSocket(boost::asio::ip::tcp::socket accepted) : stream_(io_) {
    const auto protocol = accepted.local_endpoint().protocol();
    stream_.socket().assign(protocol, accepted.release());
  }
  TimedSocket(const TimedSocket&) = delete;
  TimedSocket& operator=(const TimedSocket&) = delete;

  boost::beast::tcp_stream& stream() { return stream_; }

  // `start` begins one asynchronous operation and hands it a handler that takes an ErrorCode. The error is
  // boost::beast::error::timeout if `limit` has passed first.
  template <typename Start>
  ErrorCode Run(std::chrono::milliseconds limit, const Start& start) {
    std::optional<ErrorCode> result;
    stream_.expires_after(limit);
    start([&result](ErrorCode error) { result = error; });
    io_.restart();
    while (!result.has_value()) io_.run_one();
    stream_.expires_never();
    return *result;
  }

 private:
  boost::asio::io_context io_{1};
  boost::beast::tcp_stream stream_;
};

}  // namespace holdfast::conformance::faulty
