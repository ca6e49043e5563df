#include "server/admin/admin_surface.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "engine/base/stored_bytes.h"
#include "engine/operations/tables/create_table.h"
#include "server/admin/race_calls.h"
#include "server/admin/snapshots.h"
#include "server/dispatch/operation_table.h"
#include "server/dispatch/race_responses.h"
#include "server/race/race_lab.h"
#include "tests/engine/schema/table_definitions.h"
#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

class AdminSurfaceTest : public testing::Test {
 protected:
  ReceivedResponse Admin(std::string_view method, std::string_view path, std::string_view body = "") {
    return exchange_.Send({.method = std::string(method),
                           .target = "/_holdfast/" + std::string(path),
                           .headers = {{"Host", "localhost:8000"}},
                           .body = std::string(body)});
  }
  // Expects that the call succeeds, and returns the body of its response.
  std::string Post(std::string_view path, std::string_view body = "") {
    const ReceivedResponse response = Admin("POST", path, body);
    EXPECT_EQ(response.status(), 200) << response.body;
    return response.body;
  }

  void CreateTable(std::string_view name) {
    const std::string body =
        R"({"TableName":")" + std::string(name) +
        R"(","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"})";
    ASSERT_EQ(exchange_.Call("CreateTable", body).status(), 200);
  }
  std::string Tables() { return exchange_.Call("ListTables", "{}").body; }
  // Stops the clock, and creates the table `Holds` with an item whose time to live has passed and one that still lives.
  void StoreExpiredAndNewHold() {
    CreateTable("Holds");
    Post("clock", R"({"now":1790000000})");
    ASSERT_EQ(exchange_
                  .Call("UpdateTimeToLive",
                        R"({"TableName":"Holds","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"until"}})")
                  .status(),
              200);
    for (const char* item :
         {R"({"pk":{"S":"old"},"until":{"N":"1789999999"}})", R"({"pk":{"S":"new"},"until":{"N":"1790000001"}})"}) {
      ASSERT_EQ(exchange_.Call("PutItem", R"({"TableName":"Holds","Item":)" + std::string(item) + "}").status(), 200);
    }
  }

  Exchange exchange_;
};

TEST_F(AdminSurfaceTest, TheClockIsStoppedMovedAndStarted) {
  EXPECT_NE(Admin("GET", "clock").body.find(R"("mode":"system")"), std::string::npos);
  EXPECT_EQ(Post("clock", R"({"mode":"virtual","now":1790000000})"), R"({"mode":"virtual","now":1790000000.0})");
  EXPECT_EQ(Post("clock", R"({"advance":"15m"})"), R"({"mode":"virtual","now":1790000900.0})");
  EXPECT_EQ(Post("clock", R"({"advance":0.25})"), R"({"mode":"virtual","now":1790000900.25})");
  EXPECT_EQ(Post("clock", R"({"now":"2026-10-01T09:00:00Z"})"), R"({"mode":"virtual","now":1790845200.0})");
  EXPECT_EQ(Admin("GET", "clock").body, R"({"mode":"virtual","now":1790845200.0})");
  EXPECT_NE(Post("clock", R"({"mode":"system"})").find(R"("mode":"system")"), std::string::npos);
}

TEST_F(AdminSurfaceTest, ExistingAndNewDatabasesFollowTheClock) {
  CreateTable("Older");
  Post("clock", R"({"now":1790000000})");
  const std::string created = R"("CreationDateTime":1790000000.0)";
  CreateTable("Younger");
  EXPECT_NE(exchange_.Call("DescribeTable", R"({"TableName":"Younger"})").body.find(created), std::string::npos);
  // Sets the clock of one database only.
  Post("clock?account=123456789012&region=us-east-1", R"({"now":1800000000})");
  EXPECT_EQ(Admin("GET", "clock?account=123456789012").body, R"({"mode":"virtual","now":1800000000.0})");
  EXPECT_EQ(Admin("GET", "clock?account=000000000000").body, R"({"mode":"virtual","now":1790000000.0})");
}

