#include "server/upstream/upstream_client.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <cstdint>
#include <deque>
#include <future>
#include <list>
#include <thread>
#include <utility>

#include "conformance/client/connection.h"
#include "conformance/client/http_stream.h"
#include "server/log/exception_log.h"

namespace holdfast::server {

namespace asio = boost::asio;
using conformance::EndpointUrl;
using conformance::HttpStream;

namespace {

// Calls `send` with a handler, and waits for the response. Throws std::future_error if the handler is destroyed without
// having been called.
template <typename Send>
conformance::HttpResponse Wait(const Send& send) {
  auto promise = std::make_shared<std::promise<conformance::HttpResponse>>();
  std::future<conformance::HttpResponse> response = promise->get_future();
  send([promise = std::move(promise)](ResponsePart whole) { promise->set_value(std::move(whole.response)); });
  return response.get();
}

}  // namespace

// The connections to one URL. Used only on the thread that runs the io_context.
class UpstreamClient::Connections {
 public:
  Connections(std::shared_ptr<asio::io_context> io, EndpointUrl url, const UpstreamLimits& limits)
      : io_(std::move(io)),
        url_(std::move(url)),
        limits_(limits),
        tls_(conformance::MakeTlsContext(url_)),
        resolver_(*io_) {}

  void Send(conformance::HttpRequest request, Delivery delivery, OnPart on_part) {
    waiting_.push_back({std::move(request), delivery, std::move(on_part)});
    StartNext();
  }

  // Ends the exchanges that an exception has interrupted: destroys their handlers, closes their connections, and starts
  // exchanges that wait for a connection.
  void EndInterrupted() {
    std::erase_if(busy_, [](const Connection& connection) { return connection.continuation.expired(); });
    StartNext();
  }

 private:
  // Owned by the functions that will continue an exchange. When it has expired, nothing will continue the exchange.
  using Continuation = std::shared_ptr<const void>;

  struct Exchange {
    conformance::HttpRequest request;
    Delivery delivery = Delivery::kWhole;
    OnPart on_part;
  };
  struct Connection {
    Connection(asio::io_context& io, asio::ssl::context* tls, const EndpointUrl& url)
        : stream(io, tls, url, conformance::kMessageBytesMax) {}

    HttpStream stream;
    Exchange exchange;
    std::weak_ptr<const void> continuation;
  };
  using Position = std::list<Connection>::iterator;

  // Until Read is called, the connection is in busy_ and has no operation in flight. The posted functions must own no
  // handler: after the client has stopped they are not run, and stay in the queue of the io_context until it is
  // destroyed.
  class Rest final : public RestOfResponse {
   public:
    Rest(std::shared_ptr<asio::io_context> io, Connections* connections, Position at, Continuation continuation)
        : io_(std::move(io)), connections_(connections), at_(at), continuation_(std::move(continuation)) {}
    ~Rest() override {
      if (io_ == nullptr) return;
      try {
        asio::post(*io_,
                   [connections = connections_, at = at_, continuation = continuation_] { connections->End(at); });
      } catch (...) {
        // Out of memory: the connection stays open until EndInterrupted is called.
        LogException("a response of the upstream");
      }
    }

    void Read() override {
      asio::post(*io_, [connections = connections_, at = at_, continuation = continuation_] {
        connections->ReadPart(at, continuation);
      });
      io_ = nullptr;
      continuation_ = nullptr;
    }

   private:
    std::shared_ptr<asio::io_context> io_;
    Connections* const connections_;
    const Position at_;
    Continuation continuation_;
  };

  void StartNext() {
    while (!waiting_.empty() && busy_.size() < limits_.connections_max) {
      Exchange exchange = std::move(waiting_.front());
      waiting_.pop_front();
      // The connection that was used last is the most likely to be open still. Connections that have been idle for too
      // long are closed.
      while (!idle_.empty() && !idle_.back().stream.IsReusable()) idle_.pop_back();
      while (!idle_.empty() && idle_.front().stream.HasUnexpectedInput()) idle_.pop_front();
      const bool is_new = idle_.empty();
      if (is_new) {
        busy_.emplace_front(*io_, tls_.get(), url_);
      } else {
        busy_.splice(busy_.begin(), idle_, idle_.begin());
      }
      const Continuation continuation = std::make_shared<char>();
      busy_.front().exchange = std::move(exchange);
      busy_.front().continuation = continuation;
      is_new ? Open(busy_.begin(), continuation) : Start(busy_.begin(), continuation);
    }
  }

  void Open(Position at, const Continuation& continuation) {
    resolver_.async_resolve(
        url_.host, std::to_string(url_.port),
        [this, at, continuation](HttpStream::Error error, const conformance::Addresses& addresses) {
          if (error) return Fail(at, error, /*never_sent=*/true);
          at->stream.Open(addresses, limits_.connecting, [this, at, continuation](HttpStream::Error open_error) {
            open_error ? Fail(at, open_error, /*never_sent=*/true) : Start(at, continuation);
          });
        });
  }

  void Start(Position at, const Continuation& continuation) {
    conformance::HttpRequest request = std::move(at->exchange.request);
    if (at->exchange.delivery == Delivery::kWhole) {
      return at->stream.Exchange(std::move(request), limits_.exchange, OnFirst(at, continuation));
    }
    at->stream.ExchangeHead(std::move(request), limits_.exchange, [this, at, continuation](HttpStream::Error error) {
      const bool collects = !error && !at->stream.HasWholeResponse() &&
                            at->stream.ContentLength().value_or(UINT64_MAX) <= kCollectedBytesMax;
      collects ? at->stream.ReadRest(OnFirst(at, continuation)) : OnFirst(at, continuation)(error);
    });
  }

