#include "conformance/faulty/proxy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <optional>
#include <stdexcept>
#include <vector>

#include "conformance/faulty/faults/faults.h"
#include "tests/conformance/support/scripted_http_endpoint.h"
#include "tests/support/sanitizers.h"

namespace holdfast::conformance::faulty {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using tcp = asio::ip::tcp;
using ErrorCode = boost::system::error_code;

class ProxyTest : public testing::Test {
 protected:
  std::unique_ptr<Proxy> StartProxy(Fault* fault) { return StartProxy(fault, endpoint_); }
  std::unique_ptr<Proxy> StartProxy(Fault* fault, const ScriptedHttpEndpoint& endpoint, ProxyTimeLimits limits = {}) {
    std::string problem;
    auto proxy =
        Proxy::Start({.url = endpoint.url(), .fault = fault, .secret_access_key = "s", .limits = limits}, 0, &problem);
    // The exception fails the test, where a null pointer would crash the program.
    if (proxy == nullptr) throw std::runtime_error(problem);
    return proxy;
  }

  // Responds with the request's path and body. Closes the connection of a request with the body "hang up".
  ScriptedHttpEndpoint endpoint_{[](const RequestMessage& request) -> std::optional<std::string> {
    if (request.body() == "hang up") return std::nullopt;
    return "HTTP/1.1 200 OK\r\nx-seen-path: " + std::string(request.target()) +
           "\r\nContent-Length: " + std::to_string(request.body().size()) + "\r\n\r\n" + request.body();
  }};
  const std::unique_ptr<Fault> no_fault_ = MakeFault("none", 1, std::nullopt);
};

class Client {
 public:
  explicit Client(uint16_t port) : socket_(io_) { socket_.connect({asio::ip::address_v4::loopback(), port}); }

  // The response has status 0 if the proxy disconnected.
  ResponseMessage Exchange(http::verb method, std::string_view path, std::string_view target, std::string_view body) {
    RequestMessage request(method, path, 11);
    request.set(http::field::host, "127.0.0.1");
    request.set("X-Amz-Target", target);
    request.set(http::field::authorization,
                "AWS4-HMAC-SHA256 Credential=A/20260101/r/dynamodb/aws4_request, SignedHeaders=host, Signature=abc");
    request.body() = body;
    request.prepare_payload();
    ErrorCode error;
    http::write(socket_, request, error);
    ResponseMessage response(http::status::unknown, 11);
    http::read(socket_, buffer_, response, error);
    return error ? ResponseMessage(http::status::unknown, 11) : response;
  }
  std::string Post(std::string_view operation, std::string_view body) {
    return Exchange(http::verb::post, "/", "DynamoDB_20120810." + std::string(operation), body).body();
  }

 private:
  asio::io_context io_;
  tcp::socket socket_;
  boost::beast::flat_buffer buffer_;
};

// Sends `bytes`, and returns what the server at `port` sends until it disconnects.
std::string ResponseToBytes(uint16_t port, std::string_view bytes) {
  asio::io_context io;
  tcp::socket socket(io);
  socket.connect({asio::ip::address_v4::loopback(), port});
  asio::write(socket, asio::buffer(bytes));
  std::string response;
  ErrorCode error;
  asio::read(socket, asio::dynamic_buffer(response), error);
  return response;
}

TEST_F(ProxyTest, OneConnectionCarriesManyRequests) {
  const auto proxy = StartProxy(no_fault_.get());
  Client client(proxy->port());
  for (int i = 0; i < 50; ++i) EXPECT_EQ(client.Post("GetItem", std::to_string(i)), std::to_string(i));
}

TEST_F(ProxyTest, ManyClientsAreServedAtOnce) {
  const auto proxy = StartProxy(no_fault_.get());
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 80; ++i) clients.push_back(std::make_unique<Client>(proxy->port()));
  for (size_t i = 0; i < clients.size(); ++i) {
    EXPECT_EQ(clients[i]->Post("GetItem", std::to_string(i)), std::to_string(i));
  }
}

TEST_F(ProxyTest, AppliesTheFaultToRequests) {
  const auto fault = MakeFault("condition-stripped", 1, std::nullopt);
  const auto proxy = StartProxy(fault.get());
  EXPECT_EQ(Client(proxy->port()).Post("PutItem", R"({"TableName":"t","ConditionExpression":"a = b"})"),
            R"({"TableName":"t"})");
}

TEST_F(ProxyTest, OtherRequestsBypassTheFault) {
  const auto fault = MakeFault("committed-then-500", 1, 1.0);
  const auto proxy = StartProxy(fault.get());
  Client client(proxy->port());
  const std::string conditional = R"({"ConditionExpression":"a = b"})";
  const ResponseMessage response =
      client.Exchange(http::verb::post, "/_holdfast/clock", "DynamoDB_20120810.PutItem", conditional);
  EXPECT_EQ(response.result_int(), 200U);
  EXPECT_EQ(response["x-seen-path"], "/_holdfast/clock");
  EXPECT_EQ(response.body(), conditional);
  EXPECT_EQ(client.Exchange(http::verb::get, "/health?x=1", "", "")["x-seen-path"], "/health?x=1");
  EXPECT_EQ(client.Exchange(http::verb::post, "/", "DynamoDB_20120810.PutItem", "{}").result_int(), 500U);
}

