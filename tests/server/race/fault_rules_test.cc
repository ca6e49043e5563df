// `/_holdfast/faults`: faults of requests outside of race sessions, as clients with sockets see them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/race/race_server.h"
#include "tests/support/eventually.h"

namespace holdfast::server {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kAddOneVacant =
    R"({"TableName":"Rooms","Key":{"pk":{"S":"room7"}},"UpdateExpression":"ADD vacant :n",)"
    R"("ExpressionAttributeValues":{":n":{"N":"1"}}})";
constexpr std::string_view kTwoPuts =
    R"({"RequestItems":{"Rooms":[{"PutRequest":{"Item":{"pk":{"S":"a"}}}},{"PutRequest":{"Item":{"pk":{"S":"b"}}}}]}})";

class FaultRulesTest : public ::testing::Test {
 protected:
  FaultRulesTest() { SeedRoom(client_); }

  void AddRule(const std::string& rule, std::string_view query = "") {
    const Reply reply = client_.Admin("POST", "faults" + std::string(query), R"({"faults":[)" + rule + "]}");
    EXPECT_EQ(reply.status, 201) << reply.body;
  }
  std::string Rules() { return client_.Admin("GET", "faults").body; }
  // Returns the number of vacant rooms.
  std::string VacantRooms(RaceClient& client) {
    const std::string body = client.Call("GetItem", kRoomKey).body;
    const size_t start = body.find(R"("vacant":{"N":")") + 15;
    return body.substr(start, body.find('"', start) - start);
  }
  std::string VacantRooms() { return VacantRooms(client_); }

