// GET /_holdfast/requests over sockets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "server/dispatch/operation_table.h"
#include "server/observe/observer.h"
#include "tests/server/dispatch/exchange.h"
#include "tests/server/http/socket_client.h"
#include "tests/server/log/pipe.h"
#include "tests/support/eventually.h"

namespace holdfast::server {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class StreamServer {
 public:
  // When the server stops, it closes connections by force after this time.
  static constexpr std::chrono::milliseconds kStopLimit{500};

  explicit StreamServer(const ObserverOptions& observed = {}) : observer_(observed, AllOperationNames()) {
    HttpServerOptions options;
    options.port = 0;
    options.threads = 2;
    options.limits.stop = kStopLimit;
    auto server = HttpServer::Start(options, [this] { return MakeDispatcher(&pool_); });
    if (server.ok()) http_ = std::move(server).value();
  }

  uint16_t port() const { return http_->port(); }
  Observer& observer() { return observer_; }
  size_t connections() const { return http_->connection_count(); }
  void Stop() {
    observer_.CloseStreams();
    http_->Stop();
  }

 private:
  std::unique_ptr<Dispatcher> MakeDispatcher(RequestPool* pool) {
    return std::make_unique<Dispatcher>(&databases_, &admin_, 1, DispatchOptions{.observer = &observer_}, pool);
  }

  Observer observer_;
  Engine engine_{{}, nullptr, 1};
  Databases databases_{&engine_, Isolation::kByAccount};
  AdminSurface admin_{&engine_, AdminOptions{.observer = &observer_}};
  RequestPool pool_{2, [this] { return MakeDispatcher(nullptr); }};
  std::unique_ptr<HttpServer> http_;
};

std::string StreamRequest(std::string_view query = "", std::string_view headers = "") {
  return "GET /_holdfast/requests" + std::string(query) + " HTTP/1.1\r\nHost: localhost\r\n" + std::string(headers) +
         "\r\n";
}

class ApiClient {
 public:
  explicit ApiClient(uint16_t port) : client_(port) {}

  std::string Call(std::string_view operation, std::string_view body) {
    std::string headers;
    for (const auto& [name, value] : ApiRequest(operation, body).headers) {
      // Post adds a Host header itself.
      if (name != "Host") headers += name + ": " + value + "\r\n";
    }
    client_.Send(Post("/", body, headers));
    return client_.ReceiveResponse();
  }