TEST_F(AdminSurfaceTest, AnInvalidClockIsRefusedAndChangesNothing) {
  Post("clock", R"({"now":1790000000})");
  for (const char* body :
       {"{}", R"({"mode":"fast"})", R"({"now":"tomorrow"})", R"({"now":1e300})", R"({"advance":"-1s"})",
        R"({"advance":"soon"})", R"({"advance":1e300})", R"({"mode":"system","now":1})", R"({"tick":1})", "[]", "{"}) {
    EXPECT_EQ(Admin("POST", "clock", body).status(), 400) << body;
  }
  EXPECT_EQ(Admin("GET", "clock").body, R"({"mode":"virtual","now":1790000000.0})");
}

TEST_F(AdminSurfaceTest, ASnapshotCanBeRestoredRepeatedly) {
  CreateTable("Slots");
  EXPECT_EQ(Post("snapshots"), R"({"id":"1"})");
  for (int round = 0; round < 2; ++round) {
    CreateTable("Other");
    Post("snapshots/1/restore");
    EXPECT_EQ(Tables(), R"({"TableNames":["Slots"]})");
  }
  EXPECT_EQ(Post("snapshots"), R"({"id":"2"})");
  EXPECT_EQ(Admin("DELETE", "snapshots/1").status(), 200);
  EXPECT_EQ(Admin("DELETE", "snapshots/1").status(), 404);
  EXPECT_EQ(Admin("POST", "snapshots/1/restore").status(), 404);
}

TEST_F(AdminSurfaceTest, SnapshotsAreListed) {
  EXPECT_EQ(Admin("GET", "snapshots").body, R"({"snapshots":[]})");
  ASSERT_EQ(exchange_.Call("ListTables", "{}").status(), 200);
  ASSERT_EQ(Admin("POST", "snapshots?account=444444444444&region=us-east-1&fork=a").status(), 200);
  ASSERT_EQ(Admin("POST", "snapshots").status(), 200);
  ASSERT_EQ(Admin("DELETE", "snapshots/1").status(), 200);
  ASSERT_EQ(Admin("POST", "snapshots?account=444444444444&region=us-east-1&fork=a").status(), 200);
  const std::string body = Admin("GET", "snapshots").body;
  EXPECT_EQ(body.find(R"("id":"1")"), std::string::npos) << body;
  EXPECT_NE(body.find(R"({"snapshots":[{"id":"2","taken":)"), std::string::npos) << body;
  EXPECT_NE(body.find(R"("databases":[{"account":"444444444444","region":"us-east-1","fork":"a"}]}]})"),
            std::string::npos)
      << body;
  EXPECT_EQ(Admin("POST", "snapshots/02/restore").status(), 404);
  EXPECT_EQ(Admin("POST", "snapshots/99999999999999999999/restore").status(), 404);
}

TEST_F(AdminSurfaceTest, SnapshotsThatNobodyDeletesAreBounded) {
  for (size_t i = 0; i < Snapshots::kSnapshotsMax; ++i) Post("snapshots");
  const ReceivedResponse refused = Admin("POST", "snapshots");
  EXPECT_EQ(refused.status(), 400);
  EXPECT_NE(refused.body.find("there are 10000 snapshots"), std::string::npos) << refused.body;
  EXPECT_EQ(Admin("DELETE", "snapshots/17").status(), 200);
  EXPECT_EQ(Admin("POST", "snapshots").status(), 200);
}

TEST_F(AdminSurfaceTest, RestoringEmptiesDatabasesThatWereFirstUsedSinceTheSnapshot) {
  Post("snapshots");
  CreateTable("Slots");
  Post("snapshots/1/restore");
  EXPECT_EQ(Tables(), R"({"TableNames":[]})");
}

