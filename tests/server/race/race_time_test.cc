// Timeouts and concurrency of the race lab: silent actors, stuck runs, idle sessions, clients that disconnect, lost and
// delayed replies, concurrent requests of one actor, and many concurrent sessions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "tests/server/race/race_server.h"
#include "tests/support/eventually.h"

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::HasSubstr;

constexpr std::string_view kPut = R"({"TableName":"Rooms","Item":{"pk":{"S":"room7"},"vacant":{"N":"0"}}})";

milliseconds ElapsedSince(steady_clock::time_point start) {
  return std::chrono::duration_cast<milliseconds>(steady_clock::now() - start);
}

// A request that was sent this long ago is parked by now, even on a busy machine.
constexpr milliseconds kUntilParked{500};

class RaceTimeTest : public ::testing::Test {
 protected:
  RaceTimeTest() { SeedRoom(test_); }

  std::unique_ptr<RaceClient> Actor(const std::string& name, const std::string& headers = "") {
    auto client = std::make_unique<RaceClient>(server_.port());
    client->SetActor(name);
    client->SetHeaders(headers);
    return client;
  }
  void Begin(std::string_view options) {
    const Reply opened = test_.Admin("POST", "races", options);
    ASSERT_EQ(opened.status, 201) << opened.body;
    session_ = "races/" + Json(opened.body).String("id");
    ASSERT_EQ(test_.Admin("POST", session_ + "/runs").status, 200);
  }
  void Done(const std::string& actor) {
    const Reply reply = test_.Admin("POST", session_ + "/actors/" + actor + "/done");
    EXPECT_EQ(reply.status, 200) << reply.body;
  }
  Json Result(std::string_view result = R"({"ok":true})") {
    return Json(test_.Admin("POST", session_ + "/runs/1/result", result).body);
  }
  std::string Verdict() { return test_.Admin("GET", session_).body; }
  std::string Schedule() { return Json(test_.Admin("GET", session_ + "/history").body).String("schedule"); }

  RaceServer server_;
  RaceClient test_{server_.port()};
  std::string session_;
};

TEST_F(RaceTimeTest, ASilentActorIsPassedOver) {
  const auto start = steady_clock::now();
  Begin(R"({"actors":["alice","bob"],"quiescence_ms":50})");
  // Alice gets her response although Bob sends nothing.
  EXPECT_EQ(Actor("alice")->Call("GetItem", kRoomKey).status, 200);
  EXPECT_GE(ElapsedSince(start), milliseconds(50));
  // Bob may still send.
  EXPECT_EQ(Actor("bob")->Call("GetItem", kRoomKey).status, 200);
  Done("alice");
  Done("bob");
  EXPECT_FALSE(Result().Bool("failed"));
  EXPECT_THAT(Verdict(), HasSubstr(R"("kind":"not_replayable")"));
}

TEST_F(RaceTimeTest, AnActorThatHasNotAnnouncedItsConcurrentRequestsIsPassedOverAfterEachResponse) {
  Begin(R"({"actors":["alice","bob"],"quiescence_ms":50,"stuck_ms":20000})");
  std::vector<std::unique_ptr<RaceClient>> clients;
  for (int i = 0; i < 3; ++i) clients.push_back(Actor("alice"));
  for (const auto& client : clients) client->SendCall("PutItem", kPut);
  const auto bob = Actor("bob");
  bob->SendCall("PutItem", kPut);
  // Alice says nothing before she has all three responses, and Bob nothing before he has his.
  for (const auto& client : clients) EXPECT_EQ(client->Receive().status, 200);
  Done("alice");
  EXPECT_EQ(bob->Receive().status, 200);
  Done("bob");
  EXPECT_FALSE(Result().Bool("failed"));
}

TEST_F(RaceTimeTest, AStuckRunEndsAndReportsItsWaitingActors) {
  Begin(R"({"actors":["alice","bob","carol"],"quiescence_ms":30,"stuck_ms":300})");
  const auto alice = Actor("alice");
  EXPECT_EQ(alice->Call("GetItem", kRoomKey).status, 200);
  Done("carol");
  // No request is parked, so no actor is passed over.
  std::this_thread::sleep_for(milliseconds(700));
  const Reply refused = alice->Call("GetItem", kRoomKey);
  EXPECT_THAT(refused.body, HasSubstr("Holdfast race: run 1 is over: stuck: nothing happened for 300 ms"));
  EXPECT_THAT(refused.body, HasSubstr("alice has sent no request since the response to its GetItem"));
  EXPECT_THAT(refused.body, HasSubstr("bob has sent no request and was not said to be done"));
  // Later calls of the test do not hide the stuck run: its result reports it.
  Done("alice");
  Done("bob");
  const Reply next = test_.Admin("POST", session_ + "/runs");
  EXPECT_EQ(next.status, 409) << next.body;
  const Json result = Result();
  EXPECT_TRUE(result.Bool("failed"));
  EXPECT_THAT(result.String("why"), HasSubstr("stuck: nothing happened for 300 ms"));
  EXPECT_THAT(Verdict(), HasSubstr(R"("kind":"stuck")"));
}

