// Runs clients against an endpoint with scripted responses.
#include "bench/load/load.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <functional>
#include <optional>
#include <thread>
#include <utility>

#include "tests/conformance/support/scripted_http_endpoint.h"

namespace holdfast::bench {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kStall{300};

constexpr const char* kThrottled = R"({"__type":"x#ThrottlingException","message":"slow down"})";
constexpr const char* kConditionFailed = R"({"__type":"x#ConditionalCheckFailedException","message":"too late"})";
constexpr const char* kConflict = R"({"__type":"x#TransactionConflictException","message":"in the way"})";
constexpr const char* kServerError = R"({"__type":"x#InternalServerError","message":"oops"})";

struct ScriptedResponse {
  int status = 200;  // 0: the connection is closed instead
  std::string body = "{}";
};

class ScriptedServer {
 public:
  // `respond` gets the number of the request, from 1.
  explicit ScriptedServer(std::function<ScriptedResponse(int number)> respond)
      : endpoint_([this, respond = std::move(respond)](const auto&) -> std::optional<std::string> {
          const ScriptedResponse response = respond(++requests_);
          if (response.status == 0) return std::nullopt;
          return conformance::ResponseBytes(response.body, response.status);
        }) {}

  conformance::EndpointOptions Endpoint() const {
    conformance::EndpointOptions endpoint;
    endpoint.url = endpoint_.url();
    endpoint.credentials = {"id", "secret", ""};
    return endpoint;
  }
  int requests() const { return requests_; }

 private:
  std::atomic<int> requests_ = 0;
  const conformance::ScriptedHttpEndpoint endpoint_;
};

// Each operation ends with its first request (and that request's retries), whatever the response is.
class OneRequest : public Workload {
 public:
  void Prepare(conformance::Client&) override {}
  std::unique_ptr<Actor> MakeActor(int, uint64_t) override { return std::make_unique<Sender>(); }
  std::vector<std::string> Verify(conformance::Client&, const Claims&) override { return {}; }

 private:
  class Sender : public Actor {
   public:
    RequestStep Begin(TimePoint) override { return {"GetItem", "{}", Nanoseconds(0)}; }
    NextStep Continue(const conformance::Response& response, TimePoint) override { return CompletionOf(response); }
  };
};

// Each operation is two requests, between which the client pauses.
class TwoRequests : public Workload {
 public:
  void Prepare(conformance::Client&) override {}
  std::unique_ptr<Actor> MakeActor(int, uint64_t) override { return std::make_unique<TwoRequestSender>(); }
  std::vector<std::string> Verify(conformance::Client&, const Claims&) override { return {}; }

  static constexpr milliseconds kPause{100};

 private:
  class TwoRequestSender : public Actor {
   public:
    RequestStep Begin(TimePoint) override {
      second_sent_ = false;
      return {"PutItem", "{}", Nanoseconds(0)};
    }
    NextStep Continue(const conformance::Response& response, TimePoint) override {
      if (second_sent_ || !response.ok()) return CompletionOf(response);
      second_sent_ = true;
      return RequestStep{"PutItem", "{}", kPause};
    }

