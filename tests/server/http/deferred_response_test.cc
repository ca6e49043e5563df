#include "server/message/deferred_response.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "server/http/buffer_quota.h"
#include "server/http/completion_queue.h"
#include "server/http/event_loop.h"
#include "server/message/owned_request.h"
#include "tests/server/http/socket_client.h"
#include "tests/support/eventually.h"

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::HasSubstr;
using testing::StartsWith;

// A request whose response the handler has deferred, and that response.
struct Deferred {
  OwnedRequest request;
  DeferredResponse response;

  void Complete() {
    EchoHandler::Echo(request.Get(), response.message());
    response.Complete();
  }
};

// A queue of deferred requests, which handlers fill and the test empties.
class DeferredRequests {
 public:
  void Put(Deferred deferred) {
    const std::lock_guard lock(mutex_);
    requests_.push_back(std::move(deferred));
    changed_.notify_all();
  }
  // Waits for a request, and removes the oldest.
  Deferred Take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !requests_.empty(); });
    Deferred first = std::move(requests_.front());
    requests_.erase(requests_.begin());
    return first;
  }
  bool empty() {
    const std::lock_guard lock(mutex_);
    return requests_.empty();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Deferred> requests_;
};

// Defers requests for `/defer…` and echoes the others.
class DeferringHandler final : public RequestHandler {
 public:
  explicit DeferringHandler(DeferredRequests* requests) : requests_(requests) {}
  void Handle(const HttpRequest& request, Responder* responder) override {
    if (!request.target.starts_with("/defer")) return echo_.Handle(request, responder);
    requests_->Put({OwnedRequest(request), responder->Defer()});
  }
  void Refuse(RefusalReason reason, HttpResponse* response) override { echo_.Refuse(reason, response); }

 private:
  DeferredRequests* const requests_;
  EchoHandler echo_;
};

class DeferredResponseTest : public testing::Test {
 protected:
  static std::unique_ptr<HttpServer> Start(DeferredRequests* requests, HttpServerOptions options = {}) {
    options.limits.stop = milliseconds(200);
    return StartServer<DeferringHandler>(options, requests);
  }

  DeferredRequests requests_;
  std::unique_ptr<HttpServer> server_ = Start(&requests_);
  SocketClient client_{server_->port()};
};

TEST_F(DeferredResponseTest, IsSentWhenAnotherThreadCompletesIt) {
  for (int i = 0; i < 20; ++i) {
    client_.Send(Post("/defer", "hello", "Name: value\r\n"));
    std::thread other([&] {
      Deferred deferred = requests_.Take();
      EXPECT_EQ(deferred.request.Get().Header("name"), "value");
      deferred.Complete();
    });
    EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /defer 5 hello");
    other.join();
  }
}

TEST_F(DeferredResponseTest, OtherConnectionsAreServedMeanwhile) {
  client_.Send(Post("/defer", "slow"));
  Deferred deferred = requests_.Take();
  SocketClient other(server_->port());
  other.Send(Post("/", "quick"));
  EXPECT_EQ(ExtractBody(other.ReceiveResponse()), "POST / 5 quick");
  deferred.Complete();
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /defer 4 slow");
}

TEST_F(DeferredResponseTest, RequestsBehindItOnTheConnectionWaitInOrder) {
  client_.Send(Post("/defer/1", "") + Post("/2", "") + Post("/defer/3", "") + Post("/4", ""));
  Deferred first = requests_.Take();
  client_.Send(Post("/5", ""));
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_TRUE(requests_.empty()) << "the third request waits for the response to the first";
  first.Complete();
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /defer/1 0 ");
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /2 0 ");
  requests_.Take().Complete();
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /defer/3 0 ");
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /4 0 ");
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /5 0 ");
}

