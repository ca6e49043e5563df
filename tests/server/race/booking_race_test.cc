// Race sessions of two clients that book a room, over sockets. Most of them explore the orders of the clients' requests
// exhaustively.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/race/race_server.h"

namespace holdfast::server {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class BookingRaceTest : public ::testing::Test {
 protected:
  BookingRaceTest() { SeedRoom(test_); }

  std::string Explore(BookingProgram& booking, std::string_view options) {
    const std::string id = OpenSession(test_, options);
    EXPECT_NE(id, "");
    const std::string verdict = RunSession(server_, test_, id, booking.Program());
    EXPECT_EQ(test_.Admin("DELETE", "races/" + id).status, 204);
    return verdict;
  }

  RaceServer server_;
  RaceClient test_{server_.port()};
};

TEST_F(BookingRaceTest, ReadThenPutFailsWithAWitnessOfFourSteps) {
  BookingProgram booking(BookNaively);
  const std::string body = Explore(booking, R"({"actors":["alice","bob"]})");
  const Json verdict(body);
  EXPECT_TRUE(verdict.Bool("done")) << body;
  EXPECT_FALSE(verdict.Bool("ok"));
  ASSERT_EQ(verdict["failures"].Size(), 1u) << body;
  const rapidjson::Value& failure = verdict["failures"][0];
  EXPECT_STREQ(failure["why"].GetString(), "2 guests have booked one room");
  EXPECT_EQ(failure["steps"].GetInt(), 4);
  EXPECT_TRUE(failure["replayable"].GetBool());
  const std::string witness = failure["witness"].GetString();
  for (const char* line : {"alice   GetItem room7", "bob     ", "PutItem room7"}) {
    EXPECT_THAT(witness, HasSubstr(line));
  }
  EXPECT_STREQ(verdict["warnings"][0]["kind"].GetString(), "stale_write");
}

TEST_F(BookingRaceTest, TheReplayStringReproducesTheFailure) {
  BookingProgram booking(BookNaively);
  const Json found(Explore(booking, R"({"actors":["alice","bob"]})"));
  const std::string replay = found["failures"][0]["replay"].GetString();
  for (int i = 0; i < 20; ++i) {
    const std::string body =
        Explore(booking, R"({"actors":["alice","bob"],"strategy":"replay","schedule":")" + replay + R"("})");
    const Json verdict(body);
    ASSERT_EQ(verdict.Number("explored"), 1u) << body;
    ASSERT_EQ(verdict["failures"].Size(), 1u) << body;
    EXPECT_EQ(verdict["failures"][0]["replay"].GetString(), replay);
  }
}

TEST_F(BookingRaceTest, NoOrderOfConditionalWritesFails) {
  BookingProgram booking(BookConditionally);
  const std::string body = Explore(booking, R"({"actors":["alice","bob"],"require":{"conditional_check_failed":1}})");
  const Json verdict(body);
  EXPECT_TRUE(verdict.Bool("done"));
  EXPECT_TRUE(verdict.Bool("ok")) << body;
  EXPECT_TRUE(verdict.Bool("complete"));
  EXPECT_EQ(verdict.Number("explored"), 2u);
  EXPECT_EQ(verdict["failures"].Size(), 0u);
}

TEST_F(BookingRaceTest, TheInvariantIsViolatedIfTheConditionIsIgnored) {
  BookingProgram booking(BookConditionally);
  for (const char* ignored : {"true", R"(["Rooms"])"}) {
    const Json verdict(
        Explore(booking, R"({"actors":["alice","bob"],"ignore_conditions":)" + std::string(ignored) + "}"));
    EXPECT_EQ(verdict["failures"].Size(), 1u) << ignored;
  }
}

TEST_F(BookingRaceTest, RequirementsThatAreNotMetAreListed) {
  BookingProgram booking(BookConditionally);
  const std::string body = Explore(booking, R"({"actors":["alice","bob"],"require":{"lost_replies":2}})");
  const Json verdict(body);
  EXPECT_FALSE(verdict.Bool("ok"));
  ASSERT_EQ(verdict["missing"].Size(), 1u) << body;
  EXPECT_STREQ(verdict["missing"][0].GetString(), "lost_replies: 2 wanted, 0 met");
}

TEST_F(BookingRaceTest, EachFailingRunHasItsReasonAndItsReplayString) {
  const std::string session =
      "races/" + OpenSession(test_, R"({"actors":["alice"],"strategy":"random","stop_at_failure":false})");
  RaceClient alice(server_.port());
  alice.SetActor("alice");
  for (const char* why : {"no guest", "two guests"}) {
    const std::string run = std::to_string(Json(test_.Admin("POST", session + "/runs").body).Number("run"));
    EXPECT_EQ(alice.Call("GetItem", kRoomKey).status, 200);
    test_.Admin("POST", session + "/actors/alice/done");
    const Json result(
        test_.Admin("POST", session + "/runs/" + run + "/result", R"({"ok":false,"why":")" + std::string(why) + R"("})")
            .body);
    EXPECT_TRUE(result.Bool("failed"));
    EXPECT_EQ(result.String("why"), why);
    EXPECT_EQ(result.String("replay"), "alice#G");
  }
}

TEST_F(BookingRaceTest, AViolatedInvariantIsReported) {
  RaceProgram program;
  for (const char* name : {"alice", "bob"}) {
    program.actors[name] = [](RaceClient& client) {
      client.Call("UpdateItem", R"({"TableName":"Rooms","Key":{"pk":{"S":"room7"}},)"
                                R"("UpdateExpression":"ADD vacant :less",)"
                                R"("ExpressionAttributeValues":{":less":{"N":"-1"}}})");
    };
  }
  const std::string id =
      OpenSession(test_, R"({"actors":["alice","bob"],"always":[{"name":"never oversold",)"
                         R"("table":"Rooms","each":"vacant >= :zero","values":{":zero":{"N":"0"}}}]})");
  const std::string body = RunSession(server_, test_, id, program);
  const Json verdict(body);
  ASSERT_EQ(verdict["failures"].Size(), 1u) << body;
  EXPECT_STREQ(verdict["failures"][0]["kind"].GetString(), "invariant");
  EXPECT_THAT(verdict["failures"][0]["why"].GetString(), HasSubstr("never oversold"));
}

TEST_F(BookingRaceTest, ActorsAreNamedByEndpointOrAccessKey) {
  const std::string options = R"({"actors":["alice","bob"]})";
  for (const bool by_endpoint : {true, false}) {
    BookingProgram booking(BookNaively);
    RaceProgram program = booking.Program();
    for (auto& [name, run] : program.actors) {
      run = [by_endpoint, name = name, run = run, port = server_.port()](RaceClient&) {
        RaceClient client(port, by_endpoint ? "key" : name);
        if (by_endpoint) client.SetPath("/_holdfast/actors/" + name);
        run(client);
      };
    }
    const std::string id =
        OpenSession(test_, by_endpoint ? options : R"({"actors":["alice","bob"],"keys_are_actors":true})");
    const std::string body = RunSession(server_, test_, id, program);
    EXPECT_EQ(Json(body)["failures"].Size(), 1u) << body;
    EXPECT_EQ(test_.Admin("DELETE", "races/" + id).status, 204);
  }
}

TEST_F(BookingRaceTest, ASessionOnAForkDoesNotChangeTheDatabase) {
  const std::string before = test_.Call("GetItem", kRoomKey).body;
  BookingProgram booking(BookNaively);
  RaceProgram program = booking.Program();
  for (auto& [name, run] : program.actors) {
    run = [name = name, run = run, port = server_.port()](RaceClient&) {
      RaceClient client(port);
      client.SetPath("/_holdfast/forks/f1/actors/" + name);
      run(client);
    };
  }
  const std::string id = OpenSession(test_, R"({"actors":["alice","bob"]})", "?fork=f1");
  const std::string body = RunSession(server_, test_, id, program);
  EXPECT_EQ(Json(body)["failures"].Size(), 1u) << body;
  EXPECT_EQ(test_.Call("GetItem", kRoomKey).body, before);
}

TEST_F(BookingRaceTest, RunsStartFromTheStateAtOpeningWhichIsRestoredAtClosing) {
  const std::string before = test_.Call("GetItem", kRoomKey).body;
  const std::string id = OpenSession(test_, R"({"actors":["alice"]})");
  // This write is part of no run.
  test_.Call("PutItem", R"({"TableName":"Rooms","Item":{"pk":{"S":"room7"},"vacant":{"N":"5"}}})");
  RaceProgram program;
  program.actors["alice"] = [&](RaceClient& client) {
    EXPECT_EQ(client.Call("GetItem", kRoomKey).body, before);
    EXPECT_EQ(client.Call("DeleteItem", kRoomKey).status, 200);
  };
  program.check = [&](RaceClient& test) {
    EXPECT_EQ(test.Call("GetItem", kRoomKey).body, "{}");
    return std::string();
  };
  const std::string body = RunSession(server_, test_, id, program);
  EXPECT_TRUE(Json(body).Bool("ok")) << body;
  EXPECT_EQ(test_.Admin("DELETE", "races/" + id).status, 204);
  EXPECT_EQ(test_.Call("GetItem", kRoomKey).body, before);
}

TEST_F(BookingRaceTest, OtherOperationsThanThoseOnItemsAreStepsToo) {
  RaceProgram program;
  for (const char* name : {"alice", "bob"}) {
    program.actors[name] = [](RaceClient& client) {
      const Reply described = client.Call("DescribeTable", R"({"TableName":"Rooms"})");
      EXPECT_EQ(described.status, 200);
      EXPECT_THAT(described.body, HasSubstr(R"("TableName":"Rooms")"));
      const Reply missing = client.Call("DescribeTable", R"({"TableName":"Nothing"})");
      EXPECT_EQ(missing.status, 400);
      EXPECT_THAT(missing.body, HasSubstr("ResourceNotFoundException"));
    };
  }
  const std::string id = OpenSession(test_, R"({"actors":["alice","bob"]})");
  const std::string body = RunSession(server_, test_, id, program);
  EXPECT_TRUE(Json(body).Bool("ok")) << body;
  const std::string history = test_.Admin("GET", "races/" + id + "/history").body;
  EXPECT_THAT(history, HasSubstr(R"("operation":"DescribeTable")"));
}

TEST_F(BookingRaceTest, ARefusedStatementOfPartiqlCountsAsAFailedCondition) {
  std::atomic<int> booked = 0;
  RaceProgram program;
  for (const char* name : {"alice", "bob"}) {
    program.actors[name] = [&booked, guest = std::string(name)](RaceClient& client) {
      const Reply reply = client.Call("ExecuteStatement", R"({"Statement":"UPDATE Rooms SET guest = ')" + guest +
                                                              R"('\n WHERE pk = 'room7' AND guest IS MISSING"})");
      if (reply.status == 200) {
        ++booked;
      } else {
        EXPECT_THAT(reply.body, HasSubstr("ConditionalCheckFailedException"));
      }
    };
  }
  program.check = [&](RaceClient&) { return booked.exchange(0) == 1 ? "" : "not one guest"; };
  const std::string id = OpenSession(test_, R"({"actors":["alice","bob"],"require":{"conditional_check_failed":2}})");
  const std::string body = RunSession(server_, test_, id, program);
  EXPECT_TRUE(Json(body).Bool("ok")) << body;
  const std::string history = test_.Admin("GET", "races/" + id + "/history").body;
  EXPECT_THAT(history, HasSubstr("ExecuteStatement UPDATE Rooms SET guest = 'alice' WHERE pk = 'room7' AND guest IS "
                                 "MISSING → ConditionalCheckFailedException"));
  EXPECT_THAT(history, HasSubstr("AND guest IS MISSING: room7 guest bob (v2)"));
  EXPECT_THAT(history, HasSubstr(R"("error":"ConditionalCheckFailedException")"));
}

