// Calls and requests in the wrong state or with invalid contents: each is refused with a message. Besides, what a
// session does to the clock and to expired items.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "server/message/content_encoding.h"
#include "tests/server/race/race_server.h"
#include "tests/support/eventually.h"

namespace holdfast::server {
namespace {

using ::testing::HasSubstr;

class RaceMisuseTest : public ::testing::Test {
 protected:
  RaceMisuseTest() { SeedRoom(test_); }

  void ExpectError(const Reply& reply, int status, std::string_view text) {
    EXPECT_EQ(reply.status, status) << reply.body;
    EXPECT_THAT(Json(reply.body).String("message"), HasSubstr(text)) << reply.body;
  }
  // Expects that the request of an actor was refused.
  void ExpectRefused(const Reply& reply, std::string_view text) {
    EXPECT_EQ(reply.status, 400) << reply.body;
    const Json error(reply.body);
    EXPECT_EQ(error.String("__type"), "com.amazonaws.dynamodb.v20120810#ValidationException");
    EXPECT_THAT(error.String("message"), ::testing::StartsWith("Holdfast race: "));
    EXPECT_THAT(error.String("message"), HasSubstr(text));
  }
  Reply Open(std::string_view options, std::string_view query = "") {
    return test_.Admin("POST", "races" + std::string(query), options);
  }
  Reply AsActor(const std::string& actor, std::string_view operation = "GetItem", std::string_view body = kRoomKey) {
    RaceClient client(server_.port());
    client.SetActor(actor);
    return client.Call(operation, body);
  }