TEST_F(AdminSurfaceTest, ResettingEmptiesDatabasesAndDropsForks) {
  CreateTable("Slots");
  const SentRequest in_fork = WithHeader(ApiRequest("ListTables", "{}"), "Host", "test-1.fork.localhost:8000");
  EXPECT_EQ(exchange_.Send(in_fork).body, R"({"TableNames":["Slots"]})");
  Post("reset?fork=test-2");
  EXPECT_EQ(Tables(), R"({"TableNames":["Slots"]})");
  Post("reset");
  EXPECT_EQ(Tables(), R"({"TableNames":[]})");
  EXPECT_EQ(exchange_.Send(in_fork).body, R"({"TableNames":[]})") << "the fork is created again";
}

TEST_F(AdminSurfaceTest, ASweepDeletesExpiredItems) {
  StoreExpiredAndNewHold();
  EXPECT_EQ(Post("ttl/sweep"), R"({"deleted":1})");
  EXPECT_EQ(Post("ttl/sweep"), R"({"deleted":0})");
  EXPECT_EQ(exchange_.Call("Scan", R"({"TableName":"Holds","Select":"COUNT"})").body,
            R"({"Count":1,"ScannedCount":1})");
}

TEST_F(AdminSurfaceTest, ASweepMayBeTheFirstCallOfAFork) {
  StoreExpiredAndNewHold();
  const std::string original = "?account=000000000000&region=us-east-1&fork=";
  EXPECT_EQ(Post("ttl/sweep" + original + "f"), R"({"deleted":1})");
  EXPECT_EQ(Post("ttl/sweep" + original), R"({"deleted":1})") << "the original has kept its item";
}

TEST_F(AdminSurfaceTest, OnlyLoopbackPeersAreServed) {
  SentRequest request{.method = "POST", .target = "/_holdfast/reset", .headers = {{"Host", "localhost:8000"}}};
  request.from_loopback = false;
  EXPECT_EQ(exchange_.Send(request).status(), 403);
  request.from_loopback = true;
  EXPECT_EQ(exchange_.Send(WithHeader(request, "Origin", "https://example.com")).status(), 403);
  EXPECT_EQ(exchange_.Send(request).status(), 200);
}

// In a container, requests come from the bridge network and not from a loopback address.
TEST_F(AdminSurfaceTest, OtherPeersAreServedWithTheFlagThatTheRefusalNames) {
  const SentRequest request{
      .method = "POST", .target = "/_holdfast/reset", .headers = {{"Host", "holdfast:8000"}}, .from_loopback = false};
  const ReceivedResponse refused = exchange_.Send(request);
  EXPECT_EQ(refused.status(), 403);
  EXPECT_NE(refused.body.find("--admin-remote"), std::string::npos);
  Exchange remote(DispatchOptions(), AdminOptions{.remote = true});
  EXPECT_EQ(remote.Send(request).status(), 200);
  EXPECT_EQ(remote.Send(WithHeader(request, "Origin", "https://example.com")).status(), 403);
}

TEST_F(AdminSurfaceTest, RefusalsThatQuoteAnyBytesAreValidJson) {
  for (const std::string target : {"snapshots/\xff/restore", "clock?\xff=1", "clock?\"=1", "\xff", "clock?acc\xc3"}) {
    const ReceivedResponse response = Admin(target.starts_with("clock") ? "GET" : "POST", target);
    EXPECT_GE(response.status(), 400) << target;
    std::string body = response.body;
    JsonDocument document;
    EXPECT_TRUE(document.Parse(&body).ok()) << response.body;
  }
}

