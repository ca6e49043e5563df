// Race sessions, faults and anomalies in front of another Holdfast, and in front of an endpoint that fails.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "tests/server/upstream/forwarding_server.h"
#include "tests/server/upstream/stub_upstream.h"

namespace holdfast::server {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kTwoActors = R"({"actors":["alice","bob"]})";

class UpstreamSessionTest : public ::testing::Test {
 protected:
  UpstreamSessionTest() { SeedRoom(test_); }

  std::string Explore(RaceProgram program, std::string_view options) {
    const std::string id = OpenSession(test_, options);
    EXPECT_NE(id, "");
    program.start = [](RaceClient& client) { SeedRoom(client); };
    const std::string verdict = RunSession(server_.port(), test_, id, program);
    last_session_ = id;
    return verdict;
  }
  std::string History() { return test_.Admin("GET", "races/" + last_session_ + "/history").body; }
  std::string Vacant() {
    const std::string body = test_.Call("GetItem", kRoomKey).body;
    constexpr std::string_view kBefore = R"("vacant":{"N":")";
    const size_t found = body.find(kBefore);
    if (found == std::string::npos) return "(none)";
    const size_t start = found + kBefore.size();
    return body.substr(start, body.find('"', start) - start);
  }

  RaceServer upstream_;
  ForwardingServer server_{upstream_.port()};
  RaceClient test_{server_.port()};
  std::string last_session_;
};

TEST_F(UpstreamSessionTest, ReadThenPutFailsWithAWitnessAndAWarning) {
  BookingProgram booking(BookNaively);
  const std::string body = Explore(booking.Program(), kTwoActors);
  const Json verdict(body);
  EXPECT_TRUE(verdict.Bool("done")) << body;
  EXPECT_FALSE(verdict.Bool("ok"));
  ASSERT_EQ(verdict["failures"].Size(), 1u) << body;
  const rapidjson::Value& failure = verdict["failures"][0];
  EXPECT_STREQ(failure["why"].GetString(), "2 guests have booked one room");
  EXPECT_EQ(failure["steps"].GetInt(), 4);
  const std::string witness = failure["witness"].GetString();
  EXPECT_THAT(witness, HasSubstr("GetItem room7 → vacant 1 (v1)"));
  EXPECT_THAT(witness, HasSubstr("(v3, unconditional, read v1)   ← lost update"));
  ASSERT_GT(verdict["warnings"].Size(), 0u) << body;
  EXPECT_STREQ(verdict["warnings"][0]["kind"].GetString(), "stale_write");
}

TEST_F(UpstreamSessionTest, ATableIsKnownByItsArn) {
  const std::string table = R"({"TableName":"arn:aws:dynamodb:eu-west-3:000000000000:table/Rooms",)";
  RaceProgram program;
  for (const char* actor : {"alice", "bob"}) {
    program.actors[actor] = [table](RaceClient& client) {
      EXPECT_EQ(client.Call("GetItem", table + R"("Key":{"pk":{"S":"room7"}}})").status, 200);
      EXPECT_EQ(client.Call("PutItem", table + R"("Item":{"pk":{"S":"room7"},"vacant":{"N":"0"}}})").status, 200);
    };
  }
  const std::string body = Explore(program, R"({"actors":["alice","bob"],"always":[{"name":"vacant","table":"Rooms",)"
                                            R"("each":"vacant = :one","values":{":one":{"N":"1"}}}]})");
  const Json verdict(body);
  ASSERT_GT(verdict["failures"].Size(), 0u) << body;
  EXPECT_THAT(verdict["failures"][0]["witness"].GetString(), HasSubstr("PutItem room7 vacant 0 (v2, unconditional)"));
}

TEST_F(UpstreamSessionTest, NoOrderOfConditionalBookingsFails) {
  BookingProgram booking(BookConditionally);
  const std::string body = Explore(booking.Program(), kTwoActors);
  const Json verdict(body);
  EXPECT_TRUE(verdict.Bool("ok")) << body;
  EXPECT_EQ(verdict.Number("explored"), 2u) << body;
}

TEST_F(UpstreamSessionTest, AWriteWithALostReplyIsCommittedAndHasAnUnknownOutcome) {
  RaceProgram program;
  program.actors["alice"] = [](RaceClient& client) {
    EXPECT_EQ(client.Call("PutItem", R"({"TableName":"Rooms","Item":{"pk":{"S":"room7"},"vacant":{"N":"0"}}})").status,
              0);
  };
  program.check = [this](RaceClient&) { return Vacant() == "0" ? "" : "the write was lost, too"; };
  // The schedule: Alice's PutItem (P) with a fault; see engine/race/steps/schedule.h.
  const std::string body = Explore(
      std::move(program), R"({"actors":["alice"],"strategy":"replay","schedule":"alice!commit_then_drop#P","faults":)"
                          R"([{"on":"PutItem","do":"commit_then_drop","budget":1}]})");
  EXPECT_TRUE(Json(body).Bool("ok")) << body;
  EXPECT_THAT(History(), HasSubstr(R"("outcome":"unknown")"));
}

