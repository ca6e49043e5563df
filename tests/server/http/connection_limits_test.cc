#include "server/http/connection_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "tests/server/http/socket_client.h"

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::StartsWith;

// Limits so long that only the one under test can end the connection before the client times out.
ConnectionLimits LongLimits() {
  ConnectionLimits limits;
  limits.idle = limits.receive = limits.send = limits.linger = std::chrono::hours(1);
  limits.sweep = milliseconds(10);
  return limits;
}

TEST(ConnectionLimitsTest, IdleConnectionsAreClosed) {
  ConnectionLimits limits = LongLimits();
  limits.idle = milliseconds(50);
  const auto server = StartEchoServer(limits);
  SocketClient without_request(server->port());
  SocketClient with_request(server->port());
  with_request.Send(Post("/", "x"));
  EXPECT_EQ(ExtractBody(with_request.ReceiveResponse()), "POST / 1 x");
  EXPECT_EQ(without_request.ReceiveAll(), "");
  EXPECT_TRUE(without_request.ended());
  EXPECT_EQ(with_request.ReceiveAll(), "");
  EXPECT_TRUE(with_request.ended());
}

TEST(ConnectionLimitsTest, AConnectionWhoseRequestArrivesTooSlowlyIsClosed) {
  ConnectionLimits limits = LongLimits();
  limits.receive = milliseconds(200);
  const auto server = StartEchoServer(limits);
  SocketClient slow_head(server->port());
  SocketClient slow_body(server->port());
  const std::string complete_head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n";
  slow_body.Send(complete_head);
  const auto start = steady_clock::now();
  // Each byte arrives long before the limit, which is a limit on the whole request.
  bool head_open = true;
  bool body_open = true;
  for (size_t i = 0; (head_open || body_open) && steady_clock::now() - start < std::chrono::seconds(20); ++i) {
    head_open = head_open && slow_head.Send("x");
    body_open = body_open && slow_body.Send("x");
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_GE(steady_clock::now() - start, limits.receive);
  EXPECT_FALSE(head_open);
  EXPECT_FALSE(body_open);
}

TEST(ConnectionLimitsTest, AClientThatDoesNotReadIsDisconnected) {
  ConnectionLimits limits = LongLimits();
  limits.send = milliseconds(50);
  const auto server = StartEchoServer(limits);
  SocketClient client(server->port(), 4'096);
  client.Send("GET /repeat/20000000 HTTP/1.1\r\nHost: a\r\n\r\n");
  std::this_thread::sleep_for(milliseconds(500));
  EXPECT_LT(client.ReceiveAll().size(), 20'000'000u);
  EXPECT_TRUE(client.ended());
}

TEST(ConnectionLimitsTest, AClientThatDoesNotCloseAfterTheLastResponseIsDisconnected) {
  ConnectionLimits limits = LongLimits();
  limits.linger = milliseconds(50);
  const auto server = StartEchoServer(limits);
  SocketClient client(server->port());
  client.Send("garbage\r\n\r\n");
  EXPECT_THAT(client.ReceiveAll(), StartsWith("HTTP/1.1 400 "));
  // The server has closed its sending side; after it has closed the socket, sending fails.
  const auto start = steady_clock::now();
  while (client.Send("x") && steady_clock::now() - start < std::chrono::seconds(20)) {
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_FALSE(client.Send("x"));
}

TEST(ConnectionLimitsTest, ABusyConnectionOutlivesAllLimits) {
  ConnectionLimits limits = LongLimits();
  limits.idle = limits.receive = limits.send = milliseconds(400);
  const auto server = StartEchoServer(limits);
  SocketClient client(server->port());
  const auto start = steady_clock::now();
  while (steady_clock::now() - start < std::chrono::seconds(1)) {
    client.Send(Post("/", "x"));
    ASSERT_EQ(ExtractBody(client.ReceiveResponse()), "POST / 1 x");
    std::this_thread::sleep_for(milliseconds(10));
  }
}

}  // namespace
}  // namespace holdfast::server
