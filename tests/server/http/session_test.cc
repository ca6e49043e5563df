#include "server/http/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "tests/server/http/socket_client.h"

namespace holdfast::server {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class SessionTest : public testing::Test {
 protected:
  std::unique_ptr<HttpServer> server_ = StartEchoServer();
  SocketClient client_{server_->port()};
};

void Pause() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

TEST_F(SessionTest, OneConnectionServesManyRequests) {
  for (int i = 0; i < 100; ++i) {
    const std::string body = "body " + std::to_string(i);
    client_.Send(Post("/", body));
    EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / " + std::to_string(body.size()) + " " + body);
  }
}

TEST_F(SessionTest, ResponsesToPipelinedRequestsAreInOrder) {
  std::string requests;
  for (int i = 0; i < 1'000; ++i) requests += Post("/" + std::to_string(i), "x");
  std::thread sender([&] { client_.Send(requests); });
  for (int i = 0; i < 1'000; ++i) {
    EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /" + std::to_string(i) + " 1 x");
  }
  sender.join();
}

TEST_F(SessionTest, RequestsThatArriveTogetherAllGetResponses) {
  std::vector<std::unique_ptr<SocketClient>> clients;
  for (int i = 0; i < 40; ++i) clients.push_back(std::make_unique<SocketClient>(server_->port()));
  for (int round = 0; round < 10; ++round) {
    // Keeps the server busy until all other requests have arrived.
    client_.Send(Post("/sleep/20", ""));
    for (size_t i = 0; i < clients.size(); ++i) {
      const std::string first = i % 3 == 0 ? "/sleep/2" : "/quick";
      clients[i]->Send(Post(first, "1") + Post("/then", std::to_string(i)));
    }
    SocketClient(server_->port()).Send(Post("/sleep/2", "") + Post("/nobody", ""));
    for (size_t i = 0; i < clients.size(); ++i) {
      EXPECT_THAT(ExtractBody(clients[i]->ReceiveResponse()),
                  StartsWith(i % 3 == 0 ? "POST /sleep/2 " : "POST /quick "));
      EXPECT_THAT(ExtractBody(clients[i]->ReceiveResponse()), testing::EndsWith(" " + std::to_string(i)));
    }
    EXPECT_THAT(ExtractBody(client_.ReceiveResponse()), StartsWith("POST /sleep/20"));
  }
}

TEST_F(SessionTest, ARequestMayArriveInPieces) {
  const std::string request = Post("/path", "hello");
  for (size_t cut = 1; cut < request.size(); ++cut) {
    client_.Send(request.substr(0, cut));
    Pause();
    client_.Send(request.substr(cut));
    EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /path 5 hello") << cut;
  }
}

TEST_F(SessionTest, ARequestMayArriveByteByByteBehindAnother) {
  const std::string request = Post("/second", "hello");
  client_.Send(Post("/first", "") + request.substr(0, 1));
  for (const char c : request.substr(1)) {
    Pause();
    client_.Send({&c, 1});
  }
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /first 0 ");
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /second 5 hello");
}

TEST_F(SessionTest, AClientThatClosesItsSendingSideGetsItsResponses) {
  client_.Send(Post("/", "hello") + Post("/", "again"));
  client_.SendEnd();
  const std::string responses = client_.ReceiveAll();
  EXPECT_TRUE(client_.ended());
  EXPECT_THAT(responses, HasSubstr("POST / 5 hello"));
  EXPECT_THAT(responses, HasSubstr("POST / 5 again"));
}

// With `/sleep/100`, the server is busy until both the request and the end of input have arrived, so that one event
// reports both. With `/quick`, it may receive them separately.
TEST_F(SessionTest, AClientMayCloseItsSendingSideWithItsLastRequest) {
  for (const std::string_view first : {"/sleep/100", "/quick"}) {
    SocketClient last(server_->port());
    client_.Send(Post(first, ""));
    last.Send(Post("/", "last"));
    last.SendEnd();
    EXPECT_EQ(ExtractBody(last.ReceiveAll()), "POST / 4 last");
    EXPECT_TRUE(last.ended());
    client_.ReceiveResponse();
  }
}

TEST_F(SessionTest, PipelinedRequestsThatTakeLongDoNotKeepOtherConnectionsWaiting) {
  SocketClient pipeline(server_->port());
  SocketClient late(server_->port());
  // The requests arrive while the server is busy, so that one iteration of its event loop finds all of them.
  SocketClient busy(server_->port());
  busy.Send(Post("/sleep/100", ""));
  Pause();
  std::string requests;
  for (int i = 0; i < 30; ++i) requests += Post("/sleep/20", "");
  client_.Send(Post("/", "early"));
  pipeline.Send(requests);
  late.Send(Post("/", "late"));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 5 early");
  EXPECT_EQ(ExtractBody(late.ReceiveResponse()), "POST / 4 late");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(400));
  for (int i = 0; i < 30; ++i) EXPECT_THAT(ExtractBody(pipeline.ReceiveResponse()), StartsWith("POST /sleep/20"));
}

TEST_F(SessionTest, AConnectionThatAlwaysHasMoreToReadDoesNotKeepOthersWaiting) {
  std::atomic<bool> done = false;
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += Post("/", "x");
  SocketClient greedy(server_->port());
  std::thread sender([&] {
    while (!done && greedy.Send(many)) {
    }
  });
  std::thread receiver([&] {
    while (!greedy.ReceiveResponse().empty()) {
    }
  });
  for (int i = 0; i < 100; ++i) {
    client_.Send(Post("/", "modest"));
    EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 6 modest");
  }
  done = true;
  sender.join();
  greedy.SendEnd();
  receiver.join();
}

// At the request `/count`, counts the clients whose connections the server has closed. It runs on the thread that
// closes them, so that none is closed meanwhile.
class ClosedConnectionsCounter final : public RequestHandler {
 public:
  explicit ClosedConnectionsCounter(const std::vector<std::unique_ptr<SocketClient>>* clients) : clients_(clients) {}

