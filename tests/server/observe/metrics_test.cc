#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>

#include "engine/race/steps/operation_text.h"
#include "server/dispatch/operation_table.h"
#include "server/observe/metrics_text.h"
#include "server/observe/observer.h"
#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kRooms = R"({"TableName":"Rooms","BillingMode":"PAY_PER_REQUEST",)"
                                    R"("AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],)"
                                    R"("KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]})";

class MetricsTest : public testing::Test {
 protected:
  explicit MetricsTest(bool counts = true) : observer_({.counts = counts}, AllOperationNames()) {}

  ReceivedResponse Get() {
    return exchange_.Send({.method = "GET", .target = "/_holdfast/metrics", .headers = {{"Host", "localhost"}}});
  }

  Observer observer_;
  Exchange exchange_{DispatchOptions{.observer = &observer_}, AdminOptions{.observer = &observer_, .load = [] {
                                                                             return ConnectionLoad{3, 4'096};
                                                                           }}};
};

class UncountedMetricsTest : public MetricsTest {
 protected:
  UncountedMetricsTest() : MetricsTest(false) {}
};

TEST_F(MetricsTest, RequestsAreCountedByOperationAndOutcome) {
  exchange_.Call("CreateTable", kRooms);
  for (int i = 0; i < 3; ++i) exchange_.Call("PutItem", R"({"TableName":"Rooms","Item":{"id":{"S":"7"}}})");
  exchange_.Call("PutItem",
                 R"x({"TableName":"Rooms","Item":{"id":{"S":"7"}},"ConditionExpression":"attribute_not_exists(id)"})x");
  exchange_.Call("DeleteItem", R"({"TableName":"Cellars","Key":{"id":{"S":"7"}}})");
  exchange_.Call("ExecuteStatement", R"({"Statement":"DELETE FROM Cellars WHERE id='a'"})");
  exchange_.Call("MakeCoffee", "{}");
  const ReceivedResponse response = Get();
  EXPECT_EQ(response.status(), 200);
  EXPECT_EQ(response.Header("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  for (const char* sample :
       {"# TYPE holdfast_requests_total counter\n", "holdfast_requests_total{operation=\"PutItem\",outcome=\"ok\"} 3\n",
        "holdfast_requests_total{operation=\"PutItem\",outcome=\"ConditionalCheckFailedException\"} 1\n",
        "holdfast_requests_total{operation=\"other\",outcome=\"UnknownOperationException\"} 1\n",
        "# TYPE holdfast_request_duration_seconds histogram\n",
        "holdfast_request_duration_seconds_bucket{operation=\"PutItem\",le=\"+Inf\"} 4\n",
        "holdfast_request_duration_seconds_bucket{operation=\"PutItem\",le=\"5\"} 4\n",
        "holdfast_request_duration_seconds_count{operation=\"PutItem\"} 4\n",
        "holdfast_refusals_total{outcome=\"ConditionalCheckFailedException\",table=\"Rooms\"} 1\n",
        "holdfast_refusals_total{outcome=\"ResourceNotFoundException\",table=\"Cellars\"} 2\n",
        "holdfast_refusals_total{outcome=\"UnknownOperationException\",table=\"\"} 1\n", "holdfast_items 1\n",
        "holdfast_databases 1\n", "holdfast_connections 3\n", "holdfast_buffered_bytes 4096\n"}) {
    EXPECT_THAT(response.body, HasSubstr(sample));
  }
  EXPECT_THAT(response.body, Not(HasSubstr("operation=\"GetItem\"")));
}

TEST_F(MetricsTest, TheNumberOfTableLabelsIsBounded) {
  const auto send_refused = [&](const std::string& table) {
    exchange_.Call("GetItem", R"({"TableName":")" + table + R"(","Key":{"id":{"S":"7"}}})");
  };
  for (int i = 0; i < 500; ++i) send_refused("Table-" + std::to_string(i));
  send_refused("\\\"x\\n");
  const std::string body = Get().body;
  size_t samples = 0;
  for (size_t at = 0; (at = body.find("\nholdfast_refusals_total{", at)) != std::string::npos; ++at) ++samples;
  // The label `(other)` has two samples, because the invalid table name is refused with another exception.
  EXPECT_EQ(samples, CountedTables::kNamesMax + 2);
  EXPECT_THAT(body, HasSubstr("{outcome=\"ResourceNotFoundException\",table=\"(other)\"} 300\n"));
}

TEST_F(UncountedMetricsTest, OnlyGaugesAreReportedWithAHintAtTheFlagThatCountsRequests) {
  exchange_.Call("CreateTable", kRooms);
  EXPECT_THAT(Get().body, AllOf(HasSubstr("holdfast_tables 1\n"),
                                HasSubstr("\n# Requests are not counted: start the server with --metrics.\n"),
                                Not(HasSubstr("holdfast_requests_total"))));
}

TEST(RequestCountersTest, NoErrorOfAnOperationIsCountedAsOther) {
  for (int number = 0; number <= static_cast<int>(ErrorKind::kThrottling); ++number) {
    const std::string_view exception = race::ExceptionName(static_cast<ErrorKind>(number));
    CountedTables tables;
    RequestCounters counters(1, &tables);
    counters.Count(0, 400, exception, "", std::chrono::microseconds(1));
    RequestTotals counts(1);
    counters.AddTo(&counts);
    std::string text;
    AppendCounts(counts, {"GetItem"}, &text);
    EXPECT_THAT(text, HasSubstr("_total{operation=\"GetItem\",outcome=\"" + std::string(exception) + "\"} 1\n"));
  }
}

TEST(RequestCountersTest, BucketsAreCumulativeAndIncludeTheirBound) {
  CountedTables tables;
  RequestCounters counters(1, &tables);
  for (const int microseconds : {5, 10, 11, 6'000'000}) {
    counters.Count(0, 200, "", "", std::chrono::microseconds(microseconds));
  }
  RequestTotals counts(1);
  counters.AddTo(&counts);
  std::string text;
  AppendCounts(counts, {"a\"b"}, &text);
  EXPECT_THAT(text, HasSubstr("_bucket{operation=\"a\\\"b\",le=\"1e-05\"} 2\n"));
  EXPECT_THAT(text, HasSubstr("_bucket{operation=\"a\\\"b\",le=\"2.5e-05\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("_bucket{operation=\"a\\\"b\",le=\"5\"} 3\n"));
  EXPECT_THAT(text, HasSubstr("_bucket{operation=\"a\\\"b\",le=\"+Inf\"} 4\n"));
  EXPECT_THAT(text, HasSubstr("_sum{operation=\"a\\\"b\"} 6.000026\n"));
}

}  // namespace
}  // namespace holdfast::server
