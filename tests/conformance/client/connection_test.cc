#include "conformance/client/connection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "tests/conformance/support/scripted_http_endpoint.h"
#include "tests/support/sanitizers.h"

namespace holdfast::conformance {
namespace {

using std::chrono::milliseconds;
using testing::Contains;
using testing::Pair;

using Sent = ScriptedHttpEndpoint::Request;

bool Never() { return false; }

TEST(Connection, CarriesManyExchangesWithTheirHeaders) {
  // The endpoint serves each connection on a thread of its own.
  std::mutex mutex;
  std::set<std::thread::id> threads;
  const ScriptedHttpEndpoint endpoint([&](const Sent& sent) {
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
    const std::string body = std::string(sent.method_string()) + " " + std::string(sent.target()) + " " +
                             std::string(sent["x-asked"]) + " " + sent.body();
    return "HTTP/1.1 400 Bad Request\r\nx-answer: 7\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
           body;
  });
  Connection connection(endpoint.url(), {}, Never);
  for (int i = 0; i < 3; ++i) {
    const HttpResponse response = connection.Exchange(
        {.method = "PUT", .path = "/a?b", .headers = {{"X-Asked", std::to_string(i)}}, .body = "c"});
    EXPECT_EQ(response.status, 400);
    EXPECT_EQ(response.body, "PUT /a?b " + std::to_string(i) + " c");
    EXPECT_THAT(response.headers, Contains(Pair("x-answer", "7")));
    EXPECT_EQ(response.failure, WireFailure::kNone);
  }
  const std::lock_guard lock(mutex);
  EXPECT_EQ(threads.size(), 1u) << "the exchanges use one connection";
}

TEST(Connection, TheHostHeaderNamesTheEndpointUnlessTheRequestHasOne) {
  const ScriptedHttpEndpoint endpoint([](const Sent& sent) { return ResponseBytes(std::string(sent["Host"])); });
  Connection connection(endpoint.url(), {}, Never);
  EXPECT_EQ(connection.Exchange({}).body, endpoint.url().HostHeader());
  EXPECT_EQ(connection.Exchange({.headers = {{"host", "other:1"}}, .body = ""}).body, "other:1");
}

TEST(Connection, TheResponseToHeadHasNoBody) {
  const ScriptedHttpEndpoint endpoint([](const Sent&) { return "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n"; });
  Connection connection(endpoint.url(), {}, Never);
  for (int i = 0; i < 2; ++i) {
    const HttpResponse response = connection.Exchange({.method = "HEAD", .headers = {}, .body = ""});
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body, "");
  }
}

TEST(Connection, InterimResponsesPrecedeTheResponse) {
  const ScriptedHttpEndpoint endpoint([](const Sent& sent) {
    return "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ResponseBytes(sent.body());
  });
  Connection connection(endpoint.url(), {}, Never);
  for (const std::string body : {"a", "b", "c"}) {
    const HttpResponse response = connection.Exchange({.headers = {}, .body = body});
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body, body);
  }
}

TEST(Connection, BytesAfterAResponseAreNotTakenForTheNextResponse) {
  const ScriptedHttpEndpoint endpoint(
      [](const Sent& sent) { return ResponseBytes(sent.body()) + ResponseBytes("of no request"); });
  Connection connection(endpoint.url(), {}, Never);
  for (const std::string body : {"a", "b", "c"}) {
    EXPECT_EQ(connection.Exchange({.headers = {}, .body = body}).body, body);
  }
}

TEST(Connection, NothingIsSentIfNothingListens) {
  EndpointUrl url;
  {
    // This endpoint is destroyed at once, so nothing listens at its URL.
    url = ScriptedHttpEndpoint([](const Sent&) { return ""; }).url();
  }
  Connection connection(url, {}, Never);
  const HttpResponse response = connection.Exchange({});
  EXPECT_EQ(response.failure, WireFailure::kUnreachable);
  EXPECT_TRUE(response.never_sent);
  EXPECT_NE(response.reason, "");
}

TEST(Connection, WithoutFileDescriptorsNothingIsSent) {
  if (kSanitized) GTEST_SKIP() << "UndefinedBehaviorSanitizer needs file descriptors to check exceptions";
  const ScriptedHttpEndpoint endpoint([](const Sent&) { return ResponseBytes("later"); });
  Connection connection(endpoint.url(), {}, Never);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit none = before;
  none.rlim_cur = 0;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  const HttpResponse response = connection.Exchange({});
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(response.failure, WireFailure::kUnreachable);
  EXPECT_TRUE(response.never_sent);
  EXPECT_EQ(connection.Exchange({}).body, "later");
}

TEST(Connection, NoResponseInTimeLeavesTheOutcomeUnknown) {
  const ScriptedHttpEndpoint endpoint(
      [](const Sent& sent) { return sent.body().empty() ? "" : ResponseBytes("second"); });
  Connection connection(endpoint.url(), {.exchange = milliseconds(50)}, Never);
  const HttpResponse response = connection.Exchange({});
  EXPECT_EQ(response.failure, WireFailure::kTimeout);
  EXPECT_FALSE(response.never_sent);
  // The next request uses a new connection.
  EXPECT_EQ(connection.Exchange({.headers = {}, .body = "x"}).body, "second");
}

TEST(Connection, ResponsesAreBounded) {
  const ScriptedHttpEndpoint endpoint([](const Sent&) { return ResponseBytes(std::string(1'001, 'x')); });
  Connection connection(endpoint.url(), {.response_bytes_max = 1'000}, Never);
  EXPECT_EQ(connection.Exchange({}).failure, WireFailure::kTooLarge);
}

TEST(Connection, AResponseThatIsNotHttpBreaksTheConnection) {
  const ScriptedHttpEndpoint endpoint([](const Sent&) { return "SSH-2.0-nothing here\r\n\r\n"; });
  Connection connection(endpoint.url(), {}, Never);
  EXPECT_EQ(connection.Exchange({}).failure, WireFailure::kDisconnected);
}

TEST(Connection, AnExchangeInFlightCanBeCancelled) {
  std::atomic<bool> cancelled = false;
  const ScriptedHttpEndpoint endpoint([&cancelled](const Sent&) {
    cancelled = true;
    return "";
  });
  Connection connection(endpoint.url(), {}, [&cancelled] { return cancelled.load(); });
  const HttpResponse response = connection.Exchange({});
  EXPECT_EQ(response.failure, WireFailure::kCancelled);
  EXPECT_FALSE(response.never_sent);
  EXPECT_TRUE(connection.Exchange({}).never_sent);
}

}  // namespace
}  // namespace holdfast::conformance