  void Handle(const HttpRequest& request, Responder* responder) override {
    EchoHandler().Handle(request, responder);
    if (request.target != "/count") return;
    const auto closed =
        std::count_if(clients_->begin(), clients_->end(), [](const auto& client) { return client->IsClosed(); });
    EXPECT_LT(closed, 200);
  }
  void Refuse(RefusalReason reason, HttpResponse* response) override { EchoHandler().Refuse(reason, response); }

 private:
  const std::vector<std::unique_ptr<SocketClient>>* clients_;
};

TEST(ManyEndedConnections, DoNotKeepARequestWaitingUntilAllAreClosed) {
  std::vector<std::unique_ptr<SocketClient>> clients;
  const auto server = StartServer<ClosedConnectionsCounter>({}, &clients);
  for (int i = 0; i < 400; ++i) clients.push_back(std::make_unique<SocketClient>(server->port()));
  SocketClient late(server->port());
  // The connections end while the server is busy, so that they are all ahead of the request.
  SocketClient busy(server->port());
  busy.Send(Post("/sleep/100", ""));
  Pause();
  for (const auto& client : clients) client->SendEnd();
  late.Send(Post("/count", ""));
  EXPECT_EQ(ExtractBody(late.ReceiveResponse()), "POST /count 0 ");
}

// Echoes whether the event loop is late in place of the body.
class LatenessHandler final : public RequestHandler {
 public:
  void Handle(const HttpRequest& request, Responder* responder) override {
    std::string lateness = responder->is_late() ? "late" : "in time";
    HttpRequest with_lateness = request;
    with_lateness.body = &lateness;
    EchoHandler::Echo(with_lateness, responder->message());
  }
  void Refuse(RefusalReason reason, HttpResponse* response) override { EchoHandler().Refuse(reason, response); }
};

TEST(SessionsTest, ARequestIsLateIfOthersOfItsIterationTakeLong) {
  const auto server = StartServer<LatenessHandler>({});
  SocketClient busy(server->port());
  SocketClient slow(server->port());
  SocketClient late(server->port());
  for (SocketClient* const client : {&busy, &slow, &late}) {
    client->Send(Post("/", ""));
    EXPECT_EQ(ExtractBody(client->ReceiveResponse()), "POST / 7 in time");
  }
  // The other two arrive while the server is busy, so that one iteration of its event loop finds both.
  busy.Send(Post("/sleep/500", ""));
  Pause();
  slow.Send(Post("/sleep/20", ""));
  late.Send(Post("/", ""));
  EXPECT_EQ(ExtractBody(late.ReceiveResponse()), "POST / 4 late");
}

TEST_F(SessionTest, AnUnfinishedRequestOfADisconnectedClientIsDropped) {
  client_.Send(Post("/", "hello").substr(0, 30));
  client_.SendEnd();
  EXPECT_EQ(client_.ReceiveAll(), "");
  EXPECT_TRUE(client_.ended());
}

TEST_F(SessionTest, HonoursConnectionClose) {
  client_.Send(Post("/", "", "Connection: close\r\n"));
  EXPECT_THAT(client_.ReceiveAll(), HasSubstr("POST / 0 "));
  EXPECT_TRUE(client_.ended());
}

TEST_F(SessionTest, AHandlerMayCloseTheConnectionAfterItsResponse) {
  client_.Send(Post("/last", "") + Post("/not/handled", ""));
  EXPECT_THAT(client_.ReceiveAll(), AllOf(HasSubstr("POST /last 0 "), Not(HasSubstr("/not/handled"))));
  EXPECT_TRUE(client_.ended());
}

TEST_F(SessionTest, ClosesHttp10ConnectionsUnlessAskedNotTo) {
  client_.Send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_THAT(client_.ReceiveResponse(), HasSubstr("Connection: keep-alive\r\n"));
  client_.Send("GET / HTTP/1.0\r\n\r\n");
  EXPECT_THAT(client_.ReceiveAll(), HasSubstr("GET / 0 "));
  EXPECT_TRUE(client_.ended());
}

TEST_F(SessionTest, SendsContinueIfItIsExpected) {
  const size_t body_at = Post("/", "hello", "Expect: 100-continue\r\n").size() - 5;
  std::string request;
  for (const char* const expectation : {"100-continue", "100-Continue"}) {
    request = Post("/", "hello", "Expect: " + std::string(expectation) + "\r\n");
    client_.Send(request.substr(0, body_at));
    EXPECT_EQ(client_.ReceiveResponse(), "HTTP/1.1 100 Continue\r\n\r\n");
    client_.Send(request.substr(body_at));
    EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 5 hello");
  }
  client_.Send(request);
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 5 hello")
      << "a body that arrives with its head needs no Continue";
}

TEST_F(SessionTest, SendsContinueOnceIfTheBodyArrivesInPieces) {
  const std::string request = Post("/", "hello", "Expect: 100-continue\r\n");
  const size_t body_at = request.size() - 5;
  client_.Send(request.substr(0, body_at));
  EXPECT_EQ(client_.ReceiveResponse(), "HTTP/1.1 100 Continue\r\n\r\n");
  for (const char c : request.substr(body_at)) {
    client_.Send({&c, 1});
    Pause();
  }
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 5 hello");
  client_.Send(Post("/", "next"));
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 4 next") << "and not a second 100 Continue";
}

TEST_F(SessionTest, DoesNotSendContinueForABodyThatIsTooLarge) {
  client_.Send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n");
  Pause();
  client_.Send("Content-Length: 16777217\r\n\r\n");
  EXPECT_THAT(client_.ReceiveAll(), StartsWith("HTTP/1.1 413 "));
}

TEST_F(SessionTest, DoesNotSendContinueToAnHttp10Client) {
  client_.Send("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
  Pause();
  client_.Send("hello");
  EXPECT_THAT(client_.ReceiveAll(), StartsWith("HTTP/1.1 200 "));
}

TEST_F(SessionTest, AcceptsA16MebibyteBody) {
  const std::string body(RequestParser::kBodyBytesMax, 'x');
  client_.Send(Post("/", body));
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 16777216 ");
  client_.Send(Post("/", "next"));
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 4 next");
}

// The client sends its whole body before it reads, as most clients do: it must still receive the response.
TEST_F(SessionTest, RefusesABodyOfMoreThan16MebibytesWithAResponseThatTheClientReceives) {
  const std::string body(RequestParser::kBodyBytesMax + 1, 'x');
  client_.Send(Post("/", body));
  client_.SendEnd();
  EXPECT_THAT(client_.ReceiveAll(), StartsWith("HTTP/1.1 413 "));
  EXPECT_TRUE(client_.ended());
}

TEST_F(SessionTest, RefusesAChunkedBodyOfMoreThan16Mebibytes) {
  client_.Send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
  const std::string chunk = "100000\r\n" + std::string(0x100000, 'x') + "\r\n";
  for (int i = 0; i < 17; ++i) client_.Send(chunk);
  client_.SendEnd();
  EXPECT_THAT(client_.ReceiveAll(), StartsWith("HTTP/1.1 413 "));
}

TEST_F(SessionTest, RefusesAHeadOfMoreThan16Kilobytes) {
  client_.Send("GET / HTTP/1.1\r\nHost: a\r\nName: " + std::string(17'000, 'x') + "\r\n\r\n");
  EXPECT_THAT(client_.ReceiveAll(), StartsWith("HTTP/1.1 400 "));
}

TEST_F(SessionTest, RefusesATargetOf10KilobytesWithAHeaderOf10Kilobytes) {
  const std::string line = "GET /" + std::string(10'240, 'x') + " HTTP/1.1\r\nHost: a\r\n";
  const std::string header = "Name: " + std::string(10'240, 'y') + "\r\n\r\n";
  client_.Send(line + header);
  EXPECT_THAT(client_.ReceiveAll(), StartsWith("HTTP/1.1 400 "));
  SocketClient two_pieces(server_->port());
  two_pieces.Send(line);
  Pause();
  two_pieces.Send(header);
  EXPECT_THAT(two_pieces.ReceiveAll(), StartsWith("HTTP/1.1 400 "));
}

TEST_F(SessionTest, RefusesAChunkLineThatNeverEnds) {
  client_.Send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;" + std::string(200'000, 'x'));
  client_.SendEnd();
  EXPECT_THAT(client_.ReceiveAll(), StartsWith("HTTP/1.1 400 "));
}

TEST_F(SessionTest, RefusesBytesThatAreNotHttp) {
  client_.Send("\x16\x03\x01\x02garbage\r\n\r\n");
  client_.SendEnd();
  const std::string response = client_.ReceiveAll();
  EXPECT_THAT(response, StartsWith("HTTP/1.1 400 "));
  EXPECT_TRUE(client_.ended());
}

TEST_F(SessionTest, RespondsToRequestsBeforeGarbage) {
  client_.Send(Post("/", "hello") + "garbage\r\n\r\n");
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 5 hello");
  EXPECT_THAT(client_.ReceiveResponse(), StartsWith("HTTP/1.1 400 "));
}

TEST_F(SessionTest, ALongResponseReachesASlowReader) {
  SocketClient slow(server_->port(), 4'096);
  slow.Send("GET /repeat/20000000 HTTP/1.1\r\nHost: a\r\n\r\n" + Post("/", "behind it"));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  client_.Send(Post("/", "meanwhile"));
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 9 meanwhile");
  EXPECT_EQ(ExtractBody(slow.ReceiveResponse()), "GET /repeat/20000000 0 " + std::string(20'000'000, 'r'));
  EXPECT_EQ(ExtractBody(slow.ReceiveResponse()), "POST / 9 behind it");
}

TEST_F(SessionTest, AClientThatDisconnectsDuringAResponseAffectsNoOther) {
  for (int i = 0; i < 20; ++i) {
    SocketClient impatient(server_->port(), 4'096);
    impatient.Send("GET /repeat/5000000 HTTP/1.1\r\nHost: a\r\n\r\n");
  }
  client_.Send(Post("/", "still here"));
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 10 still here");
}

}  // namespace
}  // namespace holdfast::server