 private:
  SocketClient client_;
};

// Receives until `text` contains `wanted`. Returns false if the connection ends before, or nothing arrives in time.
bool ReceiveUntil(std::string_view wanted, SocketClient* client, std::string* text) {
  while (text->find(wanted) == std::string::npos) {
    const std::string more = client->ReceiveAtLeast(1);
    if (more.empty()) return false;
    *text += more;
  }
  return true;
}

TEST(RequestStreamsTest, RequestsAreStreamedLiveWithoutValues) {
  StreamServer server;
  SocketClient stream(server.port());
  stream.Send(StreamRequest());
  std::string text;
  ASSERT_TRUE(ReceiveUntil("\r\n\r\n", &stream, &text));
  EXPECT_THAT(text, AllOf(StartsWith("HTTP/1.1 200 OK\r\n"), HasSubstr("Content-Type: text/event-stream\r\n"),
                          HasSubstr("Cache-Control: no-store\r\n")));
  ApiClient api(server.port());
  api.Call("PutItem", R"({"TableName":"Rooms","Item":{"id":{"S":"7"},"guest":{"S":"marker"}}})");
  ASSERT_TRUE(ReceiveUntil("}\n\n", &stream, &text));
  EXPECT_THAT(text, HasSubstr("id: 1\ndata: {\"sequence\":1,"));
  EXPECT_THAT(text, HasSubstr(R"("operation":"PutItem","tables":["Rooms"],"outcome":"ResourceNotFoundException")"));
  EXPECT_THAT(text, Not(HasSubstr("marker")));
}

TEST(RequestStreamsTest, AStreamBeginsAfterTheNumberThatTheClientGives) {
  StreamServer server;
  SocketClient first(server.port());
  first.Send(StreamRequest());
  std::string text;
  ASSERT_TRUE(ReceiveUntil("\r\n\r\n", &first, &text));
  ApiClient api(server.port());
  for (int i = 0; i < 3; ++i) api.Call("ListTables", "{}");
  ASSERT_TRUE(ReceiveUntil("id: 3\n", &first, &text));

  const auto received = [&](std::string_view query, std::string_view headers, std::string_view last) {
    SocketClient stream(server.port());
    stream.Send(StreamRequest(query, headers));
    std::string events;
    EXPECT_TRUE(ReceiveUntil(last, &stream, &events)) << events;
    return events;
  };
  EXPECT_THAT(received("?since=1", "", "id: 3\n"),
              AllOf(HasSubstr("id: 2\n"), Not(HasSubstr("id: 1\n")), Not(HasSubstr("lost"))));
  EXPECT_THAT(received("?since=0", "", "id: 3\n"), HasSubstr("id: 1\n"));
  EXPECT_THAT(received("?since=0", "Last-Event-ID: 2\r\n", "id: 3\n"), Not(HasSubstr("id: 2\n")));
  // The server has not reached this number, so it is from another run of the server.
  EXPECT_THAT(received("?since=77", "", "id: 3\n"), HasSubstr("event: lost\ndata: {\"count\":null}\n\nid: 1\n"));

  SocketClient bad(server.port());
  bad.Send(StreamRequest("?since=x"));
  EXPECT_THAT(bad.ReceiveResponse(),
              AllOf(StartsWith("HTTP/1.1 400"), HasSubstr("since must be the number of a request")));
}

TEST(RequestStreamsTest, APauseInRecordingIsReported) {
  StreamServer server;
  ApiClient api(server.port());
  {
    SocketClient stream(server.port());
    stream.Send(StreamRequest());
    std::string text;
    ASSERT_TRUE(ReceiveUntil("\r\n\r\n", &stream, &text));
    api.Call("ListTables", "{}");
    ASSERT_TRUE(ReceiveUntil("id: 1\n", &stream, &text));
  }
  // Waits until the server has noticed that the client has disconnected, and then for the observer to stop recording.
  ASSERT_TRUE(Eventually([&] { return server.connections() == 1; }));
  ASSERT_TRUE(server.observer().Flush(std::chrono::seconds(20)));
  api.Call("ListTables", "{}");
  SocketClient stream(server.port());
  stream.Send(StreamRequest("?since=1"));
  std::string text;
  ASSERT_TRUE(ReceiveUntil("\n\n", &stream, &text));
  EXPECT_THAT(text, HasSubstr("event: lost\ndata: {\"count\":null}\n\n"));
}

TEST(RequestStreamsTest, RequestsBeforeTheFirstStreamAreReportedAsLost) {
  StreamServer server;
  ApiClient api(server.port());
  api.Call("ListTables", "{}");
  SocketClient first(server.port());
  first.Send(StreamRequest("?since=0"));
  std::string text;
  ASSERT_TRUE(ReceiveUntil("\r\n\r\n", &first, &text));
  api.Call("ListTables", "{}");
  ASSERT_TRUE(ReceiveUntil("id: 1\n", &first, &text));
  EXPECT_THAT(text, HasSubstr("event: lost\ndata: {\"count\":null}\n\n"));

  SocketClient live(server.port());
  live.Send(StreamRequest());
  std::string events;
  ASSERT_TRUE(ReceiveUntil("\r\n\r\n", &live, &events));
  api.Call("ListTables", "{}");
  ASSERT_TRUE(ReceiveUntil("id: 2\n", &live, &events));
  EXPECT_THAT(events, Not(HasSubstr("lost"))) << "this client does not ask for earlier requests";
}

TEST(RequestStreamsTest, NoRequestIsLostBeforeTheFirstStreamOfALoggingServer) {
  Pipe pipe;
  LogWriter writer(pipe.write_end(), {"dropped ", "\n"});
  StreamServer server({.log = {.enabled = true}, .log_writer = &writer});
  ApiClient api(server.port());
  api.Call("ListTables", "{}");
  SocketClient stream(server.port());
  stream.Send(StreamRequest("?since=0"));
  std::string text;
  ASSERT_TRUE(ReceiveUntil("id: 1\n", &stream, &text));
  EXPECT_THAT(text, Not(HasSubstr("lost")));
}

TEST(RequestStreamsTest, AnIdleStreamIsKeptAlive) {
  StreamServer server({.keep_alive = std::chrono::milliseconds(50)});
  SocketClient stream(server.port());
  stream.Send(StreamRequest());
  std::string text;
  EXPECT_TRUE(ReceiveUntil(": keep-alive\n\n", &stream, &text));
}

TEST(RequestStreamsTest, ASlowReaderGetsTheCountOfLostRecords) {
  StreamServer server;
  SocketClient slow(server.port(), /*receive_buffer_bytes=*/4'096);
  slow.Send(StreamRequest());
  std::string text;
  ASSERT_TRUE(ReceiveUntil("\r\n\r\n", &slow, &text));
  ApiClient api(server.port());
  // Enough events to fill the socket buffers, and the ring of records more than once.
  const std::string body = R"({"TableName":"Rooms","Key":{"id":{"S":")" + std::string(200, 'x') + R"("}},)" +
                           R"("ConditionExpression":")" + std::string(1'000, 'c') + R"("})";
  constexpr size_t kRequests = 4 * RequestStreams::kRecordsMax;
  for (size_t i = 0; i < kRequests; ++i) api.Call("DeleteItem", body);
  constexpr std::string_view kLost = "event: lost\ndata: {\"count\":";
  ASSERT_TRUE(ReceiveUntil(kLost, &slow, &text));
  ASSERT_TRUE(ReceiveUntil("id: " + std::to_string(kRequests) + "\n", &slow, &text));
  size_t events = 0;
  for (size_t at = 0; (at = text.find("\nid: ", at)) != std::string::npos; ++at) ++events;
  size_t lost = 0;
  for (size_t at = 0; (at = text.find(kLost, at)) != std::string::npos; ++at) {
    lost += std::stoul(text.substr(at + kLost.size()));
  }
  EXPECT_EQ(events + lost, kRequests);
}

TEST(RequestStreamsTest, StreamsBeyondTheMaximumAreRefusedUntilAClientDisconnects) {
  StreamServer server;
  std::vector<std::unique_ptr<SocketClient>> streams;
  for (size_t i = 0; i < RequestStreams::kStreamsMax; ++i) {
    streams.push_back(std::make_unique<SocketClient>(server.port()));
    streams.back()->Send(StreamRequest());
    std::string text;
    ASSERT_TRUE(ReceiveUntil("\r\n\r\n", streams.back().get(), &text));
    EXPECT_THAT(text, StartsWith("HTTP/1.1 200"));
  }
  SocketClient refused(server.port());
  refused.Send(StreamRequest());
  EXPECT_THAT(refused.ReceiveResponse(),
              AllOf(StartsWith("HTTP/1.1 503"), HasSubstr("there are as many streams of requests")));
  streams.front().reset();
  EXPECT_TRUE(Eventually([&] {
    SocketClient next(server.port());
    next.Send(StreamRequest());
    return next.ReceiveAtLeast(12).starts_with("HTTP/1.1 200");
  }));
}

TEST(RequestStreamsTest, StreamsEndAtOnceWhenTheServerStops) {
  StreamServer server;
  SocketClient stream(server.port());
  stream.Send(StreamRequest());
  std::string text;
  ASSERT_TRUE(ReceiveUntil("\r\n\r\n", &stream, &text));
  const auto begun = std::chrono::steady_clock::now();
  server.Stop();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, StreamServer::kStopLimit);
  // The last chunk is missing if the server has not yet noticed that the head was sent.
  EXPECT_THAT(stream.ReceiveAll(), AnyOf("", "0\r\n\r\n"));
  EXPECT_TRUE(stream.ended());
}

TEST(RequestStreamsTest, OnlyPagesOfAllowedOriginsMayRead) {
  StreamServer server;
  SocketClient page(server.port());
  page.Send(StreamRequest("", "Origin: http://localhost:3000\r\n"));
  std::string text;
  ASSERT_TRUE(ReceiveUntil("\r\n\r\n", &page, &text));
  EXPECT_THAT(text, HasSubstr("Access-Control-Allow-Origin: *\r\n"));
  SocketClient other(server.port());
  other.Send(StreamRequest("", "Origin: https://evil.example\r\n"));
  EXPECT_THAT(other.ReceiveResponse(), StartsWith("HTTP/1.1 403"));
}

// Browsers send Sec-Fetch-Site only to hosts that they trust (OriginPolicy::MayBeOfOtherSite). At other names of this
// machine a page's request cannot be told from a program's, so it is refused. Not all browsers trust `localhost.`.
TEST(RequestStreamsTest, AnImageOfAnotherSitesPageOccupiesNoPlace) {
  StreamServer server;
  for (const char* host : {"0.0.0.0:8000", "[::]:8000", "[::ffff:7f00:1]:8000", "ip6-localhost:8000", "localhost."}) {
    for (size_t i = 0; i < RequestStreams::kStreamsMax; ++i) {
      SocketClient page(server.port());
      page.Send("GET /_holdfast/requests HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n");
      EXPECT_THAT(page.ReceiveResponse(), StartsWith("HTTP/1.1 403")) << host;
    }
  }
  for (const char* host : {"localhost:8000", "db.localhost", "127.0.0.1:8000", "[::1]:8000", ""}) {
    SocketClient program(server.port());
    program.Send("GET /_holdfast/requests HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n");
    EXPECT_THAT(program.ReceiveAtLeast(12), StartsWith("HTTP/1.1 200")) << host;
  }
}

// ThreadSanitizer would find a data race between these threads; and every client gets a response.
TEST(RequestStreamsTest, ManyClientsAndStreamsAtOnce) {
  StreamServer server;
  constexpr char kTableNotFound[] = "HTTP/1.1 400";
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      ApiClient api(server.port());
      for (int n = 0; n < 300; ++n) {
        EXPECT_THAT(api.Call("GetItem", R"({"TableName":"Rooms","Key":{"id":{"S":"7"}}})"), StartsWith(kTableNotFound));
        // DeleteTable runs on the request pool.
        if (n % 20 == 0) {
          EXPECT_THAT(api.Call("DeleteTable", R"({"TableName":"Rooms"})"), StartsWith(kTableNotFound));
        }
      }
    });
    threads.emplace_back([&] {
      for (int n = 0; n < 30; ++n) {
        SocketClient stream(server.port());
        stream.Send(StreamRequest("?since=0"));
        EXPECT_THAT(stream.ReceiveAtLeast(12), AnyOf(StartsWith("HTTP/1.1 200"), StartsWith("HTTP/1.1 503")));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  server.Stop();
}

// A connection for which memory runs out when its response is deferred.
class OutOfMemoryChannel final : public ResponseChannel {
 public:
  std::shared_ptr<PendingResponse> DeferResponse(size_t) override { throw std::bad_alloc(); }
};

TEST(RequestStreamsTest, AStreamThatCannotBeOpenedTakesNoPlace) {
  Observer observer({}, AllOperationNames());
  Engine engine({}, nullptr, 1);
  Databases databases(&engine, Isolation::kByAccount);
  AdminSurface admin(&engine, AdminOptions{.observer = &observer});
  Dispatcher dispatcher(&databases, &admin, 1, DispatchOptions{.observer = &observer});
  std::string body;
  const HttpRequest request{.method = "GET", .target = "/_holdfast/requests", .body = &body, .from_loopback = true};
  for (size_t i = 0; i <= RequestStreams::kStreamsMax; ++i) {
    HttpResponse response;
    OutOfMemoryChannel channel;
    Responder responder(&response, &channel);
    dispatcher.Handle(request, &responder);
    EXPECT_EQ(ParseResponse(response.bytes()).status(), 500) << i;
  }
}

}  // namespace
}  // namespace holdfast::server
