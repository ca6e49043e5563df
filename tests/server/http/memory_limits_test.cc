// The limits of connections and their buffers, and requests that run out of memory.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "server/http/buffer_quota.h"
#include "server/http/buffer_reclaimer.h"
#include "server/http/worker.h"
#include "server/message/owned_request.h"
#include "tests/server/http/socket_client.h"
#include "tests/server/log/captured_stderr.h"
#include "tests/support/eventually.h"

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::StartsWith;

constexpr size_t kMegabyte = size_t{1} << 20;

TEST(BufferQuotaTest, ChargesAllBytesOfAConnectionOnceItHoldsMoreThanTheUnchargedBytes) {
  BufferQuota quota(10 * kMegabyte);
  size_t charged = 0;
  EXPECT_TRUE(quota.Charge(BufferQuota::kUnchargedBytes, &charged));
  EXPECT_EQ(quota.used_bytes(), 0u);
  EXPECT_TRUE(quota.Charge(4 * kMegabyte, &charged));
  size_t other = 0;
  EXPECT_FALSE(quota.Charge(7 * kMegabyte, &other));
  EXPECT_EQ(other, 0u);
  EXPECT_TRUE(quota.Charge(6 * kMegabyte, &other));
  EXPECT_EQ(quota.used_bytes(), 10 * kMegabyte);
  EXPECT_TRUE(quota.Charge(kMegabyte, &charged));
  quota.Release(&other);
  EXPECT_EQ(quota.used_bytes(), kMegabyte);
}

TEST(MemoryLimitsTest, UnfinishedBodiesOfManyConnectionsAreBounded) {
  HttpServerOptions options;
  options.buffered_bytes_max = 16 * kMegabyte;
  const auto server = StartServer<EchoHandler>(options);
  std::vector<std::unique_ptr<SocketClient>> clients;
  const std::string unfinished_body(8 * kMegabyte, 'x');
  for (int i = 0; i < 6; ++i) {
    clients.push_back(std::make_unique<SocketClient>(server->port()));
    clients.back()->Send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 16000000\r\n\r\n");
    clients.back()->Send(unfinished_body);
  }
  EXPECT_LE(server->buffered_bytes(), 16 * kMegabyte);
  SocketClient small(server->port());
  small.Send(Post("/", "small"));
  EXPECT_EQ(ExtractBody(small.ReceiveResponse()), "POST / 5 small") << "small requests are not charged";
  SocketClient large(server->port());
  large.Send(Post("/", std::string(15 * kMegabyte, 'x')));
  large.SendEnd();
  EXPECT_THAT(large.ReceiveAll(), StartsWith("HTTP/1.1 503 "))
      << "the client receives the refusal although it was still sending";
  clients.clear();
  // The quota is free again after the server has noticed that the clients have disconnected.
  std::string response;
  for (int i = 0; i < 100 && !response.starts_with("HTTP/1.1 200"); ++i) {
    SocketClient again(server->port());
    again.Send(Post("/", std::string(4 * kMegabyte, 'x')));
    response = again.ReceiveResponse();
    std::this_thread::sleep_for(milliseconds(20));
  }
  EXPECT_EQ(ExtractBody(response), "POST / 4194304 ");
}