TEST_F(AdminSurfaceTest, ExistingDatabasesAreListed) {
  EXPECT_EQ(Admin("GET", "databases").body, R"({"databases":[]})");
  CreateTable("Slots");
  ASSERT_EQ(exchange_.Call("PutItem", R"({"TableName":"Slots","Item":{"pk":{"S":"a"}}})").status(), 200);
  Post("clock?account=123456789012&region=eu-west-2", R"({"now":1790000000})");
  const std::string listed = Admin("GET", "databases").body;
  EXPECT_NE(listed.find(R"({"account":"000000000000","region":"us-east-1","tables":1,"items":1,"bytes":3,)"
                        R"("clock":"system","last_used":)"),
            std::string::npos)
      << listed;
  EXPECT_NE(listed.find(R"({"account":"123456789012","region":"eu-west-2","tables":0,"items":0,"bytes":0,)"
                        R"("clock":"virtual","last_used":)"),
            std::string::npos)
      << listed;
  EXPECT_EQ(Admin("GET", "databases?account=123456789012").body.find("us-east-1"), std::string::npos);
}

TEST_F(AdminSurfaceTest, ReadingADatabaseDoesNotCreateIt) {
  for (const char* account : {"111111111111", "222222222222"}) {
    const std::string selection = "?account=" + std::string(account) + "&region=us-east-1";
    Admin("GET", "clock" + selection);
    Admin("GET", "databases" + selection);
    Admin("POST", "reset" + selection);
    Admin("GET", "clock" + selection + "&fork=f");
  }
  exchange_.Call("ListTables", "{}");
  exchange_.Call("DescribeTable", R"({"TableName":"Slots"})");
  EXPECT_EQ(exchange_.Call("PutItem", R"({"TableName":"Slots","Item":{"pk":{"S":"a"}}})").status(), 400);
  EXPECT_EQ(Admin("GET", "databases").body, R"({"databases":[]})");
  CreateTable("Slots");
  EXPECT_EQ(Admin("GET", "clock?account=000000000000&region=us-east-1&fork=f").status(), 200);
  EXPECT_EQ(exchange_.engine().database_count(), 1u) << "a read must not create a fork, either";
}

// The databases of other accounts may belong to other tests.
TEST_F(AdminSurfaceTest, DatabasesOfOtherAccountsAreNotResetByMistake) {
  CreateTable("Slots");
  Post("clock?account=123456789012&region=us-east-1", R"({"now":1790000000})");
  for (const char* call : {"reset", "snapshots"}) {
    const ReceivedResponse refused = Admin("POST", call);
    EXPECT_EQ(refused.status(), 400) << call;
    EXPECT_NE(refused.body.find("2 accounts (000000000000, 123456789012)"), std::string::npos) << refused.body;
    EXPECT_NE(refused.body.find("?all=true"), std::string::npos) << refused.body;
  }
  EXPECT_EQ(Tables(), R"({"TableNames":["Slots"]})");
  Post("reset?account=123456789012");
  EXPECT_EQ(Tables(), R"({"TableNames":["Slots"]})");
  EXPECT_EQ(Admin("POST", "reset?all=true&account=123456789012").status(), 400);
  Post("snapshots?all=true");
  Post("reset?all=true");
  EXPECT_EQ(Tables(), R"({"TableNames":[]})");
}

// A snapshot of all databases may be from a time when only one account had databases.
TEST_F(AdminSurfaceTest, DatabasesThatWereFirstUsedSinceASnapshotAreNotEmptiedByMistake) {
  Post("clock?account=123456789012&region=us-east-1", R"({"now":1790000000})");
  Post("snapshots");
  Post("snapshots?account=123456789012");
  Post("snapshots?all=true");
  Post("snapshots/1/restore");
  CreateTable("Slots");
  const ReceivedResponse refused = Admin("POST", "snapshots/1/restore");
  EXPECT_EQ(refused.status(), 400);
  EXPECT_NE(refused.body.find("2 accounts (000000000000, 123456789012)"), std::string::npos) << refused.body;
  EXPECT_NE(refused.body.find("restore it with ?all=true"), std::string::npos) << refused.body;
  Post("snapshots/2/restore");
  EXPECT_EQ(Tables(), R"({"TableNames":["Slots"]})");
  Post("snapshots/1/restore?all=true");
  EXPECT_EQ(Tables(), R"({"TableNames":[]})");
  CreateTable("Slots");
  Post("snapshots/3/restore");
  EXPECT_EQ(Tables(), R"({"TableNames":[]})") << "the snapshot was taken with ?all=true";
}