TEST_F(RaceTimeTest, AnIdleSessionIsClosedAndItsParkedRequestsGetResponses) {
  Begin(R"({"actors":["alice","bob"],"quiescence_ms":60000,"stuck_ms":60000,"idle_seconds":1})");
  const auto start = steady_clock::now();
  const Reply reply = Actor("alice")->Call("GetItem", kRoomKey);
  EXPECT_EQ(reply.status, 400);
  EXPECT_THAT(reply.body, HasSubstr("Holdfast race: race session 1 was closed: it got no call and no request for 1 s"));
  EXPECT_GE(ElapsedSince(start), milliseconds(900));
  EXPECT_TRUE(Eventually([&] { return test_.Admin("GET", "races").body == R"({"races":[]})"; }));
  EXPECT_THAT(test_.Admin("GET", session_).body, HasSubstr("was closed: it got no call"));
  EXPECT_EQ(test_.Call("GetItem", kRoomKey).status, 200);
}

TEST_F(RaceTimeTest, CallsKeepASessionOpen) {
  Begin(R"({"actors":["alice"],"stuck_ms":60000,"idle_seconds":1})");
  for (int i = 0; i < 15; ++i) {
    std::this_thread::sleep_for(milliseconds(100));
    EXPECT_EQ(i % 2 == 0 ? test_.Admin("GET", session_).status : test_.Call("GetItem", kRoomKey).status, 200);
  }
}

TEST_F(RaceTimeTest, ParkedRequestsGetResponsesWhenTheSessionIsDeleted) {
  Begin(R"({"actors":["alice","bob"],"quiescence_ms":60000})");
  const auto alice = Actor("alice");
  alice->SendCall("PutItem", kPut);
  std::this_thread::sleep_for(kUntilParked);
  EXPECT_EQ(test_.Admin("DELETE", session_).status, 204);
  EXPECT_THAT(alice->Receive().body, HasSubstr("Holdfast race: race session 1 was closed: by DELETE"));
  EXPECT_THAT(test_.Call("GetItem", kRoomKey).body, HasSubstr(R"("vacant":{"N":"1"})"));
}

TEST_F(RaceTimeTest, AParkedRequestOfADisconnectedClientIsAbandoned) {
  for (const bool reset : {false, true}) {
    Begin(R"({"actors":["alice","bob"],"quiescence_ms":60000})");
    const auto alice = Actor("alice", "amz-sdk-invocation-id: 1234\r\n");
    alice->SendCall("PutItem", kPut);
    std::this_thread::sleep_for(kUntilParked);
    alice->Disconnect(reset);
    std::this_thread::sleep_for(kUntilParked);
    // The second attempt of the same call.
    const auto again = Actor("alice", "amz-sdk-invocation-id: 1234\r\n");
    again->SendCall("PutItem", kPut);
    const auto bob = Actor("bob");
    bob->SendCall("GetItem", kRoomKey);
    // In the first run, Alice's steps come first.
    EXPECT_EQ(again->Receive().status, 200) << reset;
    Done("alice");
    EXPECT_EQ(bob->Receive().status, 200) << reset;
    Done("bob");
    EXPECT_FALSE(Result().Bool("failed"));
    const std::string history = test_.Admin("GET", session_ + "/history").body;
    EXPECT_THAT(history, HasSubstr(R"("attempts":2)"));
    EXPECT_EQ(test_.Admin("DELETE", session_).status, 204);
  }
}

TEST_F(RaceTimeTest, TheServerStopsPromptlyWithParkedRequests) {
  Begin(R"({"actors":["alice","bob"],"quiescence_ms":60000})");
  const auto alice = Actor("alice");
  alice->SendCall("PutItem", kPut);
  std::this_thread::sleep_for(kUntilParked);
  const auto start = steady_clock::now();
  server_.Stop();
  // A stopping server waits a limited time for clients that keep their connections open.
  EXPECT_LT(ElapsedSince(start), milliseconds(2'000));
  EXPECT_THAT(alice->Receive().body, HasSubstr("Holdfast race: race session 1 was closed: the server is stopping"));
}

TEST_F(RaceTimeTest, ALostReplyClosesTheConnectionAfterTheCommit) {
  Begin(R"({"actors":["alice"],"strategy":"replay","schedule":"alice!commit_then_drop",)"
        R"("faults":[{"on":"PutItem","do":"commit_then_drop"}]})");
  EXPECT_EQ(Actor("alice")->Call("PutItem", kPut).status, 0);
  EXPECT_THAT(test_.Call("GetItem", kRoomKey).body, HasSubstr(R"("vacant":{"N":"0"})"));
  Done("alice");
  Result();
  EXPECT_THAT(Verdict(), HasSubstr(R"("lost_replies":1)"));
}

TEST_F(RaceTimeTest, FaultsHaveTheFormOfDynamoDbsErrors) {
  struct Case {
    const char* fault;
    int status;
    const char* type;
    bool executed;
  };
  for (const Case& one : {
           Case{"throttle", 400, "com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException", false},
           Case{"internal_error", 500, "com.amazonaws.dynamodb.v20120810#InternalServerError", false},
           Case{"commit_then_500", 500, "com.amazonaws.dynamodb.v20120810#InternalServerError", true},
           Case{"conflict", 400, "com.amazonaws.dynamodb.v20120810#TransactionConflictException", false},
       }) {
    const std::string fault = one.fault;
    Begin(R"({"actors":["alice"],"strategy":"replay","schedule":"alice!)" + fault +
          R"(","faults":[{"on":"PutItem","do":")" + fault + R"("}]})");
    const Reply reply = Actor("alice")->Call("PutItem", kPut);
    EXPECT_EQ(reply.status, one.status) << reply.body;
    EXPECT_EQ(Json(reply.body).String("__type"), one.type);
    EXPECT_THAT(test_.Call("GetItem", kRoomKey).body,
                HasSubstr(one.executed ? R"("vacant":{"N":"0"})" : R"("vacant":{"N":"1"})"));
    Done("alice");
    Result();
    EXPECT_EQ(test_.Admin("DELETE", session_).status, 204);
  }
}

