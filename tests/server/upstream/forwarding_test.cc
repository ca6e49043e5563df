// Forwarded requests as the upstream receives them, and their responses as a client with a socket receives them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "server/message/content_encoding.h"
#include "server/observe/observer.h"
#include "tests/server/log/pipe.h"
#include "tests/server/upstream/forwarding_server.h"
#include "tests/server/upstream/stub_upstream.h"

namespace holdfast::server {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string HeaderOf(const Reply& reply, std::string_view name) {
  for (const auto& [header, value] : reply.headers) {
    if (EqualsIgnoringCase(header, name)) return value;
  }
  return "(absent)";
}

std::string Ok(std::string_view body) { return StubUpstream::Response("200 OK", "", body); }

// ---- In front of another Holdfast.

class ForwardingTest : public ::testing::Test {
 protected:
  ForwardingTest() { SeedRoom(client_); }

  RaceServer upstream_;
  ForwardingServer server_{upstream_.port()};
  RaceClient client_{server_.port()};
  // The forwarding server signs the requests of all its clients with this key.
  RaceClient direct_{upstream_.port(), "upstreamkey"};
};

TEST_F(ForwardingTest, AnItemIsWrittenAndReadAtTheUpstream) {
  const Reply read = client_.Call("GetItem", kRoomKey);
  EXPECT_EQ(read.status, 200);
  EXPECT_EQ(read.body, R"({"Item":{"pk":{"S":"room7"},"vacant":{"N":"1"}}})");
  EXPECT_NE(upstream_.engine().Find("000000000000", "eu-west-3", ""), nullptr);
}

TEST_F(ForwardingTest, AnErrorIsPassedOnUnchanged) {
  const std::string_view request = R"({"TableName":"Missing","Key":{"pk":{"S":"a"}}})";
  const Reply forwarded = client_.Call("GetItem", request);
  EXPECT_EQ(forwarded.status, 400);
  EXPECT_EQ(forwarded.body, direct_.Call("GetItem", request).body);
  EXPECT_THAT(forwarded.body, HasSubstr("ResourceNotFoundException"));
}

TEST_F(ForwardingTest, DescribeEndpointsReturnsTheForwardingServer) {
  EXPECT_THAT(client_.Call("DescribeEndpoints", "{}").body, HasSubstr(R"("Address":"localhost")"));
}

TEST_F(ForwardingTest, ForksAndAdminCallsForDatabasesAreRefusedWithTheReason) {
  client_.SetPath("/_holdfast/forks/mine");
  const Reply fork = client_.Call("GetItem", kRoomKey);
  EXPECT_EQ(fork.status, 400);
  EXPECT_THAT(fork.body, HasSubstr("which it cannot fork"));
  for (const auto& [method, path] :
       {std::pair("GET", "clock"), std::pair("POST", "clock"), std::pair("POST", "snapshots"),
        std::pair("POST", "reset"), std::pair("GET", "databases")}) {
    const Reply reply = client_.Admin(method, path);
    EXPECT_EQ(reply.status, 409) << path;
    EXPECT_THAT(reply.body, HasSubstr("forwards requests to http://upstream.test")) << path;
  }
}

// ---- In front of a StubUpstream.

TEST(ForwardedRequestTest, IsSignedWithTheServersCredentialsAndKeepsOnlyTheHeadersOfSdks) {
  StubUpstream upstream([](const std::string&) { return Ok("{}"); });
  ForwardingServer server(upstream.port());
  RaceClient client(server.port());
  client.SetHeaders("amz-sdk-invocation-id: 12-34\r\nUser-Agent: test/1\r\nx-other: 1\r\n");
  EXPECT_EQ(client.Call("ListTables", R"({"Limit":3})").status, 200);
  ASSERT_EQ(upstream.requests().size(), 1u);
  const std::string request = upstream.requests().front();
  EXPECT_THAT(request, HasSubstr("POST / HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(upstream.port()) + "\r\n"));
  EXPECT_THAT(request, HasSubstr("Authorization: AWS4-HMAC-SHA256 Credential=upstreamkey/"));
  EXPECT_THAT(request, HasSubstr("/eu-west-3/dynamodb/aws4_request"));
  EXPECT_THAT(request, HasSubstr("X-Amz-Target: DynamoDB_20120810.ListTables\r\n"));
  EXPECT_THAT(request, HasSubstr("amz-sdk-invocation-id: 12-34\r\n"));
  EXPECT_THAT(request, HasSubstr("user-agent: test/1\r\n"));
  EXPECT_THAT(request, Not(HasSubstr("Credential=key/")));
  EXPECT_THAT(request, Not(HasSubstr("x-other")));
  EXPECT_TRUE(request.ends_with(R"({"Limit":3})")) << request;
}

TEST(ForwardedRequestTest, MayNameAnOperationThatThisServerDoesNotHave) {
  StubUpstream upstream([](const std::string&) { return Ok(R"({"new":1})"); });
  ForwardingServer server(upstream.port());
  EXPECT_EQ(RaceClient(server.port()).Call("InventedTomorrow", "{}").body, R"({"new":1})");
}

TEST(ForwardedRequestTest, WithoutASignatureIsRefusedAndNotSigned) {
  StubUpstream upstream([](const std::string&) { return Ok("{}"); });
  ForwardingServer server(upstream.port());
  SocketClient client(server.port());
  client.Send(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-amz-json-1.0\r\n"
      "X-Amz-Target: DynamoDB_20120810.ListTables\r\nContent-Length: 2\r\n\r\n{}");
  EXPECT_THAT(client.ReceiveResponse(), HasSubstr("MissingAuthenticationToken"));
  EXPECT_TRUE(upstream.requests().empty());
}

TEST(ForwardedRequestTest, IsLoggedWithItsBodyUnlessThatIsCompressed) {
  Pipe pipe;
  LogWriter writer(pipe.write_end(), {"dropped ", "\n"});
  Observer observer({.log = {.enabled = true, .bodies = true}, .log_writer = &writer}, AllOperationNames());
  StubUpstream upstream([](const std::string&) { return Ok("{}"); });
  ForwardingServer server(upstream.port(), {}, &observer);
  RaceClient client(server.port());
  const auto log_of = [&](const std::string& body) {
    EXPECT_EQ(client.Call("ListTables", body).status, 200);
    EXPECT_TRUE(observer.Flush(std::chrono::seconds(10)));
    return pipe.ReadAvailable();
  };
  EXPECT_THAT(log_of(R"({"Limit":3})"), HasSubstr(R"( request='{"Limit":3}' response='{}')"));
  client.SetHeaders("Content-Encoding: gzip\r\n");
  const std::string compressed(ContentCompressor().Compress(ContentCoding::kGzip, R"({"Limit":3})"));
  EXPECT_THAT(log_of(compressed), AllOf(HasSubstr(" response='{}'"), Not(HasSubstr(" request="))));
  client.SetHeaders("Content-Encoding: identity\r\n");
  EXPECT_THAT(log_of(R"({"Limit":3})"), HasSubstr(R"( request='{"Limit":3}')"));
}

TEST(ForwardedRequestTest, ReusesAConnection) {
  StubUpstream upstream([](const std::string&) { return Ok("{}"); });
  ForwardingServer server(upstream.port());
  RaceClient client(server.port());
  for (int i = 0; i < 5; ++i) EXPECT_EQ(client.Call("ListTables", "{}").status, 200);
  EXPECT_EQ(upstream.requests().size(), 5u);
  EXPECT_EQ(upstream.connections(), 1u);
}

TEST(ForwardedResponseTest, HasTheStatusTheHeadersAndTheBodyOfTheUpstream) {
  StubUpstream upstream([](const std::string&) {
    return StubUpstream::Response("503 Slow Down",
                                  "x-amzn-RequestId: THEIRS\r\nx-amz-crc32: 77\r\nContent-Type: text/odd\r\n"
                                  "Keep-Alive: timeout=5\r\nAccess-Control-Allow-Origin: *\r\n",
                                  "not JSON");
  });
  ForwardingServer server(upstream.port());
  const Reply reply = RaceClient(server.port()).Call("ListTables", "{}");
  EXPECT_EQ(reply.status, 503);
  EXPECT_EQ(reply.body, "not JSON");
  EXPECT_EQ(HeaderOf(reply, "x-amzn-RequestId"), "THEIRS");
  EXPECT_EQ(HeaderOf(reply, "x-amz-crc32"), "77");
  EXPECT_EQ(HeaderOf(reply, "Content-Type"), "text/odd");
  EXPECT_EQ(HeaderOf(reply, "Keep-Alive"), "(absent)");
  EXPECT_EQ(HeaderOf(reply, "Access-Control-Allow-Origin"), "(absent)");
}

// The body of the request, as a response to it.
std::string Echo(const std::string& request) { return Ok(request.substr(request.find("\r\n\r\n") + 4)); }

TEST(ForwardedResponseTest, IsThatOfItsOwnRequestAlthoughTheUpstreamSendsInterimResponses) {
  constexpr std::string_view kInterim[] = {
      "HTTP/1.1 100 Continue\r\n\r\n",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n",
  };
  for (const std::string_view interim : kInterim) {
    for (const bool together : {true, false}) {
      StubUpstream upstream([&](const std::string& request, int socket) {
        if (together) return StubUpstream::Send(socket, std::string(interim) + Echo(request));
        StubUpstream::Send(socket, interim);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return StubUpstream::Send(socket, Echo(request));
      });
      ForwardingServer server(upstream.port());
      for (const std::string body : {"{\"a\":1}", "{\"b\":2}", "{\"c\":3}"}) {
        const Reply reply = RaceClient(server.port()).Call("GetItem", body);
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.body, body);
      }
      EXPECT_EQ(upstream.connections(), 1u);
    }
  }
}

TEST(ForwardedResponseTest, IsThatOfItsOwnRequestAlthoughTheUpstreamHasSentMoreThanAResponse) {
  StubUpstream upstream([](const std::string& request) { return Echo(request) + Ok("of no request"); });
  ForwardingServer server(upstream.port());
  for (const std::string body : {"{\"a\":1}", "{\"b\":2}", "{\"c\":3}"}) {
    EXPECT_EQ(RaceClient(server.port()).Call("GetItem", body).body, body);
  }
}

TEST(ForwardedResponseTest, WithAStatusThatHttpDoesNotHaveIsAnErrorWithAnUnknownOutcome) {
  for (const std::string_view status : {"099 Odd", "101 Switching Protocols", "600 Odd", "999 Odd"}) {
    StubUpstream upstream([&](const std::string&) { return StubUpstream::Response(status, "", "{}"); });
    ForwardingServer server(upstream.port());
    const Reply reply = RaceClient(server.port()).Call("PutItem", "{}");
    EXPECT_EQ(reply.status, 500) << status;
    EXPECT_THAT(reply.body, HasSubstr("may have executed the request")) << status;
  }
}

TEST(ForwardedResponseTest, ArrivesWholeEvenWithSeveralMegabytes) {
  const std::string large(size_t{12} << 20, 'x');
  StubUpstream upstream([&](const std::string&) { return Ok(large); });
  ForwardingServer server(upstream.port());
  EXPECT_EQ(RaceClient(server.port()).Call("Scan", "{}").body, large);
}

TEST(ForwardedResponseTest, AMissingResponseIsAnErrorWithAnUnknownOutcome) {
  StubUpstream upstream([](const std::string&) { return std::string(); });
  ForwardingServer server(upstream.port());
  const Reply reply = RaceClient(server.port()).Call("PutItem", "{}");
  EXPECT_EQ(reply.status, 500);
  EXPECT_THAT(reply.body, HasSubstr("#InternalServerError"));
  EXPECT_THAT(reply.body, HasSubstr("may have executed the request"));
}

TEST(ForwardedResponseTest, ALateResponseIsAnErrorWithAnUnknownOutcome) {
  std::atomic<bool> stop = false;
  StubUpstream upstream([&](const std::string&) {
    while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return std::string();
  });
  ForwardingServer server(upstream.port(), {.exchange = std::chrono::milliseconds(50)});
  const Reply reply = RaceClient(server.port()).Call("PutItem", "{}");
  EXPECT_EQ(reply.status, 500);
  EXPECT_THAT(reply.body, HasSubstr("may have executed the request"));
  stop = true;
}

TEST(ForwardedRequestTest, AnUpstreamThatHangsDoesNotKeepAdminCallsWaiting) {
  std::atomic<bool> stop = false;
  StubUpstream upstream([&](const std::string&) {
    while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return std::string();
  });
  ForwardingServer server(upstream.port());
  // With anomalies turned on, every request goes through the race lab, and so takes a thread of the pool.
  server.races().UseAnomalies({.conflicts = 0.01});
  std::vector<std::unique_ptr<RaceClient>> waiting;
  for (size_t i = 0; i < ForwardingServer::kPoolThreads; ++i) {
    waiting.push_back(std::make_unique<RaceClient>(server.port()));
    waiting.back()->SendCall("GetItem", kRoomKey);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  RaceClient admin(server.port());
  EXPECT_EQ(admin.Admin("GET", "faults").status, 200);
  EXPECT_EQ(admin.Admin("DELETE", "faults").status, 204);
  stop = true;
}

TEST(ForwardedRequestTest, IsRefusedWithTheReasonIfItCannotBeSent) {
  uint16_t port = 0;
  {
    const StubUpstream gone([](const std::string&) { return std::string(); });
    port = gone.port();
  }
  ForwardingServer server(port);
  const Reply reply = RaceClient(server.port()).Call("PutItem", "{}");
  EXPECT_EQ(reply.status, 503);
  EXPECT_THAT(reply.body, HasSubstr("#ServiceUnavailable"));
  EXPECT_THAT(reply.body, HasSubstr("The upstream cannot be reached"));
}

}  // namespace
}  // namespace holdfast::server