TEST_F(AdminSurfaceTest, RestoringASnapshotForOneAccountLeavesTheOthersAlone) {
  const std::string one = "?account=111111111111&region=us-east-1";
  const std::string two = "?account=222222222222&region=us-east-1";
  const std::string three = "?account=333333333333&region=us-east-1";
  const auto clock = [this](const std::string& selection) { return Admin("GET", "clock" + selection).body; };
  const auto stopped_at = [](int time) { return R"({"mode":"virtual","now":)" + std::to_string(time) + ".0}"; };
  Post("clock" + one, R"({"now":1})");
  Post("clock" + two, R"({"now":1})");
  Post("snapshots?all=true");
  for (const std::string& selection : {one, two, three}) Post("clock" + selection, R"({"now":2})");
  EXPECT_EQ(Post("snapshots/1/restore?account=111111111111"), R"({"id":"1"})");
  EXPECT_EQ(clock(one), stopped_at(1));
  EXPECT_EQ(clock(two), stopped_at(2));
  EXPECT_EQ(clock(three), stopped_at(2));
  EXPECT_EQ(Admin("POST", "snapshots/1/restore?account=444444444444").status(), 404);

  Post("snapshots" + two);
  for (const std::string selection : {"?account=111111111111", "?account=222222222222&region=eu-west-1"}) {
    const ReceivedResponse refused = Admin("POST", "snapshots/2/restore" + selection);
    EXPECT_EQ(refused.status(), 404);
    EXPECT_EQ(refused.body, R"({"message":"snapshot 2 has no database of that account, region and fork"})");
  }
  Post("clock" + two, R"({"now":3})");
  Post("snapshots/2/restore?region=us-east-1");
  EXPECT_EQ(clock(one), stopped_at(1));
  EXPECT_EQ(clock(two), stopped_at(2));
}

TEST_F(AdminSurfaceTest, DeletingASnapshotForOneAccountLeavesThoseOfOthersAlone) {
  Post("clock?account=111111111111&region=us-east-1", R"({"now":1})");
  Post("snapshots?account=111111111111");
  Post("clock?account=222222222222&region=us-east-1", R"({"now":1})");
  Post("snapshots?all=true");
  for (const char* call : {"snapshots/1?account=222222222222", "snapshots/2?account=222222222222"}) {
    const ReceivedResponse refused = Admin("DELETE", call);
    EXPECT_EQ(refused.status(), 400) << call;
    EXPECT_NE(refused.body.find("has other databases, too"), std::string::npos) << refused.body;
  }
  EXPECT_EQ(Admin("DELETE", "snapshots/1?account=111111111111").status(), 200);
  EXPECT_EQ(Admin("DELETE", "snapshots/2").status(), 200);
}

TEST_F(AdminSurfaceTest, AnAccessKeyNamesTheAccountThatItsRequestsBelongTo) {
  const std::string table =
      R"({"TableName":"Slots","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
      R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"})";
  for (const Isolation isolation : {Isolation::kByAccount, Isolation::kByAccessKey, Isolation::kShared}) {
    Exchange exchange(DispatchOptions(), AdminOptions(), isolation);
    const auto admin = [&](std::string_view method, std::string_view path) {
      return exchange.Send({.method = std::string(method), .target = "/_holdfast/" + std::string(path)});
    };
    // Requests of an Exchange have the access key `key`.
    EXPECT_EQ(exchange.Call("CreateTable", table).status(), 200);
    for (const char* key : {"key", "%6Bey"}) {
      const std::string selection = "?access_key=" + std::string(key) + "&region=us-east-1";
      EXPECT_NE(admin("GET", "databases" + selection).body.find(R"("tables":1)"), std::string::npos);
      EXPECT_EQ(admin("POST", "ttl/sweep" + selection).status(), 200);
    }
    const std::string other = admin("GET", "databases?access_key=another&region=us-east-1").body;
    EXPECT_EQ(other == R"({"databases":[]})", isolation == Isolation::kByAccessKey) << other;
    EXPECT_EQ(admin("POST", "reset?all=true&access_key=key").status(), 400);
  }
}

