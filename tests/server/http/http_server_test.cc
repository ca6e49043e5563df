#include "server/http/http_server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ifaddrs.h>
#include <sys/resource.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "server/log/standard_error.h"
#include "tests/server/http/socket_client.h"
#include "tests/server/log/captured_stderr.h"

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::HasSubstr;

Result<std::unique_ptr<HttpServer>, std::string> StartAt(const std::string& host, uint16_t port, size_t threads = 1) {
  HttpServerOptions options;
  options.host = host;
  options.port = port;
  options.threads = threads;
  return HttpServer::Start(options, [] { return std::make_unique<EchoHandler>(); });
}

TEST(HttpServerTest, ATakenPortIsRefusedWithOneLine) {
  for (const size_t threads : {1u, 4u}) {
    const auto first = StartAt("127.0.0.1", 0, threads);
    ASSERT_TRUE(first.ok());
    const uint16_t port = first.value()->port();
    const auto second = StartAt("127.0.0.1", port, threads);
    ASSERT_FALSE(second.ok());
    EXPECT_EQ(second.error(), "cannot listen on 127.0.0.1 port " + std::to_string(port) +
                                  ": another program is using that port (choose one with --port)");
  }
}

TEST(HttpServerTest, APortIsFreeAgainAfterStopping) {
  auto first = StartAt("127.0.0.1", 0);
  ASSERT_TRUE(first.ok());
  const uint16_t port = first.value()->port();
  SocketClient client(port);
  client.Send(Post("/", "x"));
  client.ReceiveResponse();
  first.value()->Stop();
  const auto second = StartAt("127.0.0.1", port);
  EXPECT_TRUE(second.ok()) << second.error();
}

TEST(HttpServerTest, ListensOnTheGivenAddress) {
  EXPECT_TRUE(StartAt("localhost", 0).ok());
  EXPECT_TRUE(StartAt("0.0.0.0", 0).ok());
  const auto nowhere = StartAt("no such host", 0);
  ASSERT_FALSE(nowhere.ok());
  EXPECT_THAT(nowhere.error(), HasSubstr("cannot listen on no such host port 0: "));
  const auto foreign = StartAt("192.0.2.1", 0);
  ASSERT_FALSE(foreign.ok());
  EXPECT_THAT(foreign.error(), HasSubstr("cannot listen on 192.0.2.1 port 0: "));
}

TEST(HttpServerTest, ConnectionsAreSpreadOverAllThreads) {
  std::mutex mutex;
  std::vector<std::thread::id> threads;
  class ThreadRecordingHandler final : public RequestHandler {
   public:
    ThreadRecordingHandler(std::mutex* mutex, std::vector<std::thread::id>* threads)
        : mutex_(mutex), threads_(threads) {}
    void Handle(const HttpRequest& request, Responder* responder) override {
      {
        const std::lock_guard lock(*mutex_);
        threads_->push_back(std::this_thread::get_id());
      }
      echo_.Handle(request, responder);
    }
    void Refuse(RefusalReason reason, HttpResponse* response) override { echo_.Refuse(reason, response); }

   private:
    std::mutex* const mutex_;
    std::vector<std::thread::id>* const threads_;
    EchoHandler echo_;
  };
  HttpServerOptions options;
  options.threads = 4;
  const auto server = StartServer<ThreadRecordingHandler>(options, &mutex, &threads);
  std::vector<std::unique_ptr<SocketClient>> clients;
  for (int i = 0; i < 4; ++i) {
    clients.push_back(std::make_unique<SocketClient>(server->port()));
    clients.back()->Send(Post("/", ""));
    clients.back()->ReceiveResponse();
  }
  const std::lock_guard lock(mutex);
  ASSERT_EQ(threads.size(), 4u);
  for (size_t i = 0; i < 4; ++i) {
    for (size_t j = 0; j < i; ++j) EXPECT_NE(threads[i], threads[j]);
  }
}

// An IPv4 address of this machine that is not a loopback address; 0 if it has none.
uint32_t OtherLocalAddress() {
  uint32_t address = 0;
  ifaddrs* interfaces = nullptr;
  if (::getifaddrs(&interfaces) != 0) return 0;
  for (const ifaddrs* at = interfaces; at != nullptr; at = at->ifa_next) {
    if (at->ifa_addr == nullptr || at->ifa_addr->sa_family != AF_INET) continue;
    const uint32_t found = ntohl(reinterpret_cast<const sockaddr_in*>(at->ifa_addr)->sin_addr.s_addr);
    if (found >> 24 != 127) address = found;
  }
  ::freeifaddrs(interfaces);
  return address;
}

