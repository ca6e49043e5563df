// Long responses, which are passed on in parts while they arrive.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>

#include "tests/server/upstream/forwarding_server.h"
#include "tests/server/upstream/stub_upstream.h"
#include "tests/support/eventually.h"

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr size_t kMegabyte = size_t{1} << 20;

// A text of consecutive numbers, so that bytes in the wrong order are noticed.
std::string LongBody(size_t size) {
  std::string body;
  body.reserve(size + 16);
  for (size_t i = 0; body.size() < size; ++i) body.append(std::to_string(i)).append(",");
  body.resize(size);
  return body;
}

std::string HeadOf(size_t body_bytes) {
  return "HTTP/1.1 200 OK\r\nx-amzn-RequestId: THEIRS\r\nContent-Length: " + std::to_string(body_bytes) + "\r\n\r\n";
}

std::string SignedScan(std::string_view version = "1.1") {
  return "POST / HTTP/" + std::string(version) +
         "\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
         "X-Amz-Date: 20261001T000000Z\r\nX-Amz-Target: DynamoDB_20120810.Scan\r\n"
         "Authorization: AWS4-HMAC-SHA256 Credential=key/20261001/us-east-1/dynamodb/aws4_request, "
         "SignedHeaders=host;x-amz-date, Signature=0123\r\nContent-Length: 2\r\n\r\n{}";
}

// Waits until `count` is not 0 and has stayed the same for a while, and returns it.
size_t ValueAtRest(const std::atomic<size_t>& count) {
  size_t last = 0;
  for (int same = 0; same < 20; ++same) {
    std::this_thread::sleep_for(milliseconds(20));
    const size_t now = count;
    if (now == 0 || now != last) same = 0;
    last = now;
  }
  return last;
}