TEST_F(DeferredResponseTest, ALongResponseReachesASlowReader) {
  SocketClient slow(server_->port(), 4'096);
  slow.Send(Post("/defer", std::string(1'000, 'x')) + Post("/", "behind it"));
  Deferred deferred = requests_.Take();
  const std::string body(20'000'000, 'y');
  *deferred.response.message()->StartBody() += body;
  deferred.response.message()->FinishWithHead("HTTP/1.1 200 OK\r\nContent-Length: 20000000\r\n\r\n");
  deferred.response.Complete();
  EXPECT_EQ(ExtractBody(slow.ReceiveResponse()), body);
  EXPECT_EQ(ExtractBody(slow.ReceiveResponse()), "POST / 9 behind it");
}

TEST_F(DeferredResponseTest, AClientThatClosedOnlyItsSendingSideStillGetsIt) {
  client_.Send(Post("/defer", "hello"));
  client_.SendEnd();
  Deferred deferred = requests_.Take();
  EXPECT_TRUE(Eventually([&] { return deferred.response.client() == ClientStatus::kInputEnded; }));
  deferred.Complete();
  EXPECT_EQ(ExtractBody(client_.ReceiveAll()), "POST /defer 5 hello");
  EXPECT_TRUE(client_.ended());
}

TEST_F(DeferredResponseTest, ReportsThatTheClientHasDisconnected) {
  for (const bool reset : {false, true}) {
    SocketClient leaving(server_->port());
    leaving.Send(Post("/defer", ""));
    Deferred deferred = requests_.Take();
    EXPECT_EQ(deferred.response.client(), ClientStatus::kConnected);
    leaving.Close(reset);
    const ClientStatus expected = reset ? ClientStatus::kGone : ClientStatus::kInputEnded;
    EXPECT_TRUE(Eventually([&] { return deferred.response.client() == expected; })) << reset;
    deferred.Complete();
  }
  client_.Send(Post("/", "still here"));
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 10 still here");
}

TEST_F(DeferredResponseTest, AnAbandonedResponseIsAnInternalServerError) {
  client_.Send(Post("/defer", ""));
  { const Deferred abandoned = requests_.Take(); }
  EXPECT_THAT(client_.ReceiveAll(), StartsWith("HTTP/1.1 500 "));
  EXPECT_TRUE(client_.ended());
}

TEST_F(DeferredResponseTest, DropClosesTheConnectionWithoutSendingTheResponse) {
  client_.Send(Post("/first", "answered") + Post("/defer", "dropped") + Post("/behind", "never handled"));
  Deferred deferred = requests_.Take();
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /first 8 answered");
  *deferred.response.message()->StartBody() += "written and not sent";
  deferred.response.message()->FinishWithHead("HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n");
  deferred.response.Drop();
  EXPECT_EQ(client_.ReceiveAll(), "");
  EXPECT_TRUE(client_.ended());
  SocketClient other(server_->port());
  other.Send(Post("/", "still served"));
  EXPECT_EQ(ExtractBody(other.ReceiveResponse()), "POST / 12 still served");
}

TEST_F(DeferredResponseTest, DropAfterADisconnectOrAStopHasNoEffect) {
  {
    SocketClient leaving(server_->port());
    leaving.Send(Post("/defer", ""));
    Deferred deferred = requests_.Take();
    leaving.Close(/*reset=*/true);
    EXPECT_TRUE(Eventually([&] { return deferred.response.client() == ClientStatus::kGone; }));
    deferred.response.Drop();
  }
  client_.Send(Post("/defer", ""));
  Deferred deferred = requests_.Take();
  server_->Stop();
  server_.reset();
  deferred.response.Drop();
  EXPECT_EQ(client_.ReceiveAll(), "");
}

TEST_F(DeferredResponseTest, CanBeReleasedToAnotherOwner) {
  client_.Send(Post("/defer", "hello"));
  Deferred first = requests_.Take();
  {
    Deferred second = {std::move(first.request), DeferredResponse(first.response.Release())};
    second.Complete();
  }
  EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST /defer 5 hello");
}

TEST_F(DeferredResponseTest, PendingResponsesDoNotKeepTheServerFromStopping) {
  client_.Send(Post("/defer", ""));
  Deferred deferred = requests_.Take();
  const auto start = steady_clock::now();
  server_->Stop();
  EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_EQ(deferred.response.client(), ClientStatus::kGone);
  server_.reset();
  // Has no effect: the server is already destroyed.
  deferred.Complete();
}

TEST_F(DeferredResponseTest, IsSentIfItIsCompletedWhileTheServerStops) {
  client_.Send(Post("/defer", ""));
  SocketClient idle(server_->port());
  Deferred deferred = requests_.Take();
  std::thread stopper([this] { server_->Stop(); });
  EXPECT_EQ(idle.ReceiveAll(), "");
  deferred.Complete();
  EXPECT_EQ(ExtractBody(client_.ReceiveAll()), "POST /defer 0 ");
  stopper.join();
}

// ---- Responses in parts.

constexpr std::string_view kHead = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n";
// More bytes than the kernel buffers for a connection.
constexpr size_t kUnreadBytes = 32'000'000;

// Whether a part is being sent, was sent, or was dropped.
class PartStatus {
 public:
  // The callback for SendPart. Its call sets the state kSent; its destruction without a call sets kDropped.
  std::function<void()> OnSent() const {
    std::shared_ptr<void> dropped(nullptr, [state = state_](void*) {
      State expected = State::kBeingSent;
      state->compare_exchange_strong(expected, State::kDropped);
    });
    return [state = state_, dropped = std::move(dropped)] { *state = State::kSent; };
  }
  bool sent() const { return *state_ == State::kSent; }
  bool dropped() const { return *state_ == State::kDropped; }

 private:
  enum class State { kBeingSent, kSent, kDropped };

  std::shared_ptr<std::atomic<State>> state_ = std::make_shared<std::atomic<State>>(State::kBeingSent);
};

PartStatus SendPart(DeferredResponse& response, std::string_view head, std::string_view body) {
  response.message()->StartBody()->append(body);
  response.message()->FinishWithHead(head);
  PartStatus part;
  response.SendPart(part.OnSent());
  return part;
}

// Sends a part that the kernel cannot buffer as a whole: it is sent completely only if the client reads.
PartStatus SendLongPart(DeferredResponse& response) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(kUnreadBytes + 2) + "\r\n\r\n";
  return SendPart(response, head, std::string(kUnreadBytes, 'y'));
}

void Complete(DeferredResponse& response, std::string_view body) {
  response.message()->StartBody()->append(body);
  response.message()->FinishWithHead("");
  response.Complete();
}

TEST_F(DeferredResponseTest, ArrivesInPartsAndTheConnectionIsKept) {
  for (int i = 0; i < 3; ++i) {
    client_.Send(Post("/defer", "") + Post("/", "behind it"));
    Deferred deferred = requests_.Take();
    const PartStatus first = SendPart(deferred.response, kHead, "ab");
    EXPECT_EQ(client_.ReceiveAtLeast(kHead.size() + 2), std::string(kHead) + "ab");
    ASSERT_TRUE(Eventually([&] { return first.sent(); }));
    const PartStatus second = SendPart(deferred.response, "", "cd");
    EXPECT_EQ(client_.ReceiveAtLeast(2), "cd");
    ASSERT_TRUE(Eventually([&] { return second.sent(); }));
    Complete(deferred.response, "");
    EXPECT_EQ(ExtractBody(client_.ReceiveResponse()), "POST / 9 behind it");
  }
}

TEST_F(DeferredResponseTest, APartIsSentOnlyWhenTheClientReads) {
  SocketClient slow(server_->port());
  slow.Send(Post("/defer", "") + Post("/", "behind it"));
  Deferred deferred = requests_.Take();
  const PartStatus part = SendLongPart(deferred.response);
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_FALSE(part.sent());
  std::thread rest([&] {
    EXPECT_TRUE(Eventually([&] { return part.sent(); }));
    Complete(deferred.response, "zz");
  });
  EXPECT_EQ(ExtractBody(slow.ReceiveResponse()), std::string(kUnreadBytes, 'y') + "zz");
  rest.join();
  EXPECT_EQ(ExtractBody(slow.ReceiveResponse()), "POST / 9 behind it");
}

TEST_F(DeferredResponseTest, ADisconnectDropsThePartThatIsBeingSent) {
  for (const bool reset : {false, true}) {
    SocketClient leaving(server_->port());
    leaving.Send(Post("/defer", ""));
    Deferred deferred = requests_.Take();
    const PartStatus part = SendLongPart(deferred.response);
    leaving.ReceiveAtLeast(1);
    leaving.Close(reset);
    EXPECT_TRUE(Eventually([&] { return part.dropped(); })) << reset;
    EXPECT_EQ(deferred.response.client(), ClientStatus::kGone);
    const PartStatus late = SendPart(deferred.response, "", "late");
    EXPECT_TRUE(Eventually([&] { return late.dropped(); })) << reset;
    Complete(deferred.response, "later");
  }
}

TEST_F(DeferredResponseTest, AResponseWithoutItsLastPartClosesTheConnection) {
  for (const bool drop : {false, true}) {
    SocketClient client(server_->port());
    client.Send(Post("/defer", "") + Post("/", "never handled"));
    {
      Deferred deferred = requests_.Take();
      const PartStatus part = SendPart(deferred.response, kHead, "ab");
      ASSERT_TRUE(Eventually([&] { return part.sent(); }));
      if (drop) deferred.response.Drop();
    }
    EXPECT_EQ(client.ReceiveAll(), std::string(kHead) + "ab");
    EXPECT_TRUE(client.ended());
  }
}

TEST_F(DeferredResponseTest, AbandoningAResponseWhileAPartIsBeingSentClosesTheConnection) {
  for (const bool begun : {false, true}) {
    SocketClient client(server_->port());
    client.Send(Post("/defer", ""));
    PartStatus part;
    {
      Deferred deferred = requests_.Take();
      part = SendLongPart(deferred.response);
      if (begun) client.ReceiveAtLeast(1);
    }
    EXPECT_TRUE(Eventually([&] { return part.dropped(); })) << begun;
    EXPECT_LT(client.ReceiveAll().size(), kUnreadBytes);
    EXPECT_TRUE(client.ended());
  }
}

TEST_F(DeferredResponseTest, AStopDropsThePartThatIsBeingSent) {
  SocketClient slow(server_->port());
  slow.Send(Post("/defer", ""));
  Deferred deferred = requests_.Take();
  const PartStatus part = SendLongPart(deferred.response);
  slow.ReceiveAtLeast(1);
  server_->Stop();
  EXPECT_TRUE(part.dropped());
  server_.reset();
  EXPECT_TRUE(SendPart(deferred.response, "", "late").dropped());
}

TEST_F(DeferredResponseTest, AClientThatDoesNotReadAPartIsDisconnected) {
  for (const bool by_time : {true, false}) {
    HttpServerOptions options;
    options.limits.sweep = milliseconds(10);
    options.limits.send = by_time ? milliseconds(50) : std::chrono::minutes(10);
    options.buffered_bytes_max = by_time ? options.buffered_bytes_max : kUnreadBytes / 2;
    const auto server = Start(&requests_, options);
    SocketClient client(server->port());
    client.Send(Post("/defer", ""));
    Deferred deferred = requests_.Take();
    const PartStatus part = SendLongPart(deferred.response);
    EXPECT_TRUE(Eventually([&] { return part.dropped(); })) << by_time;
    EXPECT_LT(client.ReceiveAll().size(), kUnreadBytes);
    EXPECT_TRUE(client.ended());
  }
}

TEST_F(DeferredResponseTest, TheTimeBetweenTwoPartsDoesNotCountAgainstTheSendLimit) {
  HttpServerOptions options;
  options.limits.sweep = milliseconds(10);
  options.limits.send = milliseconds(50);
  const auto server = Start(&requests_, options);
  SocketClient client(server->port());
  client.Send(Post("/defer", ""));
  Deferred deferred = requests_.Take();
  const PartStatus part = SendPart(deferred.response, kHead, "ab");
  ASSERT_TRUE(Eventually([&] { return part.sent(); }));
  std::this_thread::sleep_for(milliseconds(200));
  Complete(deferred.response, "cd");
  EXPECT_EQ(ExtractBody(client.ReceiveResponse()), "abcd");
}

TEST_F(DeferredResponseTest, PartsOfManyResponsesAreSentWhileClientsDisconnect) {
  constexpr int kParts = 20;
  constexpr size_t kPartBytes = 50'000;
  constexpr size_t kClients = 8;
  constexpr size_t kRequests = 10;
  const std::string body(kParts * kPartBytes, 'p');
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n";
  std::vector<std::thread> sources;
  for (int i = 0; i < 3; ++i) {
    sources.emplace_back([&] {
      for (;;) {
        Deferred deferred = requests_.Take();
        if (deferred.request.Get().target == "/defer/last") return deferred.Complete();
        bool gone = false;
        for (int j = 0; j < kParts - 1 && !gone; ++j) {
          const PartStatus part = SendPart(deferred.response, j == 0 ? head : "", body.substr(0, kPartBytes));
          EXPECT_TRUE(Eventually([&] { return part.sent() || part.dropped(); }));
          gone = part.dropped();
        }
        if (!gone) Complete(deferred.response, body.substr(0, kPartBytes));
      }
    });
  }
  std::vector<std::thread> clients;
  std::atomic<int> wrong = 0;
  for (size_t i = 0; i < kClients; ++i) {
    clients.emplace_back([&, i] {
      for (size_t j = 0; j < kRequests; ++j) {
        SocketClient client(server_->port());
        client.Send(Post("/defer", ""));
        if (j % 3 == 0) {
          client.ReceiveAtLeast(1 + i * j * 1'000);
          client.Close(/*reset=*/j % 2 == 0);
        } else if (ExtractBody(client.ReceiveResponse()) != body) {
          ++wrong;
        }
      }
    });
  }
  for (std::thread& client : clients) client.join();
  for (size_t i = 0; i < sources.size(); ++i) {
    client_.Send(Post("/defer/last", ""));
    EXPECT_THAT(client_.ReceiveResponse(), HasSubstr("/defer/last"));
  }
  for (std::thread& source : sources) source.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(DeferredResponseTest, ManyThreadsCompleteResponsesWhileClientsConnectAndDisconnect) {
  std::vector<std::thread> completers;
  for (int i = 0; i < 3; ++i) {
    completers.emplace_back([&] {
      for (;;) {
        Deferred deferred = requests_.Take();
        const bool last = deferred.request.Get().target == "/defer/last";
        deferred.Complete();
        if (last) return;
      }
    });
  }
  std::vector<std::thread> clients;
  std::atomic<int> wrong = 0;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back([&, i] {
      for (int j = 0; j < 50; ++j) {
        SocketClient client(server_->port());
        const std::string body = std::to_string(i * 100 + j);
        client.Send(Post("/defer", body));
        if (j % 5 == 0) continue;
        if (ExtractBody(client.ReceiveResponse()) != "POST /defer " + std::to_string(body.size()) + " " + body) ++wrong;
      }
    });
  }
  for (std::thread& client : clients) client.join();
  for (size_t i = 0; i < completers.size(); ++i) {
    client_.Send(Post("/defer/last", ""));
    EXPECT_THAT(client_.ReceiveResponse(), HasSubstr("/defer/last"));
  }
  for (std::thread& completer : completers) completer.join();
  EXPECT_EQ(wrong, 0);
}

// A worker delivers them for a limited time before it reads requests again, so the last ones must not overtake others.
TEST(CompletionQueueTest, ReturnsResponsesInTheOrderInWhichTheyWerePushed) {
  const auto queue = std::make_shared<CompletionQueue>(std::make_shared<EventLoop>());
  const auto quota = std::make_shared<BufferQuota>(1'000);
  std::vector<std::shared_ptr<SessionResponse>> responses;
  for (int i = 0; i < 4; ++i) {
    responses.push_back(std::make_shared<SessionResponse>(queue, quota, nullptr, 0));
    if (i < 3) queue->Push(responses.back(), 0);
  }
  EXPECT_EQ(queue->Pop(), responses[0]);
  queue->Push(responses[3], 0);
  for (int i = 1; i < 4; ++i) EXPECT_EQ(queue->Pop(), responses[static_cast<size_t>(i)]);
  EXPECT_EQ(queue->Pop(), nullptr);
  EXPECT_TRUE(queue->empty());
  queue->Push(responses[0], 0);
  EXPECT_EQ(queue->Pop(), responses[0]);
}

}  // namespace
}  // namespace holdfast::server