TEST_F(RaceTimeTest, ADelayedReplyIsNotAStuckRun) {
  // A delay counts as progress, however long it is.
  Begin(R"({"actors":["alice"],"strategy":"replay","schedule":"alice!commit_then_delay","delay_ms":1600,)"
        R"("stuck_ms":800,"faults":[{"on":"PutItem","do":"commit_then_delay"}]})");
  const auto start = steady_clock::now();
  EXPECT_EQ(Actor("alice")->Call("PutItem", kPut).status, 200);
  EXPECT_GE(ElapsedSince(start), milliseconds(1'600));
  Done("alice");
  EXPECT_FALSE(Result().Bool("failed"));
}

TEST_F(RaceTimeTest, ConcurrentRequestsAreNumberedByTheirHeaderAndNotByArrival) {
  for (const bool reversed : {false, true}) {
    Begin(R"({"actors":["alice"],"quiescence_ms":60000})");
    const auto first = Actor("alice", "x-holdfast-thread: 1\r\nx-holdfast-outstanding: 2\r\n");
    const auto second = Actor("alice", "x-holdfast-thread: 2\r\nx-holdfast-outstanding: 2\r\n");
    (reversed ? second : first)->SendCall(reversed ? "PutItem" : "GetItem", reversed ? kPut : kRoomKey);
    std::this_thread::sleep_for(kUntilParked);
    (reversed ? first : second)->SendCall(reversed ? "GetItem" : "PutItem", reversed ? kRoomKey : kPut);
    // The first run takes the steps in the order of the thread numbers. After one response, Alice waits for the other.
    EXPECT_THAT(first->Receive().body, HasSubstr(R"("vacant":{"N":"1"})"));
    EXPECT_EQ(test_.Admin("POST", session_ + "/actors/alice/settled", R"({"outstanding":1})").status, 200);
    EXPECT_EQ(second->Receive().status, 200);
    Done("alice");
    EXPECT_FALSE(Result().Bool("failed"));
    EXPECT_EQ(Schedule(), "alice,alice:2#GP");
    EXPECT_EQ(test_.Admin("DELETE", session_).status, 204);
  }
}

TEST_F(RaceTimeTest, TheParkedRequestsOfADoneActorAreExecuted) {
  Begin(R"({"actors":["alice","bob"],"quiescence_ms":60000})");
  const auto alice = Actor("alice");
  alice->SendCall("PutItem", kPut);
  std::this_thread::sleep_for(kUntilParked);
  Done("alice");
  Done("bob");
  EXPECT_EQ(alice->Receive().status, 200);
  EXPECT_FALSE(Result().Bool("failed"));
}

TEST_F(RaceTimeTest, ManySessionsOnManyDatabasesUnderLoad) {
  constexpr int kSessions = 6;
  std::atomic<bool> stop = false;
  std::atomic<int> errors = 0;
  // A database without a session is served all the time.
  std::thread bystander([&] {
    RaceClient client(server_.port(), "999999999999");
    SeedRoom(client);
    while (!stop) errors += client.Call("GetItem", kRoomKey).status != 200 ? 1 : 0;
  });
  std::vector<std::thread> testers;
  for (int i = 0; i < kSessions; ++i) {
    testers.emplace_back([&, account = std::string(11, '0') + std::to_string(i + 1)] {
      RaceClient test(server_.port(), account);
      SeedRoom(test);
      const std::string query = "?account=" + account;
      for (int round = 0; round < 3; ++round) {
        BookingProgram naive(BookNaively);
        const std::string id = OpenSession(test, R"({"actors":["alice","bob"],"stuck_ms":60000})", query);
        const Json verdict(RunSession(server_.port(), test, id, naive.Program(), account));
        errors += verdict["failures"].IsArray() && verdict["failures"].Size() == 1 ? 0 : 1;
        errors += test.Admin("GET", "races").status == 200 ? 0 : 1;
        errors += test.Admin("DELETE", "races/" + id).status == 204 ? 0 : 1;
      }
    });
  }
  for (std::thread& tester : testers) tester.join();
  stop = true;
  bystander.join();
  EXPECT_EQ(errors, 0);
}

}  // namespace
}  // namespace holdfast::server
