#include "conformance/client/connection.h"

#include <optional>
#include <utility>

#include "conformance/client/http_stream.h"

namespace holdfast::conformance {
namespace {

constexpr std::chrono::milliseconds kCancellationPoll{100};

}  // namespace

class Connection::Socket {
 public:
  Socket(const EndpointUrl& endpoint, const ConnectionLimits& limits)
      : tls_(MakeTlsContext(endpoint)), stream_(io_, tls_.get(), endpoint, limits.response_bytes_max) {}

  HttpStream& stream() { return stream_; }

  // Calls `start(handler)`, which must begin one operation that calls the handler at its end, and waits until then.
  template <typename Start>
  HttpStream::Error Run(const std::function<bool()>& cancelled, const Start& start) {
    std::optional<HttpStream::Error> result;
    start([&result](HttpStream::Error error) { result = error; });
    io_.restart();
    while (!result.has_value()) {
      io_.run_for(kCancellationPoll);
      if (!result.has_value() && cancelled()) stream_.Cancel();
    }
    return *result;
  }

 private:
  boost::asio::io_context io_{1};
  std::unique_ptr<boost::asio::ssl::context> tls_;
  HttpStream stream_;
};

Connection::Connection(EndpointUrl endpoint, ConnectionLimits limits, std::function<bool()> cancelled)
    : endpoint_(std::move(endpoint)), limits_(limits), cancelled_(std::move(cancelled)) {}

Connection::~Connection() = default;

bool Connection::EnsureConnected(HttpResponse* response) {
  response->never_sent = true;
  if (cancelled_()) {
    *response = FailedResponse(boost::asio::error::operation_aborted, true);
    return false;
  }
  if (socket_ != nullptr && socket_->stream().IsReusable() && !socket_->stream().HasUnexpectedInput()) return true;
  socket_.reset();
  const Addresses addresses = Resolve(endpoint_, &response->reason);
  response->failure = WireFailure::kUnreachable;
  if (!response->reason.empty()) return false;
  std::unique_ptr<Socket> socket;
  HttpStream::Error error;
  try {
    socket = std::make_unique<Socket>(endpoint_, limits_);
    error = socket->Run(cancelled_,
                        [&](auto done) { socket->stream().Open(addresses, limits_.connecting, std::move(done)); });
  } catch (const boost::system::system_error& failure) {
    // Asio throws if there are no file descriptors left for the io_context.
    error = failure.code();
  }
  if (error) {
    *response = FailedResponse(error, true);
    return false;
  }
  socket_ = std::move(socket);
  return true;
}

HttpResponse Connection::Exchange(HttpRequest request) {
  HttpResponse failed;
  if (!EnsureConnected(&failed)) return failed;
  const HttpStream::Error error = socket_->Run(cancelled_, [&](auto done) {
    socket_->stream().Exchange(std::move(request), limits_.exchange, std::move(done));
  });
  if (!error) return socket_->stream().TakeResponse(true);
  socket_.reset();
  return FailedResponse(error, false);
}

void Connection::SendAndHangUp(HttpRequest request) {
  HttpResponse failed;
  if (!EnsureConnected(&failed)) return;
  socket_->Run(cancelled_,
               [&](auto done) { socket_->stream().Send(std::move(request), limits_.exchange, std::move(done)); });
  socket_.reset();
}

}  // namespace holdfast::conformance