TEST(HttpServerTest, OnlyLoopbackPeersAreReportedAsLoopback) {
  class LoopbackHandler final : public RequestHandler {
   public:
    void Handle(const HttpRequest& request, Responder* responder) override {
      *responder->message()->StartBody() += request.from_loopback ? "near" : "far";
      responder->message()->FinishWithHead("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
    }
    void Refuse(RefusalReason, HttpResponse*) override {}
  };
  HttpServerOptions options;
  options.host = "0.0.0.0";
  const auto server = StartServer<LoopbackHandler>(options);
  SocketClient near(server->port());
  near.Send(Post("/", "", "Connection: close\r\n"));
  EXPECT_EQ(ExtractBody(near.ReceiveAll()), "near");
  const uint32_t address = OtherLocalAddress();
  if (address == 0) GTEST_SKIP() << "this machine has no other address";
  SocketClient far(server->port(), 0, address);
  far.Send(Post("/", "", "Connection: close\r\n"));
  EXPECT_EQ(ExtractBody(far.ReceiveAll()), "far");
}

TEST(HttpServerTest, StoppingLetsARequestInProgressFinish) {
  // The server has one thread: once it has closed the idle connection, it has also notified the busy one.
  const auto server = StartEchoServer();
  SocketClient idle(server->port());
  SocketClient busy(server->port());
  const std::string request = Post("/", "hello");
  busy.Send(request.substr(0, request.size() - 1));
  std::this_thread::sleep_for(milliseconds(100));
  std::thread stopper([&server] { server->Stop(); });
  EXPECT_EQ(idle.ReceiveAll(), "");
  EXPECT_TRUE(idle.ended());
  busy.Send(request.substr(request.size() - 1));
  const std::string response = busy.ReceiveAll();
  EXPECT_EQ(ExtractBody(response), "POST / 5 hello");
  EXPECT_THAT(response, HasSubstr("Connection: close\r\n"));
  stopper.join();
  EXPECT_FALSE(SocketClient(server->port()).connected());
}

TEST(HttpServerTest, StoppingDoesNotWaitForeverForAnUnfinishedRequest) {
  ConnectionLimits limits;
  limits.stop = milliseconds(100);
  const auto server = StartEchoServer(limits);
  SocketClient half_sent(server->port());
  SocketClient unread(server->port(), 4'096);
  half_sent.Send("POST / HTTP/1.1\r\nHost: a\r\n");
  unread.Send("GET /repeat/20000000 HTTP/1.1\r\nHost: a\r\n\r\n");
  std::this_thread::sleep_for(milliseconds(100));
  const auto start = steady_clock::now();
  server->Stop();
  EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(HttpServerTest, StartsAndStopsWhileClientsConnect) {
  for (int round = 0; round < 10; ++round) {
    const auto server = StartEchoServer({}, 3);
    ASSERT_NE(server, nullptr);
    std::vector<std::thread> clients;
    for (int i = 0; i < 4; ++i) {
      clients.emplace_back([port = server->port()] {
        for (int j = 0; j < 20; ++j) {
          SocketClient client(port);
          if (!client.Send(Post("/", "x"))) return;
          client.ReceiveResponse();
        }
      });
    }
    std::this_thread::sleep_for(milliseconds(5));
    server->Stop();
    for (std::thread& client : clients) client.join();
  }
}

TEST(HttpServerTest, ManyThreadsOfClientsEachGetTheirOwnResponses) {
  const auto server = StartEchoServer({}, 3);
  std::atomic<int> wrong{0};
  std::vector<std::thread> clients;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back([&, i] {
      SocketClient client(server->port());
      for (int j = 0; j < 200; ++j) {
        const std::string body = std::to_string(i * 1'000 + j);
        client.Send(Post("/", body));
        if (ExtractBody(client.ReceiveResponse()) != "POST / " + std::to_string(body.size()) + " " + body) ++wrong;
      }
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(wrong, 0);
}

TEST(HttpServerTest, ThousandsOfIdleConnectionsDoNotSlowTheOthers) {
  RaiseFileDescriptorLimit();
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  // A connection takes two file descriptors, because both of its sockets are in this process.
  const size_t count = std::min<size_t>(10'000, (limit.rlim_cur - 200) / 2);
  const auto server = StartEchoServer();
  std::vector<std::unique_ptr<SocketClient>> idle;
  for (size_t i = 0; i < count; ++i) {
    idle.push_back(std::make_unique<SocketClient>(server->port()));
    ASSERT_TRUE(idle.back()->connected()) << i;
  }
  SocketClient client(server->port());
  for (int i = 0; i < 100; ++i) {
    client.Send(Post("/", "x"));
    ASSERT_EQ(ExtractBody(client.ReceiveResponse()), "POST / 1 x");
  }
  idle[count / 2]->Send(Post("/", "awake"));
  EXPECT_EQ(ExtractBody(idle[count / 2]->ReceiveResponse()), "POST / 5 awake");
}

TEST(HttpServerTest, SurvivesRunningOutOfFileDescriptors) {
  const auto server = StartEchoServer();
  SocketClient first(server->port());
  first.Send(Post("/", "x"));
  ASSERT_EQ(ExtractBody(first.ReceiveResponse()), "POST / 1 x");

  SocketClient second(server->port());
  second.Send(Post("/", "y"));
  ASSERT_EQ(ExtractBody(second.ReceiveResponse()), "POST / 1 y");
  testing::internal::CaptureStderr();
  // Starts, while there are descriptors, the thread that writes to stderr: UndefinedBehaviorSanitizer needs one to
  // check the start of a thread.
  StandardError();
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const int next = ::dup(0);
  ::close(next);
  rlimit tight = before;
  tight.rlim_cur = static_cast<rlim_t>(next) + 1;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &tight), 0);
  // This client's socket takes the last descriptor, so that the server has none left to accept the connection.
  SocketClient waiting(server->port());
  EXPECT_TRUE(waiting.connected()) << "the kernel accepts into the backlog";
  waiting.Send(Post("/", "late"));
  std::this_thread::sleep_for(milliseconds(300));
  first.Send(Post("/", "z"));
  EXPECT_EQ(ExtractBody(first.ReceiveResponse()), "POST / 1 z") << "others are served meanwhile";
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(ExtractBody(waiting.ReceiveResponse()), "POST / 4 late");
  EXPECT_EQ(TakeCapturedStderr(), "holdfast: out of file descriptors; new connections wait until others end\n");
}

}  // namespace
}  // namespace holdfast::server