  RaceServer server_;
  RaceClient client_{server_.port()};
};

struct RefusingFault {
  const char* action;
  int status;
  const char* type;
};

TEST_F(FaultRulesTest, ARefusedCreateTableLeavesNoDatabase) {
  const size_t databases = server_.engine().database_count();
  RaceClient other(server_.port(), "222222222222");
  for (const char* const action : {"throttle", "commit_then_drop"}) {
    AddRule(R"({"on":"CreateTable","do":")" + std::string(action) + R"(","budget":1})", "?all=true");
    EXPECT_NE(other.Call("CreateTable", R"({"TableName":"Refused"})").status, 200) << action;
    // The thread that drops the response drops the database afterwards.
    EXPECT_TRUE(Eventually([&] { return server_.engine().database_count() == databases; })) << action;
  }
  const std::string rules = client_.Admin("GET", "faults?all=true").body;
  EXPECT_THAT(rules, AllOf(HasSubstr(R"("fired":1)"), Not(HasSubstr(R"("fired":0)"))));
}

TEST_F(FaultRulesTest, ARefusedAttemptChangesNothingAndTheNextSucceeds) {
  const RefusingFault kFaults[] = {
      {"throttle", 400, "ProvisionedThroughputExceededException"},
      {"internal_error", 500, "InternalServerError"},
      {"conflict", 400, "TransactionConflictException"},
  };
  for (const RefusingFault& fault : kFaults) {
    const std::string before = VacantRooms();
    AddRule(R"({"on":"UpdateItem","do":")" + std::string(fault.action) + R"("})");
    const Reply refused = client_.Call("UpdateItem", kAddOneVacant);
    EXPECT_EQ(refused.status, fault.status) << refused.body;
    EXPECT_THAT(refused.body, HasSubstr(fault.type));
    EXPECT_EQ(VacantRooms(), before) << fault.action;
    EXPECT_EQ(client_.Call("UpdateItem", kAddOneVacant).status, 200) << fault.action;
    EXPECT_EQ(VacantRooms(), std::to_string(std::stoi(before) + 1)) << fault.action;
  }
}

TEST_F(FaultRulesTest, OneRuleIsRemovedOnlyIfItIsForTheSelectedDatabases) {
  AddRule(R"({"on":"UpdateItem","do":"throttle"})", "?account=111111111111");
  AddRule(R"({"on":"UpdateItem","do":"throttle"})");
  EXPECT_EQ(client_.Admin("DELETE", "faults/1?account=222222222222").status, 404);
  EXPECT_EQ(client_.Admin("DELETE", "faults/2?account=111111111111").status, 404) << "it is for all databases";
  EXPECT_THAT(Rules(), AllOf(HasSubstr(R"("id":"1")"), HasSubstr(R"("id":"2")")));
  EXPECT_EQ(client_.Admin("DELETE", "faults/1?account=111111111111").status, 204);
  EXPECT_EQ(client_.Admin("DELETE", "faults/2").status, 204);
  EXPECT_EQ(Rules(), R"({"faults":[]})");
}

TEST_F(FaultRulesTest, ATransactionIsCancelledByAConflict) {
  AddRule(R"({"on":"TransactWriteItems","do":"conflict"})");
  const std::string_view transaction = R"({"TransactItems":[{"Put":{"TableName":"Rooms","Item":{"pk":{"S":"a"}}}},)"
                                       R"({"Put":{"TableName":"Rooms","Item":{"pk":{"S":"b"}}}}]})";
  const Reply refused = client_.Call("TransactWriteItems", transaction);
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(refused.body, HasSubstr("[TransactionConflict, None]"));
  EXPECT_EQ(client_.Call("TransactWriteItems", transaction).status, 200);
}

TEST_F(FaultRulesTest, AWriteWithALostReplyIsExecuted) {
  AddRule(R"({"on":"UpdateItem","do":"commit_then_drop"})");
  EXPECT_EQ(client_.Call("UpdateItem", kAddOneVacant).status, 0);
  EXPECT_EQ(VacantRooms(), "2");
  AddRule(R"({"on":"UpdateItem","do":"commit_then_500"})");
  const Reply failed = client_.Call("UpdateItem", kAddOneVacant);
  EXPECT_EQ(failed.status, 500);
  EXPECT_THAT(failed.body, HasSubstr("InternalServerError"));
  EXPECT_EQ(VacantRooms(), "3");
}

TEST_F(FaultRulesTest, AReplyIsDelayed) {
  client_.Admin("POST", "faults", R"({"faults":[{"on":"UpdateItem","do":"commit_then_delay"}],"delay_ms":200})");
  const auto start = steady_clock::now();
  client_.SendCall("UpdateItem", kAddOneVacant);
  RaceClient other(server_.port());
  while (VacantRooms(other) != "2") {
  }
  const Reply late = client_.Receive();
  EXPECT_EQ(late.status, 200);
  EXPECT_EQ(late.body, "{}");
  EXPECT_GE(steady_clock::now() - start, milliseconds(200));
}

TEST_F(FaultRulesTest, AStoppingServerSendsDelayedReplies) {
  client_.Admin("POST", "faults", R"({"faults":[{"on":"UpdateItem","do":"commit_then_delay"}],"delay_ms":3600000})");
  RaceClient other(server_.port());
  client_.SendCall("UpdateItem", kAddOneVacant);
  while (VacantRooms(other) != "2") {
  }
  // The write becomes visible a moment before the lab gets its response.
  std::this_thread::sleep_for(milliseconds(200));
  server_.Stop();
  EXPECT_EQ(client_.Receive().status, 200);
}

TEST_F(FaultRulesTest, ARequestArrivesTwice) {
  AddRule(R"({"on":"UpdateItem","do":"duplicate"})");
  const Reply reply = client_.Call("UpdateItem", kAddOneVacant);
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.body, "{}");
  EXPECT_EQ(VacantRooms(), "3");
}

TEST_F(FaultRulesTest, TheLastEntryOfABatchIsNotProcessed) {
  AddRule(R"({"do":"partial","budget":3})");
  EXPECT_EQ(client_.Call("BatchWriteItem", kTwoPuts).body,
            R"({"UnprocessedItems":{"Rooms":[{"PutRequest":{"Item":{"pk":{"S":"b"}}}}]}})");
  EXPECT_EQ(
      client_
          .Call("BatchGetItem",
                R"({"RequestItems":{"Rooms":{"ConsistentRead":true,"Keys":[{"pk":{"S":"b"}},{"pk":{"S":"a"}}]}}})")
          .body,
      R"({"Responses":{"Rooms":[]},"UnprocessedKeys":{"Rooms":{"Keys":[{"pk":{"S":"a"}}],"ConsistentRead":true}}})");
  // An invalid batch is refused as a whole.
  const Reply refused = client_.Call(
      "BatchWriteItem",
      R"({"RequestItems":{"Rooms":[{"PutRequest":{"Item":{"pk":{"S":"c"}}}},{"PutRequest":{"Item":{"pk":{"N":"1"}}}}]}})");
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(refused.body, HasSubstr("ValidationException"));
  EXPECT_EQ(client_.Call("BatchWriteItem", kTwoPuts).body, R"({"UnprocessedItems":{}})");
}