  // The handler for the end of the operation that receives the whole response, or the first part of it.
  HttpStream::Handler OnFirst(Position at, const Continuation& continuation) {
    return [this, at, continuation](HttpStream::Error error) {
      if (error) return Fail(at, error, /*never_sent=*/false);
      const std::optional<uint64_t> length = at->stream.ContentLength();
      ResponsePart first{.response = at->stream.TakeResponse(true), .content_length = length, .rest = nullptr};
      Deliver(at, continuation, std::move(first));
    };
  }

  void ReadPart(Position at, const Continuation& continuation) {
    at->stream.ReadPart(limits_.exchange, [this, at, continuation](HttpStream::Error error) {
      if (error) return Fail(at, error, /*never_sent=*/false);
      ResponsePart more{.response = at->stream.TakeResponse(false), .content_length = {}, .rest = nullptr};
      Deliver(at, continuation, std::move(more));
    });
  }

  void Deliver(Position at, const Continuation& continuation, ResponsePart part) {
    if (!at->stream.HasWholeResponse()) {
      part.rest = std::make_shared<Rest>(io_, this, at, continuation);
      return at->exchange.on_part(std::move(part));
    }
    const OnPart on_part = std::move(at->exchange.on_part);
    // A stream has closed its connection if the endpoint does not keep it open.
    if (at->stream.IsReusable()) {
      idle_.splice(idle_.begin(), busy_, at);
    } else {
      busy_.erase(at);
    }
    Finish(on_part, std::move(part));
  }

  void Fail(Position at, const HttpStream::Error& error, bool never_sent) {
    const OnPart on_part = std::move(at->exchange.on_part);
    busy_.erase(at);
    Finish(on_part,
           {.response = conformance::FailedResponse(error, never_sent), .content_length = {}, .rest = nullptr});
  }

  void Finish(const OnPart& on_part, ResponsePart last) {
    on_part(std::move(last));
    StartNext();
  }

  // The rest of the response is not needed. Reading it only to reuse the connection may take longer than connecting.
  void End(Position at) {
    busy_.erase(at);
    StartNext();
  }

  const std::shared_ptr<asio::io_context> io_;
  const EndpointUrl url_;
  const UpstreamLimits limits_;
  const std::unique_ptr<asio::ssl::context> tls_;
  asio::ip::tcp::resolver resolver_;
  std::deque<Exchange> waiting_;
  std::list<Connection> busy_;
  // The connection that was used last comes first.
  std::list<Connection> idle_;
};

class UpstreamClient::Thread {
 public:
  Thread(const conformance::EndpointOptions& endpoint, const UpstreamLimits& limits)
      : api_(io_, endpoint.url, limits),
        streams_(io_, endpoint.streams_url, limits),
        work_(io_->get_executor()),
        thread_([this] { Run(); }) {}
  ~Thread() {
    io_->stop();
    thread_.join();
  }

  void Send(bool to_streams, conformance::HttpRequest request, Delivery delivery, OnPart on_part) {
    Connections& connections = to_streams ? streams_ : api_;
    asio::post(*io_, [&connections, request = std::move(request), delivery, on_part = std::move(on_part)]() mutable {
      connections.Send(std::move(request), delivery, std::move(on_part));
    });
  }

 private:
  void Run() {
    for (;;) {
      try {
        // No exchange is interrupted unless io_->run has thrown.
        api_.EndInterrupted();
        streams_.EndInterrupted();
        io_->run();
        return;
      } catch (...) {
        // Out of memory. The request's handler is destroyed, and its client gets an InternalServerError.
        LogException("a request to the upstream");
      }
    }
  }

  const std::shared_ptr<asio::io_context> io_ = std::make_shared<asio::io_context>(1);
  Connections api_;
  Connections streams_;
  asio::executor_work_guard<asio::io_context::executor_type> work_;
  std::thread thread_;
};

UpstreamClient::UpstreamClient(conformance::EndpointOptions endpoint, UpstreamLimits limits)
    : endpoint_(std::move(endpoint)),
      url_(endpoint_.url.scheme + "://" + endpoint_.url.HostHeader()),
      limits_(limits),
      thread_(std::make_unique<Thread>(endpoint_, limits)) {}

UpstreamClient::~UpstreamClient() = default;

void UpstreamClient::Stop() { thread_.reset(); }

void UpstreamClient::Send(std::string_view operation, std::string body, conformance::HttpHeaders headers,
                          Delivery delivery, OnPart on_part) {
  conformance::HttpRequest request = conformance::SignedRequest(endpoint_, operation, std::move(body));
  for (auto& header : headers) request.headers.push_back(std::move(header));
  thread_->Send(conformance::IsStreamsOperation(operation), std::move(request), delivery, std::move(on_part));
}

conformance::HttpResponse UpstreamClient::Call(std::string_view operation, std::string body) {
  return Wait([&](OnPart on_part) { Send(operation, std::move(body), {}, Delivery::kWhole, std::move(on_part)); });
}

conformance::HttpResponse UpstreamClient::Exchange(conformance::HttpRequest request) {
  return Wait([&](OnPart on_part) { thread_->Send(false, std::move(request), Delivery::kWhole, std::move(on_part)); });
}

}  // namespace holdfast::server