   private:
    bool second_sent_ = false;
  };
};

LoadSettings OneClient(const ScriptedServer& server) {
  LoadSettings settings;
  settings.endpoint = server.Endpoint();
  settings.clients = 1;
  settings.measured = milliseconds(400);
  // Shorter than the defaults, to keep the tests short; retry_policy_test tests the default lengths.
  settings.retry.transient_base = milliseconds(4);
  settings.retry.throttling_base = milliseconds(4);
  return settings;
}

Metrics RunOneRequestWorkload(const LoadSettings& settings) {
  OneRequest workload;
  Load load(settings, &workload);
  return load.Run(settings.measured, Nanoseconds(0));
}

TEST(Load, AClosedLoopStartsAnOperationWhenThePreviousOneEnds) {
  const ScriptedServer server([](int) { return ScriptedResponse(); });
  LoadSettings settings = OneClient(server);
  settings.clients = 6;
  settings.threads = 2;
  const Metrics metrics = RunOneRequestWorkload(settings);
  EXPECT_GT(metrics.operations(), 6);
  EXPECT_EQ(metrics.operations(), server.requests());
  EXPECT_EQ(metrics.Count(Outcome::kSucceeded), metrics.operations());
  for (const int64_t successes : metrics.successes_by_client()) EXPECT_GT(successes, 0);
}

// The endpoint stalls once, for 300 ms. Only the request in flight has a long service time, but the 30 operations that
// should have started meanwhile wait, too. If latencies were measured from the actual start of an operation, they would
// not include this wait.
TEST(Load, LatencyOfAnOpenLoopIncludesTheWaitForAStalledEndpoint) {
  const auto stall_once = [](int number) {
    if (number == 20) std::this_thread::sleep_for(kStall);
    return ScriptedResponse();
  };
  const ScriptedServer server(stall_once);
  LoadSettings settings = OneClient(server);
  settings.measured = std::chrono::seconds(2);
  settings.arrivals = {.per_second = 100, .poisson = false};
  const Metrics metrics = RunOneRequestWorkload(settings);

  EXPECT_EQ(metrics.operations(), 200);
  EXPECT_EQ(metrics.unstarted(), 0);
  // Of 200 operations about 30 were due during the stall, and waited until its end.
  EXPECT_GT(metrics.success_latency().Percentile(95), kStall / 2);
  EXPECT_GT(metrics.success_latency().Percentile(99), kStall * 8 / 10);
  // The endpoint itself was slow for one request.
  EXPECT_LT(metrics.success_service().Percentile(90), kStall / 2);
  EXPECT_GE(metrics.success_service().max(), kStall);
}

TEST(Load, OperationsThatAnOpenLoopCouldNotStartAreCounted) {
  const ScriptedServer server([](int) {
    std::this_thread::sleep_for(milliseconds(50));
    return ScriptedResponse();
  });
  LoadSettings settings = OneClient(server);
  settings.arrivals = {.per_second = 500, .poisson = false};
  settings.catch_up_max = milliseconds(100);
  const Metrics metrics = RunOneRequestWorkload(settings);
  EXPECT_EQ(metrics.operations() + metrics.unstarted(), 200);
  EXPECT_GT(metrics.unstarted(), 150);
}

TEST(Load, ThrottledRequestsAreSentAgain) {
  const ScriptedServer server([](int number) {
    return number % 3 == 0 ? ScriptedResponse() : ScriptedResponse{400, kThrottled};
  });
  const Metrics metrics = RunOneRequestWorkload(OneClient(server));
  EXPECT_GT(metrics.Count(Outcome::kSucceeded), 0);
  EXPECT_EQ(metrics.requests(), server.requests());
  EXPECT_EQ(metrics.retries(), metrics.requests() - metrics.operations());
  EXPECT_GE(metrics.retries(), 2 * metrics.Count(Outcome::kSucceeded));
  EXPECT_EQ(metrics.retried(), metrics.operations());
  EXPECT_GT(metrics.retrying().Percentile(50), Nanoseconds(0));
  EXPECT_EQ(metrics.unknown_attempts(), 0);
}

TEST(Load, WithoutRetriesTheFirstResponseIsFinal) {
  const ScriptedServer server([](int) { return ScriptedResponse{400, kThrottled}; });
  LoadSettings settings = OneClient(server);
  settings.retry.mode = RetryMode::kNone;
  const Metrics metrics = RunOneRequestWorkload(settings);
  EXPECT_EQ(metrics.Count(Outcome::kThrottled), metrics.operations());
  EXPECT_EQ(metrics.retries(), 0);
  EXPECT_EQ(metrics.complaints().at("ThrottlingException: slow down"), metrics.operations());
}

TEST(Load, AFailedConditionIsNotRetried) {
  const ScriptedServer server([](int) { return ScriptedResponse{400, kConditionFailed}; });
  const Metrics metrics = RunOneRequestWorkload(OneClient(server));
  EXPECT_EQ(metrics.Count(Outcome::kRefusedByCondition), server.requests());
  EXPECT_EQ(metrics.retries(), 0);
}

TEST(Load, ConflictsAreRetriedOnlyWithRetryConflicts) {
  const auto conflict_first = [](int number) {
    return number % 2 == 1 ? ScriptedResponse{400, kConflict} : ScriptedResponse();
  };
  for (const bool retried : {false, true}) {
    const ScriptedServer server(conflict_first);
    LoadSettings settings = OneClient(server);
    settings.retry.retry_conflicts = retried;
    const Metrics metrics = RunOneRequestWorkload(settings);
    EXPECT_EQ(metrics.Count(Outcome::kRefusedByConflict) > 0, !retried);
    EXPECT_EQ(metrics.retries() > 0, retried);
  }
}

TEST(Load, AnAttemptOfUnknownOutcomeIsCountedAlsoIfItsRetrySucceeds) {
  const auto fail_first = [](int number) {
    if (number == 1) return ScriptedResponse{500, kServerError};
    return number == 3 ? ScriptedResponse{0, ""} : ScriptedResponse();
  };
  const ScriptedServer server(fail_first);
  const Metrics metrics = RunOneRequestWorkload(OneClient(server));
  EXPECT_EQ(metrics.Count(Outcome::kSucceeded), metrics.operations());
  EXPECT_EQ(metrics.unknown_attempts(), 2);
  EXPECT_EQ(metrics.retries(), 2);
}

TEST(Load, ThePauseBeforeARequestIsNotLatency) {
  const ScriptedServer server([](int) { return ScriptedResponse(); });
  const LoadSettings settings = OneClient(server);
  TwoRequests workload;
  Load load(settings, &workload);
  const Metrics metrics = load.Run(settings.measured, Nanoseconds(0));
  ASSERT_GT(metrics.Count(Outcome::kSucceeded), 0);
  EXPECT_LE(metrics.Count(Outcome::kSucceeded), 5);  // each operation pauses for 100 of the 400 ms
  EXPECT_EQ(metrics.requests(), 2 * metrics.operations());
  EXPECT_LT(metrics.success_latency().Percentile(50), TwoRequests::kPause);
}

TEST(Load, ThinkTimeLowersTheRateAndIsNotLatency) {
  const ScriptedServer server([](int) { return ScriptedResponse(); });
  LoadSettings settings = OneClient(server);
  settings.clients = 4;
  settings.think = milliseconds(40);
  const Metrics metrics = RunOneRequestWorkload(settings);
  // Four clients start about ten operations each in 400 ms.
  EXPECT_GT(metrics.operations(), 8);
  EXPECT_LT(metrics.operations(), 120);
  EXPECT_LT(metrics.success_latency().Percentile(50), settings.think / 2);
}

TEST(Load, ConsecutiveRunsFillTheirPartsOfTheTimeline) {
  const ScriptedServer server([](int) { return ScriptedResponse(); });
  LoadSettings settings = OneClient(server);
  settings.timeline_width = milliseconds(100);
  OneRequest workload;
  Load load(settings, &workload);
  const Metrics first = load.Run(milliseconds(100), Nanoseconds(0));
  const Metrics second = load.Run(milliseconds(100), milliseconds(300));
  EXPECT_EQ(first.operations() + second.operations(), load.progress().operations());
  EXPECT_GT(At(first.timeline()[0], Outcome::kSucceeded), 0);
  EXPECT_EQ(At(second.timeline()[0], Outcome::kSucceeded), 0);
  EXPECT_GT(At(second.timeline()[3], Outcome::kSucceeded), 0);
}

TEST(Load, AnUnreachableEndpointFailsAndDoesNotHang) {
  LoadSettings settings;
  settings.endpoint.url = {.scheme = "http", .host = "127.0.0.1", .port = 1};
  settings.clients = 1;
  settings.measured = milliseconds(50);
  settings.retry.mode = RetryMode::kNone;
  const Metrics metrics = RunOneRequestWorkload(settings);
  EXPECT_GT(metrics.operations(), 0);
  EXPECT_EQ(metrics.Count(Outcome::kFailed), metrics.operations());
  EXPECT_EQ(metrics.unknown_attempts(), 0);
}

TEST(Load, TwoLoadsAtTheSameTimeHaveAConnectionForEachClientOfBoth) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  LoadSettings settings;
  settings.endpoint.url = {.scheme = "http", .host = "127.0.0.1", .port = 1};
  settings.clients = 500;
  settings.loads = 2;
  if (before.rlim_max < 2'000) GTEST_SKIP() << "the system allows too few open files";
  rlimit enough_for_one = before;
  enough_for_one.rlim_cur = 700;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &enough_for_one), 0);
  OneRequest workload;
  const Load load(settings, &workload);
  rlimit after{};
  EXPECT_EQ(getrlimit(RLIMIT_NOFILE, &after), 0);
  EXPECT_GT(after.rlim_cur, 1'000u);
  EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
}

}  // namespace
}  // namespace holdfast::bench