// Sends `body` in chunks of different sizes; if `truncated`, without the empty chunk that ends a body. Returns false if
// it is truncated or cannot be sent: the connection is then closed (StubUpstream::SendResponse).
bool SendChunks(int socket, std::string_view body, bool truncated) {
  bool sent = StubUpstream::Send(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (size_t size = 1; sent && !body.empty(); size = size * 3 % 100'003) {
    const std::string_view chunk = body.substr(0, size);
    char digits[20];
    std::snprintf(digits, sizeof digits, "%zx\r\n", chunk.size());
    sent = StubUpstream::Send(socket, std::string(digits).append(chunk).append("\r\n"));
    body.remove_prefix(chunk.size());
  }
  return !truncated && sent && StubUpstream::Send(socket, "0\r\n\r\n");
}

// Returns the body that arrived as `chunks`; nothing if a chunk is incomplete or the empty one is missing.
std::optional<std::string> JoinChunks(std::string_view chunks) {
  std::string body;
  for (;;) {
    const size_t line_end = chunks.find("\r\n");
    if (line_end == std::string_view::npos) return std::nullopt;
    const size_t size = std::stoul(std::string(chunks.substr(0, line_end)), nullptr, 16);
    chunks.remove_prefix(line_end + 2);
    if (chunks.size() < size + 2) return std::nullopt;
    if (size == 0) return body;
    body.append(chunks.substr(0, size));
    chunks.remove_prefix(size + 2);
  }
}

TEST(ForwardedPartsTest, ALongResponseArrivesUnchangedAndLittleIsReadAhead) {
  // Three times what the system may buffer between the endpoint and the client.
  const std::string body = LongBody(48 * kMegabyte);
  std::atomic<size_t> accepted = 0;
  StubUpstream upstream([&](const std::string&, int socket) {
    const int bytes = 65'536;
    ::setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    return StubUpstream::Send(socket, HeadOf(body.size()), &accepted) && StubUpstream::Send(socket, body, &accepted);
  });
  ForwardingServer server(upstream.port());
  SocketClient client(server.port());
  client.Send(SignedScan());
  EXPECT_LT(ValueAtRest(accepted), body.size() / 3) << "while the client reads nothing";
  const std::string response = client.ReceiveResponse();
  EXPECT_THAT(response.substr(0, 1'000), HasSubstr("x-amzn-RequestId: THEIRS\r\n"));
  EXPECT_TRUE(ExtractBody(response) == body);
}

TEST(ForwardedPartsTest, TheHeadIsSentBeforeTheBodyHasArrived) {
  const std::string body = LongBody(kMegabyte);
  std::atomic<bool> head_received = false;
  StubUpstream upstream([&](const std::string&, int socket) {
    return StubUpstream::Send(socket, HeadOf(body.size())) && Eventually([&] { return head_received.load(); }) &&
           StubUpstream::Send(socket, body);
  });
  ForwardingServer server(upstream.port());
  SocketClient client(server.port());
  client.Send(SignedScan());
  const std::string head = client.ReceiveAtLeast(1);
  EXPECT_THAT(head, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(head, EndsWith("\r\n\r\n"));
  head_received = true;
  EXPECT_TRUE(client.ReceiveAtLeast(body.size()) == body);
}

TEST(ForwardedPartsTest, ALongResponseLeavesBothConnectionsOpen) {
  const std::string body = LongBody(2 * kMegabyte);
  StubUpstream upstream(
      [&](const std::string&, int socket) { return StubUpstream::Send(socket, HeadOf(body.size()) + body); });
  ForwardingServer server(upstream.port());
  SocketClient client(server.port());
  client.Send(SignedScan() + SignedScan() + SignedScan());
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(ExtractBody(client.ReceiveResponse()) == body);
  client.Send(SignedScan());
  EXPECT_TRUE(ExtractBody(client.ReceiveResponse()) == body);
  EXPECT_EQ(upstream.connections(), 1u);
}

TEST(ForwardedPartsTest, ABodyThatBreaksOffClosesTheConnection) {
  const std::string body = LongBody(kMegabyte);
  StubUpstream upstream([&](const std::string&, int socket) {
    StubUpstream::Send(socket, HeadOf(body.size()) + body.substr(0, 300'000));
    return false;
  });
  ForwardingServer server(upstream.port());
  for (int i = 0; i < 2; ++i) {
    SocketClient client(server.port());
    client.Send(SignedScan());
    const std::string received = client.ReceiveAll();
    EXPECT_TRUE(client.ended());
    EXPECT_THAT(received.substr(0, 100), StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(ExtractBody(received) == body.substr(0, 300'000));
  }
}

TEST(ForwardedPartsTest, ABodyThatIsTooLateClosesTheConnection) {
  std::atomic<bool> stop = false;
  StubUpstream upstream([&](const std::string&, int socket) {
    return StubUpstream::Send(socket, HeadOf(kMegabyte) + "begun") && Eventually([&] { return stop.load(); }) && false;
  });
  ForwardingServer server(upstream.port(), {.exchange = std::chrono::seconds(3)});
  SocketClient client(server.port());
  client.Send(SignedScan());
  const std::string received = client.ReceiveAll();
  EXPECT_TRUE(client.ended());
  EXPECT_THAT(received, StartsWith("HTTP/1.1 200 OK\r\n"));
  EXPECT_THAT(received, EndsWith("\r\n\r\nbegun"));
  stop = true;
}

TEST(ForwardedPartsTest, TheTimeLimitOfTheUpstreamDoesNotApplyToASlowClient) {
  const std::string body = LongBody(32 * kMegabyte);
  StubUpstream upstream(
      [&](const std::string&, int socket) { return StubUpstream::Send(socket, HeadOf(body.size()) + body); });
  ForwardingServer server(upstream.port(), {.exchange = std::chrono::seconds(3)});
  SocketClient client(server.port());
  client.Send(SignedScan());
  std::this_thread::sleep_for(milliseconds(3'500));
  EXPECT_TRUE(ExtractBody(client.ReceiveResponse()) == body);
}

TEST(ForwardedPartsTest, ADisconnectedClientEndsTheUpstreamConnection) {
  for (const bool reset : {false, true}) {
    std::atomic<bool> cut_off = false;
    const std::string body = LongBody(48 * kMegabyte);
    StubUpstream upstream([&](const std::string& request, int socket) {
      if (request.find(".Scan") == std::string::npos) return StubUpstream::Send(socket, HeadOf(2) + "{}");
      cut_off = !StubUpstream::Send(socket, HeadOf(body.size()) + body);
      return false;
    });
    ForwardingServer server(upstream.port(), {.connections_max = 1});
    SocketClient client(server.port());
    client.Send(SignedScan());
    client.ReceiveAtLeast(100'000);
    client.Close(reset);
    EXPECT_TRUE(Eventually([&] { return cut_off.load(); })) << reset;
    EXPECT_EQ(RaceClient(server.port()).Call("ListTables", "{}").status, 200)
        << "another connection to the upstream may be opened";
  }
}

TEST(ForwardedPartsTest, AResponseInProgressDoesNotKeepTheServerFromStopping) {
  for (const bool upstream_waits : {false, true}) {
    const std::string body = LongBody(48 * kMegabyte);
    StubUpstream upstream([&](const std::string&, int socket) {
      if (!upstream_waits) return StubUpstream::Send(socket, HeadOf(body.size()) + body);
      StubUpstream::Send(socket, HeadOf(body.size()) + body.substr(0, 100'000));
      // Waits until the connection ends.
      char ignored = 0;
      return ::recv(socket, &ignored, 1, 0) > 0;
    });
    auto server = std::make_unique<ForwardingServer>(upstream.port());
    SocketClient client(server->port());
    client.Send(SignedScan());
    EXPECT_THAT(client.ReceiveAtLeast(10), StartsWith("HTTP/1.1 200"));
    // The upstream would be given up only after UpstreamLimits::exchange, a minute.
    const auto begun = std::chrono::steady_clock::now();
    server = nullptr;
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(30));
    EXPECT_LT(client.ReceiveAll().size(), body.size());
    EXPECT_TRUE(client.ended());
  }
}

TEST(ForwardedPartsTest, ABodyOfUnknownLengthIsSentInChunks) {
  const std::string body = LongBody(3 * kMegabyte);
  StubUpstream upstream([&](const std::string&, int socket) { return SendChunks(socket, body, /*truncated=*/false); });
  ForwardingServer server(upstream.port());
  SocketClient client(server.port());
  // The response to the Scan has the whole body, and ends where the next response begins.
  client.Send(SignedScan() + "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const std::string received = client.ReceiveAll();
  const size_t next = received.find("HTTP/1.1 ", 10);
  ASSERT_NE(next, std::string::npos);
  EXPECT_THAT(received.substr(0, 1'000), HasSubstr("Transfer-Encoding: chunked\r\n"));
  EXPECT_THAT(received.substr(0, 1'000), Not(HasSubstr("Content-Length")));
  EXPECT_TRUE(JoinChunks(ExtractBody(received.substr(0, next))) == body);
}

TEST(ForwardedPartsTest, AChunkIsSentBeforeTheNextOneArrives) {
  std::atomic<bool> chunk_received = false;
  StubUpstream upstream([&](const std::string&, int socket) {
    return StubUpstream::Send(socket, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n") &&
           Eventually([&] { return chunk_received.load(); }) && StubUpstream::Send(socket, "0\r\n\r\n");
  });
  ForwardingServer server(upstream.port());
  SocketClient client(server.port());
  client.Send(SignedScan());
  std::string received;
  while (received.find("first\r\n") == std::string::npos && !client.ended()) received += client.ReceiveAtLeast(1);
  EXPECT_THAT(received, EndsWith("5\r\nfirst\r\n"));
  chunk_received = true;
  EXPECT_EQ(client.ReceiveAtLeast(5), "0\r\n\r\n");
}

TEST(ForwardedPartsTest, ABodyOfUnknownLengthThatBreaksOffHasNoLastChunk) {
  const std::string body = LongBody(kMegabyte);
  StubUpstream upstream([&](const std::string&, int socket) { return SendChunks(socket, body, /*truncated=*/true); });
  ForwardingServer server(upstream.port());
  SocketClient client(server.port());
  client.Send(SignedScan());
  const std::string received = client.ReceiveAll();
  EXPECT_TRUE(client.ended());
  EXPECT_GT(received.size(), body.size());
  EXPECT_EQ(JoinChunks(ExtractBody(received)), std::nullopt);
}

TEST(ForwardedPartsTest, ChunksAreJoinedForAnHttp10Client) {
  const std::string body = LongBody(kMegabyte);
  StubUpstream upstream([&](const std::string&, int socket) { return SendChunks(socket, body, /*truncated=*/false); });
  ForwardingServer server(upstream.port());
  SocketClient client(server.port());
  client.Send(SignedScan("1.0"));
  const std::string received = client.ReceiveAll();
  EXPECT_THAT(received.substr(0, 1'000), HasSubstr("Content-Length: " + std::to_string(body.size()) + "\r\n"));
  EXPECT_TRUE(ExtractBody(received) == body);
}

TEST(ForwardedPartsTest, ASmallResponseIsSentOnlyWhenItIsComplete) {
  const std::string body = LongBody(60'000);
  StubUpstream upstream([&](const std::string& request, int socket) {
    StubUpstream::Send(socket, HeadOf(body.size()) + body.substr(0, 100));
    return request.find(".Scan") != std::string::npos && StubUpstream::Send(socket, body.substr(100));
  });
  ForwardingServer server(upstream.port());
  RaceClient client(server.port());
  EXPECT_EQ(client.Call("Scan", "{}").body, body);
  const Reply broken_off = client.Call("Query", "{}");
  EXPECT_EQ(broken_off.status, 500);
  EXPECT_THAT(broken_off.body, HasSubstr("may have executed the request"));
}

TEST(ForwardedPartsTest, ManyResponsesArriveWhileOtherClientsDisconnect) {
  const std::string body = LongBody(kMegabyte);
  StubUpstream upstream(
      [&](const std::string&, int socket) { return StubUpstream::Send(socket, HeadOf(body.size()) + body); });
  ForwardingServer server(upstream.port(), {.connections_max = 4});
  std::vector<std::thread> clients;
  std::atomic<int> wrong = 0;
  for (int i = 0; i < 6; ++i) {
    clients.emplace_back([&, i] {
      for (int j = 0; j < 6; ++j) {
        SocketClient client(server.port());
        client.Send(SignedScan());
        if ((i + j) % 3 == 0) {
          client.ReceiveAtLeast(static_cast<size_t>(j) * 50'000 + 1);
          client.Close(/*reset=*/i % 2 == 0);
        } else if (ExtractBody(client.ReceiveResponse()) != body) {
          ++wrong;
        }
      }
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace holdfast::server