TEST_F(BookingRaceTest, ErrorsAreEqualToThoseWithoutARace) {
  const std::vector<std::pair<std::string, std::string>> requests = {
      {"GetItem", "{"},
      {"GetItem", R"({"TableName":7})"},
      {"GetItem", R"({"TableName":"Nothing","Key":{"pk":{"S":"a"}}})"},
      {"PutItem", R"({"TableName":"Rooms","Item":{}})"},
      {"PutItem",
       R"({"TableName":"Rooms","Item":{"pk":{"S":"room7"}},"ConditionExpression":"attribute_not_exists(pk) ",)"
       R"("ReturnValuesOnConditionCheckFailure":"ALL_OLD"})"},
      {"TransactWriteItems", R"({"TransactItems":[{"Put":{"TableName":"Rooms","Item":{"pk":{"S":"room7"}},)"
                             R"("ConditionExpression":"attribute_not_exists(pk) "}}]})"},
      {"NoSuchOperation", "{}"}};
  std::vector<Reply> expected;
  for (const auto& [operation, body] : requests) expected.push_back(test_.Call(operation, body));
  RaceProgram program;
  program.actors["alice"] = [&](RaceClient& client) {
    for (size_t i = 0; i < requests.size(); ++i) {
      const Reply reply = client.Call(requests[i].first, requests[i].second);
      EXPECT_EQ(reply.status, expected[i].status) << requests[i].second;
      EXPECT_EQ(reply.body, expected[i].body) << requests[i].second;
    }
  };
  program.check = [&](RaceClient& test) {
    for (size_t i = 0; i < requests.size(); ++i) {
      EXPECT_EQ(test.Call(requests[i].first, requests[i].second).body, expected[i].body);
    }
    return std::string();
  };
  const std::string id = OpenSession(test_, R"({"actors":["alice"]})");
  EXPECT_TRUE(Json(RunSession(server_, test_, id, program)).Bool("ok"));
}