  RaceServer server_;
  RaceClient test_{server_.port()};
};

TEST_F(RaceMisuseTest, EveryBadOptionIsNamed) {
  const std::pair<const char*, const char*> kCases[] = {
      {R"({})", "actors must be a list of 1 to 16 names"},
      {R"({"actors":[]})", "actors must be a list of 1 to 16 names"},
      {R"({"actors":"alice"})", "actors must be a list of strings"},
      {R"({"actors":["a",1]})", "actors must be a list of strings"},
      {R"({"actors":["a","a"]})", "there are two actors a"},
      {R"({"actors":["a b"]})", "the name of an actor is 1 to 64 letters"},
      {R"({"actors":["ttl"]})", "the actor ttl is the lab's own"},
      {R"({"actors":["a"],"strategies":1})", "there is no option strategies"},
      {R"({"actors":["a"],"strategy":"all"})", "strategy must be exhaustive, random, pct or replay, not 'all'"},
      {R"({"actors":["a"],"strategy":7})", "strategy must be a string"},
      {R"({"actors":["a"],"strategy":"replay"})", "needs a schedule"},
      {R"({"actors":["a"],"strategy":"replay","schedule":"a*x"})", "a*x"},
      {R"({"actors":["a"],"strategy":"random","reduction":true})", "reduction belongs to the strategy exhaustive"},
      {R"({"actors":["a"],"depth":3})", "depth belongs to the strategy pct"},
      {R"({"actors":["a"],"strategy":"pct","depth":0})", "depth must be an integer from 1"},
      {R"({"actors":["a"],"preemptions":-1})", "preemptions must be an integer from 0"},
      {R"({"actors":["a"],"reduction":1})", "reduction must be true or false"},
      {R"({"actors":["a"],"max_runs":0})", "max_runs must be an integer from 1"},
      {R"({"actors":["a"],"seed":1.5})", "seed must be an integer"},
      {R"({"actors":["a"],"stale_reads":"1"})", "stale_reads must be an integer"},
      {R"({"actors":["a"],"stuck_ms":0})", "stuck_ms must be an integer from 1"},
      {R"({"actors":["a"],"faults":{}})", "faults must be a list"},
      {R"({"actors":["a"],"faults":[1]})", "faults[0] must be an object"},
      {R"({"actors":["a"],"faults":[{"on":"PutItem"}]})", "faults[0].do must be commit_then_drop"},
      {R"({"actors":["a"],"faults":[{"do":"throttle"},{"do":"explode"}]})", "faults[1].do must be commit_then_drop"},
      {R"({"actors":["a"],"faults":[{"do":"throttle","when":1}]})", "there is no option faults[0].when"},
      {R"({"actors":["a"],"faults":[{"do":"throttle","actor":"carol"}]})", "carol"},
      {R"({"actors":["a"],"faults":[{"on":"UpdateItm","do":"throttle"}]})", "faults[0].on must be an operation"},
      {R"({"actors":["a"],"faults":[{"on":"GetItem","do":"conflict"}]})", "faults[0].on: conflict is for transactions"},
      {R"({"actors":["a"],"faults":[{"do":"throttle","probability":2}]})", "faults[0].probability must be a number"},
      {R"({"actors":["a"],"faults":[{"do":"throttle","probability":0.5}]})",
       "faults[0].probability belongs to the strategies random and pct"},
      {R"({"actors":["a"],"always":[{"name":"x"}]})", "the invariant 'x' needs either an expression for each item"},
      {R"({"actors":["a"],"always":[{"name":"x","table":"Rooms","each":"vacant >"}]})",
       "the invariant 'x' is not valid: "},
      {R"({"actors":["a"],"always":[{"name":"x","table":"Rooms","each":"a = :a","values":{":a":1}}]})",
       "always[0].names and values are as"},
      {R"({"actors":["a"],"require":{"conflicts":"many"}})", "require.conflicts must be an integer"},
      {R"({"actors":["a"],"require":{"luck":1}})", "luck"},
      {R"({"actors":["a"],"ignore_conditions":1})", "ignore_conditions must be true or a list of tables"},
      {R"([])", "the body must be a JSON object"},
      {R"({)", "the body must be a JSON object"},
  };
  for (const auto& [options, text] : kCases) ExpectError(Open(options), 400, text);
  EXPECT_EQ(test_.Admin("GET", "races").body, R"({"races":[]})");
}

TEST_F(RaceMisuseTest, OptionsHaveAMaximumLength) {
  const auto texts = [](size_t count, size_t bytes) {
    std::string list;
    for (size_t i = 0; i < count; ++i) list += (list.empty() ? "\"" : ",\"") + std::string(bytes, 'x') + "\"";
    return list;
  };
  const std::string name = texts(1, 256);
  const std::string expression = texts(1, 4'097);
  for (const char* const member : {"on", "index", "actor"}) {
    const std::string rule = R"({"do":"throttle",")" + std::string(member) + R"(":)" + name + "}";
    const std::string error = "faults[0]." + std::string(member) + " must have at most 255 bytes";
    ExpectError(Open(R"({"actors":["a"],"faults":[)" + rule + "]}"), 400, error);
    ExpectError(test_.Admin("POST", "faults", R"({"faults":[)" + rule + "]}"), 400, error);
  }
  const std::pair<std::string, const char*> kCases[] = {
      {R"("table":)" + texts(1, 1'025), "always[0].table must have at most 1024 bytes"},
      {R"("table":"arn:aws:dynamodb:us-east-1:000000000000:table/)" + texts(1, 256).substr(1),
       "always[0].table must have at most 255 bytes"},
      {R"("name":)" + name, "always[0].name must have at most 255 bytes"},
      {R"("where":)" + expression, "always[0].where must have at most 4096 bytes"},
      {R"("each":)" + expression, "always[0].each must have at most 4096 bytes"},
      {R"("unique":[)" + texts(1'001, 1) + "]", "always[0].unique must be a list of at most 1000 strings"},
      {R"("unique":[)" + texts(1, 65'536) + "]", "an element of always[0].unique must have at most 65535 bytes"},
  };
  for (const auto& [member, text] : kCases) {
    ExpectError(Open(R"({"actors":["a"],"always":[{)" + member + "}]}"), 400, text);
  }
  ExpectError(Open(R"({"actors":["a"],"ignore_conditions":[)" + texts(1, 1'025) + "]}"), 400,
              "an element of ignore_conditions must have at most 1024 bytes");
  ExpectError(Open(R"({"actors":["a"],"strategy":"replay","schedule":)" + texts(1, 2'000'001) + "}"), 400,
              "schedule must have at most 2000000 bytes");
  EXPECT_EQ(test_.Admin("GET", "faults").body, R"({"faults":[]})");
  EXPECT_EQ(test_.Admin("GET", "races").body, R"({"races":[]})");
}

TEST_F(RaceMisuseTest, ADatabaseHasOneSession) {
  const std::string options = R"({"actors":["alice"]})";
  EXPECT_EQ(Open(options).status, 201);
  ExpectError(Open(options), 409, "race session 1 is open on account 000000000000, region us-east-1");
  // Another account, region or fork is another database.
  EXPECT_EQ(Open(options, "?account=111111111111").status, 201);
  EXPECT_EQ(Open(options, "?region=eu-west-1").status, 201);
  EXPECT_EQ(Open(options, "?fork=f1").status, 201);
  EXPECT_EQ(test_.Admin("DELETE", "races/1").status, 204);
  EXPECT_EQ(Open(options).status, 201);
}

TEST_F(RaceMisuseTest, CallsOfMissingSessionsRunsAndActorsAreRefused) {
  for (const auto& [method, path] :
       std::vector<std::pair<std::string, std::string>>{{"GET", "races/7"},
                                                        {"POST", "races/7/runs"},
                                                        {"POST", "races/7/actors/alice/done"},
                                                        {"GET", "races/7/history"},
                                                        {"GET", "races/7/report"},
                                                        {"DELETE", "races/7"}}) {
    ExpectError(test_.Admin(method, path), 404, "there is no race session 7");
  }
  Open(R"({"actors":["alice","bob"]})");
  ExpectError(test_.Admin("POST", "races/1/actors/carol/done"), 404, "no actor carol; it has alice, bob");
  ExpectError(test_.Admin("POST", "races/1/actors/alice/done"), 409, "no run of race session 1 is in progress");
  ExpectError(test_.Admin("POST", "races/1/runs/1/result", R"({"ok":true})"), 409, "run 1 is not in progress");
  ExpectError(test_.Admin("GET", "races/1/history"), 404, "no run has begun");
  ExpectError(test_.Admin("GET", "races/1/history?run=3"), 404, "the history of run 3 is not kept");
  ExpectError(test_.Admin("GET", "races/1/history?run=x"), 404, "there is no run x");
  ExpectError(test_.Admin("PUT", "races/1"), 405, "no method PUT; there are: GET, DELETE");
  ExpectError(test_.Admin("POST", "races/1/runs/1"), 404, "there is no such admin call");
  EXPECT_EQ(test_.Admin("GET", "races/1/report").status, 200);
}

TEST_F(RaceMisuseTest, RequestsOfActorsOutsideOfARunAreRefused) {
  RaceClient by_endpoint(server_.port());
  by_endpoint.SetPath("/_holdfast/actors/alice");
  ExpectRefused(by_endpoint.Call("GetItem", kRoomKey),
                "there is no open race session on account 000000000000, region us-east-1");
  Open(R"({"actors":["alice","bob"]})");
  ExpectRefused(AsActor("alice"), "no run of race session 1 is in progress");
  ExpectRefused(by_endpoint.Call("GetItem", kRoomKey), "no run of race session 1 is in progress");
  test_.Admin("POST", "races/1/runs");
  ExpectRefused(AsActor("carol"), "race session 1 has no actor carol; it has alice, bob");
  EXPECT_EQ(test_.Admin("POST", "races/1/actors/alice/done").status, 200);
  ExpectRefused(AsActor("alice"), "the actor alice is done in run 1");
  ExpectError(test_.Admin("POST", "races/1/actors/alice/done"), 409, "the actor alice is done already in run 1");
  EXPECT_EQ(test_.Admin("POST", "races/1/actors/bob/done").status, 200);
  EXPECT_EQ(test_.Admin("POST", "races/1/runs/1/result", R"({"ok":true})").status, 200);
  ExpectRefused(AsActor("alice"), "no run of race session 1 is in progress");
  // Another database has no session.
  RaceClient elsewhere(server_.port(), "222222222222");
  elsewhere.SetActor("alice");
  ExpectRefused(elsewhere.Call("GetItem", kRoomKey), "there is no open race session on account 222222222222");
  EXPECT_EQ(test_.Admin("DELETE", "races/1").status, 204);
  ExpectRefused(AsActor("alice"), "there is no open race session on account 000000000000");
  EXPECT_EQ(test_.Call("GetItem", kRoomKey).status, 200);
}

TEST_F(RaceMisuseTest, AnActorIsRefusedBeforeTheFirstSession) {
  ExpectRefused(AsActor("alice"), "there is no open race session on account 000000000000");
  RaceClient client(server_.port());
  client.SetPath("/_holdfast/actors/alice");
  ExpectRefused(client.Call("GetItem", kRoomKey), "there is no open race session on account 000000000000");
}

TEST_F(RaceMisuseTest, HeadersThatAreNotNumbersAreRefused) {
  Open(R"({"actors":["alice"]})");
  test_.Admin("POST", "races/1/runs");
  for (const char* header : {"x-holdfast-thread: 0", "x-holdfast-thread: two", "x-holdfast-outstanding: -1",
                             "x-holdfast-outstanding: 1001", "x-holdfast-outstanding: 1x"}) {
    RaceClient client(server_.port());
    client.SetActor("alice");
    client.SetHeaders(std::string(header) + "\r\n");
    ExpectRefused(client.Call("GetItem", kRoomKey), "must be a number from 1 to 1000, not '");
  }
  RaceClient client(server_.port());
  client.SetHeaders("x-holdfast-actor:\r\n");
  ExpectRefused(client.Call("GetItem", kRoomKey), "x-holdfast-actor is empty");
}

TEST(RaceMemoryTest, ParkedCompressedRequestsCountAsDecompressed) {
  constexpr size_t kTextBytes = 390'000;
  RaceServer server(/*threads=*/2, /*buffered_bytes_max=*/1'000'000);
  RaceClient test(server.port());
  SeedRoom(test);
  ASSERT_EQ(OpenSession(test, R"({"actors":["alice"],"stuck_ms":600000})"), "1");
  ASSERT_EQ(test.Admin("POST", "races/1/runs").status, 200);
  const std::string put =
      R"({"TableName":"Rooms","Item":{"pk":{"S":"room7"},"text":{"S":")" + std::string(kTextBytes, 'x') + R"("}}})";
  const std::string compressed = ContentCompressor().Compress(ContentCoding::kGzip, put);
  ASSERT_LT(compressed.size(), 10'000u);
  const auto wait_for_buffered = [&](size_t min, size_t max) {
    EXPECT_TRUE(Eventually([&] { return server.buffered_bytes() >= min && server.buffered_bytes() <= max; }))
        << server.buffered_bytes();
  };
  std::vector<std::unique_ptr<RaceClient>> clients;
  for (size_t sent = 1; sent <= 3; ++sent) {
    clients.push_back(std::make_unique<RaceClient>(server.port()));
    clients.back()->SetActor("alice");
    clients.back()->SetHeaders("Content-Encoding: gzip\r\nx-holdfast-outstanding: 9\r\n");
    clients.back()->SendCall("PutItem", compressed);
    const size_t parked = std::min<size_t>(sent, 2);
    wait_for_buffered(parked * (kTextBytes - 10'000), parked * (kTextBytes + 10'000));
  }
  EXPECT_EQ(clients.back()->Receive().status, 503);
  EXPECT_EQ(test.Admin("DELETE", "races/1").status, 204);
  EXPECT_EQ(clients[0]->Receive().status, 400);
  EXPECT_EQ(clients[1]->Receive().status, 400);
  wait_for_buffered(0, 0);
}

TEST_F(RaceMisuseTest, CallsOutOfOrderInARunAreRefused) {
  Open(R"({"actors":["alice","bob"]})");
  test_.Admin("POST", "races/1/runs");
  ExpectError(test_.Admin("POST", "races/1/runs"), 409, "run 1 has not got its result yet");
  ExpectError(test_.Admin("POST", "races/1/runs/1/result", R"({"ok":true})"), 409, "these are not: alice, bob");
  test_.Admin("POST", "races/1/actors/bob/done");
  ExpectError(test_.Admin("POST", "races/1/runs/1/result", R"({"ok":true})"), 409, "these are not: alice");
  test_.Admin("POST", "races/1/actors/alice/done");
  ExpectError(test_.Admin("POST", "races/1/runs/1/result", "{}"), 400, "the result of a run is");
  ExpectError(test_.Admin("POST", "races/1/runs/1/result", R"({"ok":"yes"})"), 400, "the result of a run is");
  ExpectError(test_.Admin("POST", "races/1/runs/2/result", R"({"ok":true})"), 409,
              "run 2 is not in progress; run 1 is");
  EXPECT_EQ(test_.Admin("POST", "races/1/runs/1/result", R"({"ok":true})").status, 200);
  ExpectError(test_.Admin("POST", "races/1/runs/1/result", R"({"ok":true})"), 409, "run 1 has its result already");
  ExpectError(test_.Admin("POST", "races/1/actors/alice/settled", "{}"), 400, "outstanding must be the number");
}

TEST_F(RaceMisuseTest, AdminCallsCannotChangeTheDatabaseOfASession) {
  const std::string snapshot = Json(test_.Admin("POST", "snapshots").body).String("id");
  Open(R"({"actors":["alice"]})");
  for (const auto& [path, body] :
       std::vector<std::pair<std::string, std::string>>{{"reset", ""},
                                                        {"reset?account=000000000000", ""},
                                                        {"clock", R"({"advance":60})"},
                                                        {"ttl/sweep", ""},
                                                        {"snapshots/" + snapshot + "/restore", ""}}) {
    ExpectError(test_.Admin("POST", path, body), 409, "race session 1 is open on one of these databases");
  }
  // Other databases may be changed, and all databases may be read and copied.
  EXPECT_EQ(test_.Admin("POST", "reset?account=111111111111").status, 200);
  EXPECT_EQ(test_.Admin("GET", "clock").status, 200);
  EXPECT_EQ(test_.Admin("GET", "databases").status, 200);
  EXPECT_EQ(test_.Admin("POST", "snapshots").status, 200);
  EXPECT_EQ(test_.Admin("DELETE", "races/1").status, 204);
  EXPECT_EQ(test_.Admin("POST", "reset").status, 200);
}

TEST_F(RaceMisuseTest, TheClockIsStoppedDuringASessionAndStartedAfterIt) {
  EXPECT_THAT(test_.Admin("GET", "clock?account=000000000000").body, HasSubstr(R"("mode":"system")"));
  Open(R"({"actors":["alice"]})");
  EXPECT_THAT(test_.Admin("GET", "clock?account=000000000000").body, HasSubstr(R"("mode":"virtual")"));
  test_.Admin("DELETE", "races/1");
  EXPECT_THAT(test_.Admin("GET", "clock?account=000000000000").body, HasSubstr(R"("mode":"system")"));
}

TEST_F(RaceMisuseTest, AnExpiredItemExistsUntilItsDeletionIsScheduled) {
  test_.Call("UpdateTimeToLive", R"({"TableName":"Rooms","TimeToLiveSpecification":)"
                                 R"({"Enabled":true,"AttributeName":"expires"}})");
  test_.Call("PutItem", R"({"TableName":"Rooms","Item":{"pk":{"S":"hold"},"expires":{"N":"1700000000"}}})");
  RaceProgram program;
  std::atomic<int> found = 0;
  std::atomic<int> missing = 0;
  program.actors["alice"] = [&](RaceClient& client) {
    const Reply read = client.Call("GetItem", R"({"TableName":"Rooms","Key":{"pk":{"S":"hold"}}})");
    ++(read.body == "{}" ? missing : found);
  };
  const std::string id = OpenSession(test_, R"({"actors":["alice"],"require":{"expired":1}})");
  const std::string body = RunSession(server_, test_, id, program);
  EXPECT_TRUE(Json(body).Bool("ok")) << body;
  EXPECT_GT(found, 0);
  EXPECT_GT(missing, 0);
}

TEST_F(RaceMisuseTest, ASessionWithRefusedOptionsDoesNotStopTheClock) {
  EXPECT_EQ(Open(R"({"actors":["a"],"require":{"luck":1}})").status, 400);
  EXPECT_THAT(test_.Admin("GET", "clock?account=000000000000").body, HasSubstr(R"("mode":"system")"));
}

TEST_F(RaceMisuseTest, AStartStateThatViolatesAnInvariantIsReported) {
  Open(R"({"actors":["a"],"always":[{"name":"none free","table":"Rooms","each":"vacant = :no",)"
       R"("values":{":no":{"N":"0"}}}]})");
  ExpectError(test_.Admin("POST", "races/1/runs"), 409, "the start state violates 'none free'");
}

TEST_F(RaceMisuseTest, AClosedSessionReportsWhyItWasClosed) {
  Open(R"({"actors":["alice"]})");
  test_.Admin("DELETE", "races/1");
  ExpectError(test_.Admin("GET", "races/1"), 404, "race session 1 was closed: by DELETE");
  ExpectError(test_.Admin("DELETE", "races/1"), 404, "race session 1 was closed: by DELETE");
}

}  // namespace
}  // namespace holdfast::server