TEST_F(UpstreamSessionTest, ADuplicateIsExecutedTwiceByTheUpstream) {
  std::atomic<bool> executed_twice = false;
  RaceProgram program;
  program.actors["alice"] = [](RaceClient& client) {
    client.Call("UpdateItem", R"({"TableName":"Rooms","Key":{"pk":{"S":"room7"}},"UpdateExpression":"ADD vacant :n",)"
                              R"("ExpressionAttributeValues":{":n":{"N":"1"}}})");
  };
  program.check = [&](RaceClient&) {
    if (Vacant() == "3") executed_twice = true;
    return std::string();
  };
  Explore(std::move(program), R"({"actors":["alice"],"faults":[{"on":"UpdateItem","do":"duplicate","budget":1}]})");
  EXPECT_TRUE(executed_twice);
}

TEST_F(UpstreamSessionTest, AWriteBetweenPrepareAndCommitOfATransactionGetsAConflict) {
  std::atomic<int> conflicts = 0;
  RaceProgram program;
  program.actors["alice"] = [](RaceClient& client) {
    client.Call("TransactWriteItems",
                R"({"TransactItems":[{"Put":{"TableName":"Rooms","Item":{"pk":{"S":"room7"},"vacant":{"N":"5"}}}}]})");
  };
  program.actors["bob"] = [&](RaceClient& client) {
    const Reply reply =
        client.Call("PutItem", R"({"TableName":"Rooms","Item":{"pk":{"S":"room7"},"vacant":{"N":"6"}}})");
    if (reply.body.find("TransactionConflictException") != std::string::npos) ++conflicts;
  };
  const std::string body = Explore(std::move(program), kTwoActors);
  EXPECT_TRUE(Json(body).Bool("ok")) << body;
  EXPECT_EQ(conflicts, 1);
}

TEST_F(UpstreamSessionTest, AnItemWrittenByAStatementIsNotReportedAsAbsent) {
  RaceProgram program;
  program.actors["alice"] = [](RaceClient& client) {
    client.Call("DeleteItem", kRoomKey);
    client.Call("ExecuteStatement", R"({"Statement":"INSERT INTO Rooms VALUE {'pk': 'room7'}"})");
    const Reply found = client.Call(
        "BatchGetItem", R"({"RequestItems":{"Rooms":{"Keys":[{"pk":{"S":"room7"}},{"pk":{"S":"room8"}}]}}})");
    EXPECT_THAT(found.body, HasSubstr("room7"));
  };
  const std::string body = Explore(std::move(program), R"({"actors":["alice"]})");
  EXPECT_TRUE(Json(body).Bool("ok")) << body;
  EXPECT_THAT(History(), HasSubstr(R"("reads":[{"table":"Rooms","key":"room8","version":0}])"));
}

TEST_F(UpstreamSessionTest, WhatTheFirstWriteOfAnUnreadItemReplacedIsNotKnown) {
  RaceProgram program;
  program.actors["alice"] = [](RaceClient& client) {
    for (int i = 0; i < 2; ++i) client.Call("PutItem", R"({"TableName":"Rooms","Item":{"pk":{"S":"room8"}}})");
  };
  const std::string body = Explore(std::move(program), R"({"actors":["alice"]})");
  EXPECT_TRUE(Json(body).Bool("ok")) << body;
  EXPECT_THAT(History(), HasSubstr(R"("writes":[{"table":"Rooms","key":"room8","version":2}])"));
  EXPECT_THAT(History(), HasSubstr(R"("writes":[{"table":"Rooms","key":"room8","version":3,"replaced":2}])"));
}

TEST_F(UpstreamSessionTest, AnInvariantIsCheckedAgainstTheItemsOfTheUpstream) {
  BookingProgram booking(BookConditionally);
  const std::string body =
      Explore(booking.Program(),
              R"({"actors":["alice","bob"],"always":[{"name":"never booked","table":"Rooms","each":"vacant = :one",)"
              R"("values":{":one":{"N":"1"}}}]})");
  const Json verdict(body);
  ASSERT_GT(verdict["failures"].Size(), 0u) << body;
  EXPECT_THAT(verdict["failures"][0]["why"].GetString(), HasSubstr("'never booked' is violated by"));
}