TEST(MemoryLimitsTest, TheOldestUnreadResponsesAreDropped) {
  HttpServerOptions options;
  options.buffered_bytes_max = 100 * kMegabyte;
  const auto server = StartServer<EchoHandler>(options);
  std::vector<std::unique_ptr<SocketClient>> clients;
  for (int i = 0; i < 6; ++i) {
    clients.push_back(std::make_unique<SocketClient>(server->port(), 4'096));
    clients.back()->Send("GET /repeat/30000000 HTTP/1.1\r\nHost: a\r\n\r\n");
    std::this_thread::sleep_for(milliseconds(100));
  }
  EXPECT_EQ(ExtractBody(clients.back()->ReceiveResponse()).size(),
            std::string_view("GET /repeat/30000000 0 ").size() + 30'000'000u)
      << "the youngest connection gets its whole response";
  EXPECT_LT(clients.front()->ReceiveAll().size(), 30'000'000u);
  EXPECT_TRUE(clients.front()->ended());
}

// Repeats a letter as EchoHandler does, and records the most outgoing bytes that there were when a request was handled.
class OutgoingBytesHandler final : public RequestHandler {
 public:
  OutgoingBytesHandler(const std::unique_ptr<HttpServer>* server, size_t* outgoing_bytes_max)
      : server_(server), outgoing_bytes_max_(outgoing_bytes_max) {}
  void Handle(const HttpRequest& request, Responder* responder) override {
    // The first request keeps the thread busy until all others have arrived.
    if (!request.target.starts_with("/sleep")) {
      *outgoing_bytes_max_ = std::max(*outgoing_bytes_max_, (*server_)->outgoing_bytes());
    }
    echo_.Handle(request, responder);
  }
  void Refuse(RefusalReason reason, HttpResponse* response) override { echo_.Refuse(reason, response); }

 private:
  const std::unique_ptr<HttpServer>* const server_;
  size_t* const outgoing_bytes_max_;
  EchoHandler echo_;
};

class OutgoingResponsesTest : public testing::Test {
 protected:
  void SetUp() override {
    HttpServerOptions options;
    options.buffered_bytes_max = 64 * kMegabyte;
    server_ = StartServer<OutgoingBytesHandler>(options, &server_, &outgoing_bytes_max_);
    for (int i = 0; i < 40; ++i) clients_.push_back(std::make_unique<SocketClient>(server_->port()));
  }
  // Sends each client's request while the server is busy, and receives the responses.
  void RequestTogether(std::string_view request, size_t response_bytes_min) {
    SocketClient busy(server_->port());
    busy.Send("GET /sleep/300 HTTP/1.1\r\nHost: a\r\n\r\n");
    std::this_thread::sleep_for(milliseconds(50));
    for (const auto& client : clients_) client->Send(request);
    // Each on its own thread, so that no response is left unread.
    std::vector<std::thread> readers;
    for (const auto& client : clients_) {
      readers.emplace_back([&] { EXPECT_GE(ExtractBody(client->ReceiveResponse()).size(), response_bytes_min); });
    }
    for (std::thread& reader : readers) reader.join();
  }

  std::unique_ptr<HttpServer> server_;
  // Written by the server's thread.
  size_t outgoing_bytes_max_ = 0;
  std::vector<std::unique_ptr<SocketClient>> clients_;
};

TEST_F(OutgoingResponsesTest, RequestsOfNewConnectionsWaitWhileManyLongResponsesAreSent) {
  RequestTogether("GET /repeat/4000000 HTTP/1.1\r\nHost: a\r\n\r\n", 4'000'000);
  server_->Stop();
  EXPECT_GT(outgoing_bytes_max_, 0u);
  EXPECT_LE(outgoing_bytes_max_, 8 * kMegabyte) << "an eighth of the limit";
  EXPECT_EQ(server_->outgoing_bytes(), 0u);
}

TEST_F(OutgoingResponsesTest, AResponseCountsAlsoIfItsRequestIsCharged) {
  RequestTogether(Post("/repeat/4000000", std::string(200'000, 'x')), 4'000'000);
  server_->Stop();
  EXPECT_GT(outgoing_bytes_max_, 0u);
  EXPECT_LE(outgoing_bytes_max_, 8 * kMegabyte);
  EXPECT_EQ(server_->outgoing_bytes(), 0u);
}

TEST_F(OutgoingResponsesTest, RequestsOfConnectionsWithShortResponsesWaitLater) {
  RequestTogether("GET / HTTP/1.1\r\nHost: a\r\n\r\n", 1);
  RequestTogether("GET /repeat/4000000 HTTP/1.1\r\nHost: a\r\n\r\n", 4'000'000);
  server_->Stop();
  EXPECT_GT(outgoing_bytes_max_, 8 * kMegabyte);
  EXPECT_LE(outgoing_bytes_max_, 32 * kMegabyte) << "half of the limit";
  EXPECT_EQ(server_->outgoing_bytes(), 0u);
}

// Requests whose deferred responses the test abandons: it neither completes nor drops them.
class HeldRequests {
 public:
  void Add(OwnedRequest request, DeferredResponse response) {
    const std::lock_guard lock(mutex_);
    held_.emplace_back(std::move(request), std::move(response));
  }
  void AbandonAll() {
    const std::lock_guard lock(mutex_);
    held_.clear();
  }
  size_t size() const {
    const std::lock_guard lock(mutex_);
    return held_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::pair<OwnedRequest, DeferredResponse>> held_;
};

class HoldingHandler final : public RequestHandler {
 public:
  explicit HoldingHandler(HeldRequests* held, bool refuse_throws = false)
      : held_(held), refuse_throws_(refuse_throws) {}
  void Handle(const HttpRequest& request, Responder* responder) override {
    OwnedRequest owned(request);
    try {
      DeferredResponse response = responder->Defer(owned.memory_bytes());
      held_->Add(std::move(owned), std::move(response));
    } catch (const MemoryQuotaExhausted&) {
      Refuse(RefusalReason::kOverloaded, responder->message());
    }
  }
  void Refuse(RefusalReason reason, HttpResponse* response) override {
    if (refuse_throws_) throw std::bad_alloc();
    echo_.Refuse(reason, response);
  }

 private:
  HeldRequests* const held_;
  const bool refuse_throws_;
  EchoHandler echo_;
};

TEST(MemoryLimitsTest, TheBodyOfARequestCountsUntilItWasHandledAlthoughItsClientHasGone) {
  HeldRequests held;
  HttpServerOptions options;
  options.buffered_bytes_max = 20 * kMegabyte;
  auto server = StartServer<HoldingHandler>(options, &held);
  const std::string request = Post("/", std::string(8 * kMegabyte, 'x'));
  const auto send_and_disconnect = [&](size_t held_then) {
    SocketClient client(server->port());
    client.Send(request);
    EXPECT_TRUE(Eventually([&] { return held.size() == held_then; }));
    client.Close(/*reset=*/true);
    EXPECT_TRUE(Eventually([&] { return server->connection_count() == 0; }));
  };
  send_and_disconnect(1);
  send_and_disconnect(2);
  EXPECT_GE(server->buffered_bytes(), 16 * kMegabyte);
  SocketClient refused(server->port());
  refused.Send(request);
  EXPECT_THAT(refused.ReceiveAll(), StartsWith("HTTP/1.1 503 "));
  refused.Close(/*reset=*/true);
  held.AbandonAll();
  EXPECT_TRUE(Eventually([&] { return server->buffered_bytes() == 0; }));

  // A request may be held for longer than the server exists.
  send_and_disconnect(1);
  server = nullptr;
  held.AbandonAll();
}

TEST(MemoryLimitsTest, SmallRequestsWhoseClientsHaveGoneAreBounded) {
  HeldRequests held;
  HttpServerOptions options;
  options.buffered_bytes_max = kMegabyte;
  const auto server = StartServer<HoldingHandler>(options, &held);
  const std::string request = Post("/", std::string(60'000, 'x'));
  size_t sent = 0;
  while (server->buffered_bytes() <= kMegabyte) {
    ASSERT_LT(sent, 20u) << server->buffered_bytes();
    SocketClient client(server->port());
    client.Send(request);
    ++sent;
    ASSERT_TRUE(Eventually([&] { return held.size() == sent; }));
    EXPECT_EQ(server->buffered_bytes() > 0, sent > 1) << "a small request does not count while its client waits";
    client.Close(/*reset=*/true);
    ASSERT_TRUE(Eventually([&] { return server->connection_count() == 0; }));
    EXPECT_GE(server->buffered_bytes(), sent * 60'000);
  }
  SocketClient client(server->port());
  client.Send(request);
  EXPECT_THAT(client.ReceiveResponse(), StartsWith("HTTP/1.1 503 "));
  EXPECT_EQ(held.size(), sent);
  held.AbandonAll();
  ASSERT_TRUE(Eventually([&] { return server->buffered_bytes() == 0; }));
  client.Send(request);
  EXPECT_TRUE(Eventually([&] { return held.size() == 1; })) << "the connection has stayed open";
}

TEST(MemoryLimitsTest, AConnectionWhoseLargeRequestCannotEvenBeRefusedIsClosed) {
  // At most one line a second is logged: wait in case another test has logged one.
  std::this_thread::sleep_for(milliseconds(1'100));
  HeldRequests held;
  const auto server = StartServer<HoldingHandler>({}, &held, /*refuse_throws=*/true);
  testing::internal::CaptureStderr();
  SocketClient client(server->port());
  client.Send(Post("/", std::string(8 * kMegabyte, 'x')));
  ASSERT_TRUE(Eventually([&] { return held.size() == 1; }));
  EXPECT_GE(server->buffered_bytes(), 8 * kMegabyte);
  held.AbandonAll();
  EXPECT_EQ(client.ReceiveAll(), "");
  EXPECT_TRUE(Eventually([&] { return server->connection_count() == 0 && server->buffered_bytes() == 0; }));
  EXPECT_EQ(TakeCapturedStderr(), "holdfast: a connection's request failed: out of memory\n");
}

TEST(MemoryLimitsTest, ConnectionsBeyondTheMaximumWaitUntilOthersEnd) {
  HttpServerOptions options;
  options.connections_max = 2;
  const auto server = StartServer<EchoHandler>(options);
  testing::internal::CaptureStderr();
  auto first = std::make_unique<SocketClient>(server->port());
  SocketClient second(server->port());
  for (SocketClient* client : {first.get(), &second}) {
    client->Send(Post("/", "x"));
    ASSERT_EQ(ExtractBody(client->ReceiveResponse()), "POST / 1 x");
  }
  SocketClient third(server->port());
  third.Send(Post("/", "patient"));
  std::this_thread::sleep_for(milliseconds(200));
  EXPECT_EQ(server->connection_count(), 2u) << "the third waits";
  second.Send(Post("/", "y"));
  EXPECT_EQ(ExtractBody(second.ReceiveResponse()), "POST / 1 y");
  first.reset();
  EXPECT_EQ(ExtractBody(third.ReceiveResponse()), "POST / 7 patient");
  EXPECT_EQ(TakeCapturedStderr(),
            "holdfast: as many connections are open as may be (--max-connections); new connections wait until others "
            "end\n");
}

// Handle throws for `/throw`, for `/defer` after it has deferred the response, and for `/twice`, for which Refuse
// throws, too.
class ThrowingHandler final : public RequestHandler {
 public:
  void Handle(const HttpRequest& request, Responder* responder) override {
    twice_ = request.target == "/twice";
    if (request.target == "/defer") {
      const DeferredResponse deferred = responder->Defer();
      throw std::runtime_error("after having deferred");
    }
    if (request.target == "/throw" || twice_) throw std::bad_alloc();
    echo_.Handle(request, responder);
  }
  void Refuse(RefusalReason reason, HttpResponse* response) override {
    if (std::exchange(twice_, false)) throw std::bad_alloc();
    echo_.Refuse(reason, response);
  }

 private:
  EchoHandler echo_;
  bool twice_ = false;
};

TEST(MemoryLimitsTest, AnExceptionFailsTheRequestAndNotTheServer) {
  // At most one line a second is logged: wait in case another test has logged one.
  std::this_thread::sleep_for(milliseconds(1'100));
  const auto server = StartServer<ThrowingHandler>({});
  SocketClient other(server->port());
  testing::internal::CaptureStderr();
  for (const std::string_view path : {"/throw", "/defer", "/twice"}) {
    for (int i = 0; i < 3; ++i) {
      SocketClient client(server->port());
      client.Send(Post("/", "before") + Post(path, "x") + Post("/", "after"));
      EXPECT_EQ(ExtractBody(client.ReceiveResponse()), "POST / 6 before");
      const std::string response = client.ReceiveAll();
      if (path == "/twice") {
        EXPECT_EQ(response, "");
      } else {
        EXPECT_THAT(response, StartsWith("HTTP/1.1 500 "));
      }
      EXPECT_TRUE(client.ended());
      other.Send(Post("/", "other"));
      EXPECT_EQ(ExtractBody(other.ReceiveResponse()), "POST / 5 other");
    }
  }
  EXPECT_THAT(TakeCapturedStderr(), HasSubstr("holdfast: a connection's request failed: "));
}

// A connection of a worker that does not run yet, with `bytes` to read.
int AdoptConnection(Worker& worker, std::string_view bytes) {
  std::array<int, 2> sockets{};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, sockets.data()), 0);
  const int capacity = 1 << 20;
  EXPECT_EQ(::setsockopt(sockets[1], SOL_SOCKET, SO_SNDBUF, &capacity, sizeof capacity), 0);
  EXPECT_EQ(::send(sockets[1], bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
  worker.Adopt(sockets[0]);
  return sockets[1];
}

// The worker reads both connections in turns of kReceiveBytes. In the fourth turn it handles the request of the first,
// whose response waits to be sent, and the body of the second outgrows its buffer of 256 KB: the quota does not permit
// twice as much. (If its thread loses the processor between the two, the response is sent before.)
TEST(MemoryLimitsTest, AResponseThatWaitsToBeSentIsNotTakenForAnUnreadOne) {
  const auto quota = std::make_shared<BufferQuota>(600'000);
  BufferReclaimer reclaimer;
  Worker worker({}, quota, &reclaimer, std::make_unique<EchoHandler>());
  const int first = AdoptConnection(worker, Post("/", std::string(250'000, 'x')));
  const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n90000\r\n";
  const int second = AdoptConnection(worker, head + std::string(4 * Worker::kReceiveBytes - head.size(), 'x'));
  std::thread runner([&worker] { worker.Run(); });
  pollfd answered{first, POLLIN, 0};
  EXPECT_EQ(::poll(&answered, 1, 20'000), 1);
  std::array<char, 1'000> response{};
  EXPECT_GT(::recv(first, response.data(), response.size(), 0), 0);
  EXPECT_THAT(std::string_view(response.data()), StartsWith("HTTP/1.1 200 "));
  worker.Stop();
  runner.join();
  ::close(first);
  ::close(second);
}

// The responses are those of another worker: no event tells this one when they have been sent.
TEST(MemoryLimitsTest, AWorkerWhoseRequestsAllWaitDoesNotSpin) {
  const auto quota = std::make_shared<BufferQuota>(16 * kMegabyte);
  BufferReclaimer reclaimer;
  Worker worker({}, quota, &reclaimer, std::make_unique<EchoHandler>());
  size_t outgoing = 0;
  quota->SetOutgoing(16 * kMegabyte, &outgoing);
  const int client = AdoptConnection(worker, "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  // How often a thread of this process has given up its processor in order to wait.
  const auto waits = [] {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nvcsw;
  };
  const long before = waits();
  std::thread runner([&worker] { worker.Run(); });
  std::this_thread::sleep_for(milliseconds(200));
  EXPECT_GT(waits() - before, 20);
  quota->SetOutgoing(0, &outgoing);
  pollfd answered{client, POLLIN, 0};
  EXPECT_EQ(::poll(&answered, 1, 20'000), 1);
  worker.Stop();
  runner.join();
  ::close(client);
}

}  // namespace
}  // namespace holdfast::server