TEST_F(FaultRulesTest, ARuleAppliesOnlyToTheRequestsThatItNames) {
  AddRule(R"({"on":"UpdateItem","table":"Rooms","actor":"111111111111","nth":2,"do":"throttle"})");
  RaceClient other(server_.port(), "111111111111");
  SeedRoom(other);
  AddRule(R"({"table":"Houses","do":"throttle"})", "?all=true");
  EXPECT_EQ(client_.Call("UpdateItem", kAddOneVacant).status, 200);
  EXPECT_EQ(client_.Call("UpdateItem", kAddOneVacant).status, 200);
  EXPECT_EQ(other.Call("UpdateItem", kAddOneVacant).status, 200);
  EXPECT_EQ(other.Call("UpdateItem", kAddOneVacant).status, 400);
  EXPECT_EQ(other.Call("UpdateItem", kAddOneVacant).status, 200);
  EXPECT_EQ(other.Call("GetItem", kRoomKey).status, 200);
  EXPECT_THAT(Rules(), HasSubstr(R"("nth":2,"budget":1,"probability":1.0,"matched":2,"fired":1)"));
}

TEST_F(FaultRulesTest, RulesForOneDatabaseDoNotAffectOthers) {
  RaceClient other(server_.port(), "111111111111");
  SeedRoom(other);
  // A rule without an account could affect the tests of other users.
  const Reply all = client_.Admin("POST", "faults", R"({"faults":[{"do":"throttle"}]})");
  EXPECT_EQ(all.status, 400);
  EXPECT_THAT(all.body, HasSubstr("there are databases of 2 accounts"));
  AddRule(R"({"do":"throttle","budget":100})", "?account=111111111111");
  EXPECT_EQ(client_.Call("GetItem", kRoomKey).status, 200);
  EXPECT_EQ(other.Call("GetItem", kRoomKey).status, 400);
  AddRule(R"({"do":"internal_error","budget":100})", "?account=000000000000&region=us-east-1");
  EXPECT_EQ(client_.Call("GetItem", kRoomKey).status, 500);
  EXPECT_THAT(client_.Admin("GET", "faults?account=111111111111").body, Not(HasSubstr("internal_error")));
  EXPECT_EQ(client_.Admin("DELETE", "faults?account=111111111111").status, 204);
  EXPECT_EQ(other.Call("GetItem", kRoomKey).status, 200);
  EXPECT_EQ(client_.Call("GetItem", kRoomKey).status, 500);
  EXPECT_EQ(client_.Admin("DELETE", "faults?all=true").status, 204);
  EXPECT_EQ(client_.Call("GetItem", kRoomKey).status, 200);
  EXPECT_EQ(Rules(), R"({"faults":[]})");
}

TEST_F(FaultRulesTest, RulesAreListedWithTheirCounts) {
  AddRule(R"({"on":"GetItem","do":"throttle","budget":2})");
  for (int i = 0; i < 3; ++i) client_.Call("GetItem", kRoomKey);
  // The third request is not counted as matched, because no rule could fire any more.
  EXPECT_EQ(Rules(), R"({"faults":[{"id":"1","on":"GetItem","do":"throttle","budget":2,"probability":1.0,)"
                     R"("matched":2,"fired":2}]})");
  EXPECT_EQ(client_.Admin("DELETE", "faults/1").status, 204);
  const Reply missing = client_.Admin("DELETE", "faults/1");
  EXPECT_EQ(missing.status, 404);
  EXPECT_THAT(missing.body, HasSubstr("there is no fault rule 1"));
}

TEST_F(FaultRulesTest, TheSameSeedFailsTheSameRequests) {
  const auto failures = [&] {
    client_.Admin("POST", "faults", R"({"faults":[{"do":"throttle","probability":0.5,"budget":1000}],"seed":7})");
    std::string which;
    for (int i = 0; i < 64; ++i) which += client_.Call("GetItem", kRoomKey).status == 200 ? '.' : 'x';
    client_.Admin("DELETE", "faults");
    return which;
  };
  const std::string first = failures();
  EXPECT_THAT(first, HasSubstr("x"));
  EXPECT_THAT(first, HasSubstr("."));
  EXPECT_EQ(failures(), first);
}