TEST_F(UpstreamSessionTest, OptionsThatAnUpstreamCannotFulfilAreRefusedWithTheReason) {
  for (const auto& [options, why] :
       {std::pair(R"({"actors":["alice"],"start":"snapshot"})", "start must be test"),
        std::pair(R"({"actors":["alice"],"stale_reads":1})", "stale_reads and index_lag must be 0"),
        std::pair(R"({"actors":["alice"],"index_lag":1})", "stale_reads and index_lag must be 0"),
        std::pair(R"({"actors":["alice"],"ignore_conditions":true})", "there is no ignore_conditions")}) {
    const Reply reply = test_.Admin("POST", "races", options);
    EXPECT_EQ(reply.status, 400) << options;
    EXPECT_THAT(reply.body, HasSubstr(why)) << options;
  }
  const Reply opened = test_.Admin("POST", "races", R"({"actors":["alice"],"start":"test"})");
  EXPECT_EQ(opened.status, 201);
  EXPECT_EQ(Json(opened.body).String("start"), "test");
}

TEST_F(UpstreamSessionTest, FaultsOutsideOfSessionsApplyToForwardedRequests) {
  constexpr std::string_view kAdd =
      R"({"TableName":"Rooms","Key":{"pk":{"S":"room7"}},"UpdateExpression":"ADD vacant :n",)"
      R"("ExpressionAttributeValues":{":n":{"N":"1"}}})";
  EXPECT_EQ(test_
                .Admin("POST", "faults",
                       R"({"faults":[{"on":"UpdateItem","do":"commit_then_drop"},)"
                       R"({"on":"UpdateItem","do":"duplicate"},{"on":"UpdateItem","do":"throttle"}]})")
                .status,
            201);
  EXPECT_EQ(test_.Call("UpdateItem", kAdd).status, 0);
  EXPECT_EQ(Vacant(), "2");
  EXPECT_EQ(test_.Call("UpdateItem", kAdd).status, 200);
  EXPECT_EQ(Vacant(), "4");
  EXPECT_THAT(test_.Call("UpdateItem", kAdd).body, HasSubstr("ProvisionedThroughputExceededException"));
  EXPECT_EQ(Vacant(), "4");
}

TEST_F(UpstreamSessionTest, ThePartOfABatchThatIsNotExecutedIsReturned) {
  test_.Admin("POST", "faults", R"({"faults":[{"do":"partial"}]})");
  const Reply reply =
      test_.Call("BatchWriteItem", R"({"RequestItems":{"Rooms":[{"PutRequest":{"Item":{"pk":{"S":"a"}}}},)"
                                   R"({"PutRequest":{"Item":{"pk":{"S":"b"}}}}]}})");
  EXPECT_EQ(reply.body, R"({"UnprocessedItems":{"Rooms":[{"PutRequest":{"Item":{"pk":{"S":"b"}}}}]}})");
  EXPECT_THAT(test_.Call("Scan", R"({"TableName":"Rooms"})").body, HasSubstr(R"("Count":2)"));
}

TEST_F(UpstreamSessionTest, LostRepliesApplyToForwardedRequests) {
  server_.races().UseAnomalies({.lost_replies = 1, .seed = 7});
  int lost = 0;
  for (int i = 0; i < 20; ++i) {
    const std::string put = R"({"TableName":"Rooms","Item":{"pk":{"S":"n)" + std::to_string(i) + R"("}}})";
    if (test_.Call("PutItem", put).status == 0) ++lost;
  }
  EXPECT_EQ(lost, 20);
  const AnomalyCounts counts = server_.races().anomalies()->counts();
  EXPECT_GT(counts.Caused(Anomaly::kLostReply), 0u);
  EXPECT_GT(counts.Caused(Anomaly::kLostRequest), 0u);
  const std::string stored = std::to_string(counts.Caused(Anomaly::kLostReply) + 1);
  EXPECT_THAT(test_.Call("Scan", R"({"TableName":"Rooms"})").body, HasSubstr(R"("Count":)" + stored + ","));
}

// ---- Endpoints that describe their table.

constexpr std::string_view kDescription =
    R"({"Table":{"TableName":"Rooms","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
    R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"GlobalSecondaryIndexes":[]}})";

// Opens a session with an invariant at an endpoint whose response to the n-th Scan is `page(n)` for the first 100
// Scans, and then an empty last page. Returns the response to the request that begins the first run.
std::string BeginRunWithScans(const std::function<std::string(int)>& page, UpstreamLimits limits) {
  std::atomic<int> scans = 0;
  StubUpstream upstream([&](const std::string& request) {
    if (request.find("DescribeTable") != std::string::npos) return StubUpstream::Response("200 OK", "", kDescription);
    return StubUpstream::Response("200 OK", "", ++scans <= 100 ? page(scans) : R"({"Items":[]})");
  });
  ForwardingServer server(upstream.port(), limits);
  RaceClient test(server.port());
  const std::string id = OpenSession(test, R"({"actors":["alice"],"start":"test","always":[{"name":"n",)"
                                           R"("table":"Rooms","each":"pk <> :none",)"
                                           R"("values":{":none":{"S":"none"}}}]})");
  return test.Admin("POST", "races/" + id + "/runs").body;
}