TEST_F(ProxyTest, DisconnectsTheClientIfTheEndpointDisconnects) {
  const auto proxy = StartProxy(no_fault_.get());
  Client client(proxy->port());
  EXPECT_EQ(client.Exchange(http::verb::post, "/", "DynamoDB_20120810.PutItem", "hang up").result_int(), 0U);
  EXPECT_EQ(Client(proxy->port()).Post("GetItem", "next"), "next");
}

TEST_F(ProxyTest, StopsWithClientsConnected) {
  const auto proxy = StartProxy(no_fault_.get());
  Client client(proxy->port());
  EXPECT_EQ(client.Post("GetItem", "x"), "x");
  proxy->Stop();
  EXPECT_EQ(client.Exchange(http::verb::post, "/", "DynamoDB_20120810.GetItem", "x").result_int(), 0U);
}

TEST_F(ProxyTest, AResponseOfAHundredTerabytesIsAbandoned) {
  const ScriptedHttpEndpoint endpoint(
      [](const auto&) { return "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999\r\n\r\n{"; });
  const auto proxy = StartProxy(no_fault_.get(), endpoint);
  for (const std::string_view path : {"/", "/elsewhere"}) {
    Client client(proxy->port());
    EXPECT_EQ(client.Exchange(http::verb::post, path, "DynamoDB_20120810.GetItem", "{}").result_int(), 0U);
  }
}

TEST_F(ProxyTest, ARequestOfAHundredTerabytesIsRefused) {
  const auto proxy = StartProxy(no_fault_.get());
  EXPECT_THAT(ResponseToBytes(proxy->port(), "POST / HTTP/1.1\r\nContent-Length: 99999999999999\r\n\r\n{"),
              testing::StartsWith("HTTP/1.1 413 "));
  EXPECT_EQ(Client(proxy->port()).Post("GetItem", "next"), "next");
}

TEST_F(ProxyTest, AnEndpointThatNeverRespondsIsAbandoned) {
  const ScriptedHttpEndpoint endpoint([](const auto&) { return ""; });
  const auto proxy = StartProxy(no_fault_.get(), endpoint, {.exchange = std::chrono::milliseconds(50)});
  Client client(proxy->port());
  EXPECT_EQ(client.Exchange(http::verb::post, "/", "DynamoDB_20120810.GetItem", "{}").result_int(), 0U);
}

TEST_F(ProxyTest, AClientThatNeverFinishesItsRequestIsDisconnected) {
  const auto proxy = StartProxy(no_fault_.get(), endpoint_, {.client = std::chrono::milliseconds(50)});
  EXPECT_EQ(ResponseToBytes(proxy->port(), "POST / HTTP/1.1\r\nContent-Length: 10\r\n\r\n{"), "");
}

TEST_F(ProxyTest, SurvivesRunningOutOfFileDescriptors) {
  if (kSanitized) GTEST_SKIP() << "UndefinedBehaviorSanitizer needs file descriptors to check exceptions";
  const auto proxy = StartProxy(no_fault_.get());
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  bool was_disconnected = false;
  // What the proxy lacks a descriptor for depends on how many it can still open: for accepting the connection, after
  // which it waits, or for serving it.
  for (rlim_t available = 0; available < 8; ++available) {
    asio::io_context io;
    tcp::socket client(io, tcp::v4());
    const int next = ::dup(0);
    ::close(next);
    rlimit tight = before;
    tight.rlim_cur = static_cast<rlim_t>(next) + available;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &tight), 0);
    client.connect({asio::ip::address_v4::loopback(), proxy->port()});
    pollfd readable = {.fd = client.native_handle(), .events = POLLIN, .revents = 0};
    was_disconnected = ::poll(&readable, 1, 50) == 1 || was_disconnected;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  }
  EXPECT_TRUE(was_disconnected);
  EXPECT_EQ(Client(proxy->port()).Post("GetItem", "next"), "next");
}

TEST_F(ProxyTest, DoesNotStartOnAPortInUse) {
  const auto proxy = StartProxy(no_fault_.get());
  std::string problem;
  EXPECT_EQ(Proxy::Start({.url = endpoint_.url(), .fault = no_fault_.get(), .secret_access_key = "s"}, proxy->port(),
                         &problem),
            nullptr);
  EXPECT_THAT(problem, testing::HasSubstr("cannot listen on port"));
}

}  // namespace
}  // namespace holdfast::conformance::faulty