TEST_F(FaultRulesTest, TheRulesDoNotApplyDuringASession) {
  AddRule(R"({"do":"throttle","budget":100})");
  const std::string id = OpenSession(client_, R"({"actors":["alice"]})");
  EXPECT_EQ(client_.Call("GetItem", kRoomKey).status, 200);
  EXPECT_EQ(client_.Admin("DELETE", "races/" + id).status, 204);
  EXPECT_EQ(client_.Call("GetItem", kRoomKey).status, 400);
}

TEST_F(FaultRulesTest, OperationsThatAreNotOnItemsFailLikewise) {
  AddRule(R"({"on":"ListTables","do":"internal_error"})");
  EXPECT_EQ(client_.Call("ListTables", "{}").status, 500);
  EXPECT_EQ(client_.Call("ListTables", "{}").status, 200);
}

TEST_F(FaultRulesTest, ARuleForATableMatchesStatementsOfPartiql) {
  const std::string select = R"({"Statement":"SELECT * FROM Rooms WHERE pk = 'room7'"})";
  AddRule(R"({"on":"ExecuteStatement","table":"Guests","do":"throttle"})");
  EXPECT_EQ(client_.Call("ExecuteStatement", select).status, 200);
  AddRule(R"({"on":"ExecuteStatement","table":"Rooms","do":"throttle"})");
  EXPECT_EQ(client_.Call("ExecuteStatement", select).status, 400);
  EXPECT_EQ(client_.Call("ExecuteStatement", select).status, 200);
}

TEST_F(FaultRulesTest, AnomaliesHappenToStatementsOfPartiql) {
  server_.races().UseAnomalies({.throttle = 1});
  const Reply reply = client_.Call("ExecuteStatement", R"({"Statement":"SELECT * FROM Rooms"})");
  EXPECT_EQ(reply.status, 400);
  EXPECT_THAT(reply.body, HasSubstr("ProvisionedThroughputExceededException"));
  EXPECT_EQ(client_.Call("ListTables", "{}").status, 200);
}

TEST_F(FaultRulesTest, BadRulesAreNamed) {
  const std::pair<const char*, const char*> kCases[] = {
      {R"({})", "faults must be a list of rules"},
      {R"({"faults":[]})", "faults must be a list of rules"},
      {R"({"faults":[{"do":"explode"}]})", "faults[0].do must be commit_then_drop"},
      {R"({"faults":[{"on":"UpdateItm","do":"throttle"}]})", "faults[0].on must be an operation, such as PutItem, not"},
      {R"({"faults":[{"on":"PutItem","do":"partial"}]})", "faults[0].on: partial is for batches, not for PutItem"},
      {R"({"faults":[{"on":"Query","do":"conflict"}]})",
       "faults[0].on: conflict is for transactions and writes of one item, not for Query"},
      {R"({"faults":[{"on":"GetItem","index":"I","do":"throttle"}]})", "only Query and Scan read an index"},
      {R"({"faults":[{"on":"ListTables","table":"T","do":"throttle"}]})", "and ListTables is none"},
      {R"({"faults":[{"do":"throttle","when":1}]})", "there is no option faults[0].when"},
      {R"({"faults":[{"do":"throttle"}],"delay_ms":-1})", "delay_ms must be an integer from 1"},
      {R"({"rules":[{"do":"throttle"}]})", "there is no option rules"},
      {R"([])", "the body must be a JSON object"},
  };
  for (const auto& [body, text] : kCases) {
    const Reply reply = client_.Admin("POST", "faults", body);
    EXPECT_EQ(reply.status, 400) << body;
    EXPECT_THAT(reply.body, HasSubstr(text)) << body;
  }
  EXPECT_EQ(Rules(), R"({"faults":[]})");
  std::string many = R"({"faults":[{"do":"throttle"})";
  for (int i = 1; i < 600; ++i) many += R"(,{"do":"throttle"})";
  many += "]}";
  EXPECT_EQ(client_.Admin("POST", "faults", many).status, 201);
  const Reply full = client_.Admin("POST", "faults", many);
  EXPECT_EQ(full.status, 400);
  EXPECT_THAT(full.body, HasSubstr("more than 1000 fault rules"));
}

}  // namespace
}  // namespace holdfast::server