TEST_F(BookingRaceTest, TheReportHasTheWitnessAndEscapesQuotedText) {
  BookingProgram booking(BookNaively);
  RaceProgram program = booking.Program();
  program.check = [inner = program.check](RaceClient& test) {
    return inner(test).empty() ? std::string() : std::string("<script>alert(1)</script> & co");
  };
  const std::string id = OpenSession(test_, R"({"actors":["alice","bob"]})");
  RunSession(server_, test_, id, program);
  const Reply page = test_.Admin("GET", "races/" + id + "/report");
  EXPECT_EQ(page.status, 200);
  EXPECT_THAT(page.headers,
              ::testing::Contains(std::pair<std::string, std::string>("Content-Type", "text/html; charset=utf-8")));
  EXPECT_THAT(page.body, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt; &amp; co"));
  EXPECT_THAT(page.body, Not(HasSubstr("<script")));
  EXPECT_THAT(page.body, Not(HasSubstr("http://")));
  EXPECT_THAT(page.body, HasSubstr("The order that fails"));
  EXPECT_THAT(page.body, HasSubstr("lost update"));
  EXPECT_LT(page.body.find("The order that fails"), page.body.find("What was explored"));
  EXPECT_LT(page.body.find("What was explored"), page.body.find(">Events</h2>"));
  EXPECT_LT(page.body.find(">Events</h2>"), page.body.find("History of run"));
}

}  // namespace
}  // namespace holdfast::server