std::string PageWithKey(const std::string& key) {
  return R"({"Items":[{"pk":{"S":")" + key + R"("}}],"LastEvaluatedKey":{"pk":{"S":")" + key + R"("}}})";
}
std::string PageWithNumber(int number) { return PageWithKey(std::to_string(number)); }

TEST(EndlessScanTest, ATableWithManyPagesIsRead) {
  EXPECT_THAT(BeginRunWithScans(PageWithNumber, {}), HasSubstr(R"({"run":1,"done":false)"));
}

TEST(EndlessScanTest, APageThatRepeatsTheKeyIsRefused) {
  EXPECT_THAT(
      BeginRunWithScans([](int) { return PageWithKey("a"); }, {}),
      HasSubstr("it cannot be checked, because its table cannot be read: the upstream's Scan of Rooms does not end: "
                "a page's LastEvaluatedKey is its own ExclusiveStartKey"));
}

TEST(EndlessScanTest, TooManyBytesAreRefused) {
  EXPECT_THAT(BeginRunWithScans(PageWithNumber, {.table_bytes_max = 1'000}),
              HasSubstr("the upstream's Scan of Rooms does not end: it has more than 1000 bytes"));
}

TEST(EndlessScanTest, TooMuchTimeIsRefused) {
  EXPECT_THAT(BeginRunWithScans(PageWithNumber, {.table_scan = std::chrono::milliseconds(0)}),
              HasSubstr("the upstream's Scan of Rooms does not end: it takes more than 0 ms"));
}

TEST(EndlessScanTest, ARunFailsIfItsInvariantCannotBeChecked) {
  std::atomic<bool> written = false;
  StubUpstream upstream([&](const std::string& request) {
    if (request.find("DescribeTable") != std::string::npos) return StubUpstream::Response("200 OK", "", kDescription);
    if (request.find("PutItem") != std::string::npos) written = true;
    const bool is_scan = request.find("DynamoDB_20120810.Scan") != std::string::npos;
    return StubUpstream::Response("200 OK", "", is_scan && written ? PageWithKey("a") : R"({"Items":[]})");
  });
  ForwardingServer server(upstream.port());
  RaceClient test(server.port());
  const std::string id =
      OpenSession(test, R"({"actors":["alice"],"always":[{"name":"vacant","table":"Rooms","each":"vacant = :one",)"
                        R"("values":{":one":{"N":"1"}}}]})");
  RaceProgram program;
  program.actors["alice"] = [](RaceClient& client) {
    client.Call("PutItem", R"({"TableName":"Rooms","Item":{"pk":{"S":"room7"}}})");
  };
  EXPECT_THAT(RunSession(server.port(), test, id, program),
              HasSubstr("'vacant' is violated by alice's PutItem room7 (v2, unconditional): it cannot be checked, "
                        "because its table cannot be read: the upstream's Scan of Rooms does not end"));
}

TEST(FailingUpstreamTest, AWriteWithoutAResponseIsUnknownInTheHistory) {
  StubUpstream upstream([](const std::string& request) -> std::string {
    if (request.find("DescribeTable") == std::string::npos) return "";
    return StubUpstream::Response("200 OK", "", kDescription);
  });
  ForwardingServer server(upstream.port());
  RaceClient test(server.port());
  const std::string id = OpenSession(test, kTwoActors);
  RaceProgram program;
  for (const char* name : {"alice", "bob"}) {
    program.actors[name] = [](RaceClient& client) {
      const Reply reply = client.Call("PutItem", R"({"TableName":"Rooms","Item":{"pk":{"S":"room7"}}})");
      EXPECT_EQ(reply.status, 500);
      EXPECT_THAT(reply.body, HasSubstr("may have executed the request"));
    };
  }
  const std::string verdict = RunSession(server.port(), test, id, program);
  EXPECT_TRUE(Json(verdict).Bool("ok")) << verdict;
  const std::string history = test.Admin("GET", "races/" + id + "/history").body;
  EXPECT_THAT(history, HasSubstr(R"("outcome":"unknown")"));
  EXPECT_THAT(history, HasSubstr("PutItem room7 → no response: it may have been executed"));
  EXPECT_THAT(history, Not(HasSubstr(R"("outcome":"ok")")));
}

}  // namespace
}  // namespace holdfast::server