TEST(UpstreamSweepTest, ASecondSweepDoesNotWaitForAnUpstreamThatDoesNotRespond) {
  Engine engine({}, nullptr, 1);
  AdminSurface* admin = nullptr;
  const auto sweep = [&admin](std::string* body) {
    JsonDocument document;
    std::string request;
    return admin
        ->Handle({.method = "POST", .target = "/_holdfast/ttl/sweep", .body = &request, .from_loopback = true},
                 document, body)
        .status;
  };
  int sweeps = 0;
  int second_status = 0;
  std::string second_body;
  AdminOptions options{.upstream_url = "http://upstream.test"};
  options.sweep_upstream = [&](std::string* body) {
    // The upstream responds to the first sweep after the second call has ended.
    if (++sweeps == 1) std::thread([&] { second_status = sweep(&second_body); }).join();
    *body += R"({"deleted":7})";
    return AdminOutcome();
  };
  AdminSurface surface(&engine, options);
  admin = &surface;

  std::string first_body;
  EXPECT_EQ(sweep(&first_body), 200);
  EXPECT_EQ(first_body, R"({"deleted":7})");
  EXPECT_EQ(second_status, 409);
  EXPECT_EQ(second_body,
            R"({"message":"http://upstream.test has not responded to another sweep yet: repeat this call later"})");
  std::string third_body;
  EXPECT_EQ(sweep(&third_body), 200);
  EXPECT_EQ(sweeps, 2);
}

TEST_F(AdminSurfaceTest, CallsOfAnyAccountMeanTheDatabaseThatAllShare) {
  Exchange exchange(DispatchOptions(), AdminOptions{.shared_database = true}, Isolation::kShared);
  const auto admin = [&](std::string_view method, std::string_view path, std::string_view body = "") {
    return exchange.Send({.method = std::string(method),
                          .target = "/_holdfast/" + std::string(path) + "?account=111111111111&region=eu-west-1",
                          .body = std::string(body)});
  };
  EXPECT_EQ(admin("POST", "clock", R"({"now":1})").status(), 200);
  EXPECT_EQ(admin("GET", "clock").body, R"({"mode":"virtual","now":1.0})");
  const std::string databases = admin("GET", "databases").body;
  EXPECT_NE(databases.find(R"({"account":"000000000000","region":"us-east-1")"), std::string::npos) << databases;
  EXPECT_EQ(exchange.engine().database_count(), 1u);
}

TEST_F(AdminSurfaceTest, InvalidNamesCreateNoDatabases) {
  const std::string long_name(65, 'a');
  for (const std::string& selection :
       {"account=" + long_name + "&region=us-east-1", "account=111111111111&region=" + long_name,
        "account=111111111111&region=r&fork=" + long_name, std::string("account=\xff&region=us-east-1"),
        std::string("account=a%20b&region=r"), std::string("account=&region=us-east-1"),
        std::string("account=test&region=us-east-1"), std::string("account=1&region=us-east-1"),
        std::string("account=111111111111&region="), std::string("account=111111111111&region=a.b")}) {
    EXPECT_EQ(Admin("POST", "clock?" + selection, R"({"now":1790000000})").status(), 400) << selection;
  }
  EXPECT_EQ(Admin("GET", "databases").body, R"({"databases":[]})");
  Exchange full(DispatchOptions(), AdminOptions{.databases_max = 1});
  for (const auto& [account, status] :
       std::vector<std::pair<std::string, int>>{{"111111111111", 200}, {"222222222222", 400}, {"111111111111", 200}}) {
    const SentRequest set{.target = "/_holdfast/clock?account=" + account + "&region=r",
                          .body = R"({"now":1790000000})"};
    EXPECT_EQ(full.Send(set).status(), status);
  }
  const SentRequest read{.method = "GET", .target = "/_holdfast/clock?account=222222222222&region=r"};
  EXPECT_EQ(full.Send(read).status(), 200) << "a call that creates no database is not limited";
}

TEST_F(AdminSurfaceTest, UnknownCallsAreRefused) {
  EXPECT_EQ(Admin("POST", "").status(), 404);
  EXPECT_EQ(Admin("POST", "clocks").status(), 404);
  EXPECT_EQ(Admin("POST", "clock/now").status(), 404);
  EXPECT_EQ(Admin("POST", "snapshots/1/restore/twice").status(), 404);
  const ReceivedResponse no_method = Admin("DELETE", "clock");
  EXPECT_EQ(no_method.status(), 405);
  EXPECT_EQ(no_method.body, R"({"message":"this admin call has no method DELETE; there are: GET, POST"})");
  EXPECT_EQ(Admin("GET", "reset").status(), 405);
  EXPECT_EQ(Admin("GET", "clock?acount=1").status(), 400);
  EXPECT_EQ(Admin("GET", "clock?account=999999999999").status(), 404) << "never used, so it has no clock";
}

// A call that is not recognised as one of a session occupies a thread of the other admin calls while it waits for a
// step.
TEST(RaceSessionOfTest, ASlashTooManyDoesNotHideTheSessionOfACall) {
  for (const char* target : {"/_holdfast/races/7", "/_holdfast/races/7/", "/_holdfast//races//7/runs?run=1"}) {
    EXPECT_EQ(RaceSessionOf(target), 7u) << target;
  }
  for (const char* target : {"/_holdfast/races", "/_holdfast/races/", "/_holdfast//races?region=eu-west-1"}) {
    EXPECT_EQ(RaceSessionOf(target), 0u) << target;
  }
  for (const char* target : {"/_holdfast/", "/_holdfast/clock?x=/races/7", "/_holdfast/races7", "/_holdfast/races/x"}) {
    EXPECT_EQ(RaceSessionOf(target), std::nullopt) << target;
  }
}

// An admin surface with a race lab, used by several threads.
class AdminRaceTest : public testing::Test {
 protected:
  int Admin(std::string_view method, std::string_view path, std::string body, std::string* response) {
    JsonDocument document;
    const std::string target = "/_holdfast/" + std::string(path);
    response->clear();
    return admin_.Handle({.method = method, .target = target, .body = &body, .from_loopback = true}, document, response)
        .status;
  }
  int Admin(std::string_view method, std::string_view path, std::string body = "") {
    std::string response;
    return Admin(method, path, std::move(body), &response);
  }

  Engine engine_{{}, nullptr, 1};
  RaceResponseSender responses_{1, OriginPolicy()};
  RaceLab races_{&responses_, IsOperation};
  AdminSurface admin_{&engine_, {.databases_max = 200}, &races_};
};

TEST_F(AdminRaceTest, OnlyCallsThatCreateADatabaseAreLimitedByTheNumberOfDatabases) {
  for (int i = 0; i < 200; ++i) engine_.FindOrCreate(std::to_string(100'000'000'000 + i), "us-east-1");
  const std::string other = "?account=222222222222&region=us-east-1";
  EXPECT_EQ(Admin("POST", "clock" + other, R"({"now":1790000000})"), 400);
  EXPECT_EQ(Admin("POST", "snapshots" + other), 400);
  EXPECT_EQ(Admin("POST", "races" + other, R"({"actors":["a"]})"), 400);
  EXPECT_EQ(Admin("POST", "ttl/sweep" + other), 400);
  EXPECT_EQ(Admin("POST", "ttl/sweep?account=222222222222"), 404) << "creates no database";
  EXPECT_EQ(Admin("POST", "reset" + other), 200);
  EXPECT_EQ(Admin("POST", "faults" + other, R"({"faults":[{"on":"PutItem","do":"throttle"}]})"), 201);
  EXPECT_EQ(engine_.database_count(), 200u);
}

TEST(AdminSurfaceMemoryTest, SnapshotsAreRefusedBeyondTheLimitOfMemory) {
  EngineOptions options;
  options.max_memory_bytes = StoredBytes::Total() + 3'000'000;
  Engine engine(options, nullptr, 1);
  AdminSurface admin(&engine);
  const auto take = [&](std::string* response) {
    JsonDocument document;
    std::string body;
    return admin
        .Handle({.method = "POST", .target = "/_holdfast/snapshots", .body = &body, .from_loopback = true}, document,
                response)
        .status;
  };
  std::string response;
  EXPECT_EQ(take(&response), 200);
  const std::shared_ptr<Database> database = engine.FindOrCreate("000000000000", "us-east-1");
  int tables = 0;
  while (tables < 2'000 && database->CreateTable(PlainTable("Table" + std::to_string(tables))).ok()) ++tables;
  EXPECT_LT(tables, 2'000);
  response.clear();
  EXPECT_EQ(take(&response), 400);
  EXPECT_NE(response.find("--max-memory"), std::string::npos);
}

TEST_F(AdminRaceTest, RefusedCallsCreateNoDatabase) {
  const std::string database = "?account=222222222222&region=us-east-1";
  for (const std::string& query : {database, database + "&fork=f"}) {
    for (const char* const option :
         {R"("always":[{"name":"x","table":"T","each":"((("}])",
          R"("always":[{"name":"x","table":"T","each":"a = b"}])", R"("strategy":"replay","schedule":"garbage")",
          R"("require":{"luck":5})", R"("start":"test")", R"("faults":[{"do":"throttle","actor":"carol"}])"}) {
      EXPECT_EQ(Admin("POST", "races" + query, R"({"actors":["a"],)" + std::string(option) + "}"), 400) << option;
    }
    EXPECT_EQ(Admin("POST", "clock" + query, R"({"now":"9999-12-31T00:00:00Z","advance":"100h"})"), 400);
    EXPECT_EQ(Admin("POST", "clock" + query, R"({"advance":"87600000h"})"), 400);
  }
  EXPECT_EQ(engine_.database_count(), 0u);
  EXPECT_EQ(Admin("POST", "races" + database, R"({"actors":["a"]})"), 201);
  EXPECT_EQ(engine_.database_count(), 1u);
}

TEST_F(AdminRaceTest, NoClockMovesInTheMiddleOfARaceSession) {
  // A change of all clocks takes a while before it reaches the last database.
  for (int i = 0; i < 199; ++i) engine_.FindOrCreate(std::to_string(100'000'000'000 + i), "us-east-1");
  const std::string last = "?account=999999999999&region=us-east-1";
  EXPECT_EQ(Admin("POST", "clock?all=true", R"({"now":1790000000})"), 200);
  EXPECT_EQ(Admin("POST", "clock" + last, R"({"now":1790000000})"), 200);
  std::atomic<bool> done{false};
  std::thread mover([&] {
    while (!done) Admin("POST", "clock?all=true", R"({"advance":1})");
  });
  for (int i = 1; i <= 300 && !testing::Test::HasFailure(); ++i) {
    EXPECT_EQ(Admin("POST", "races" + last, R"({"actors":["a"]})"), 201);
    std::string first;
    std::string second;
    Admin("GET", "clock" + last, "", &first);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    Admin("GET", "clock" + last, "", &second);
    EXPECT_EQ(first, second) << i;
    EXPECT_EQ(Admin("DELETE", "races/" + std::to_string(i)), 204);
  }
  done = true;
  mover.join();
}

}  // namespace
}  // namespace holdfast::server
