#include "server/admin/admin_surface.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

class AdminSurfaceTest : public testing::Test {
 protected:
  ReceivedAnswer Admin(std::string_view method, std::string_view path, std::string_view body = "") {
    return exchange_.Send({.method = std::string(method),
                           .target = "/_holdfast/" + std::string(path),
                           .headers = {{"Host", "localhost:8000"}},
                           .body = std::string(body)});
  }
  std::string Posted(std::string_view path, std::string_view body = "") {
    const ReceivedAnswer answer = Admin("POST", path, body);
    EXPECT_EQ(answer.status(), 200) << answer.body;
    return answer.body;
  }

  void CreateTable(std::string_view name) {
    const std::string body =
        R"({"TableName":")" + std::string(name) +
        R"(","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST"})";
    ASSERT_EQ(exchange_.Call("CreateTable", body).status(), 200);
  }
  std::string Tables() { return exchange_.Call("ListTables", "{}").body; }

  Exchange exchange_;
};

TEST_F(AdminSurfaceTest, TheClockIsStoppedMovedAndStarted) {
  EXPECT_NE(Admin("GET", "clock").body.find(R"("mode":"system")"), std::string::npos);
  EXPECT_EQ(Posted("clock", R"({"mode":"virtual","now":1790000000})"), R"({"mode":"virtual","now":1790000000.0})");
  EXPECT_EQ(Posted("clock", R"({"advance":"15m"})"), R"({"mode":"virtual","now":1790000900.0})");
  EXPECT_EQ(Posted("clock", R"({"advance":0.25})"), R"({"mode":"virtual","now":1790000900.25})");
  EXPECT_EQ(Posted("clock", R"({"now":"2026-10-01T09:00:00Z"})"), R"({"mode":"virtual","now":1790845200.0})");
  EXPECT_EQ(Admin("GET", "clock").body, R"({"mode":"virtual","now":1790845200.0})");
  EXPECT_NE(Posted("clock", R"({"mode":"system"})").find(R"("mode":"system")"), std::string::npos);
}

TEST_F(AdminSurfaceTest, DatabasesFollowTheClockWhetherTheyAreOlderOrYounger) {
  CreateTable("Older");
  Posted("clock", R"({"now":1790000000})");
  const std::string created = R"("CreationDateTime":1790000000.0)";
  CreateTable("Younger");
  EXPECT_NE(exchange_.Call("DescribeTable", R"({"TableName":"Younger"})").body.find(created), std::string::npos);
  // One database's clock alone.
  Posted("clock?account=123456789012&region=us-east-1", R"({"now":1800000000})");
  EXPECT_EQ(Admin("GET", "clock?account=123456789012").body, R"({"mode":"virtual","now":1800000000.0})");
  EXPECT_EQ(Admin("GET", "clock?account=000000000000").body, R"({"mode":"virtual","now":1790000000.0})");
}

TEST_F(AdminSurfaceTest, AMistakenClockIsRefusedAndChangesNothing) {
  Posted("clock", R"({"now":1790000000})");
  for (const char* body :
       {"{}", R"({"mode":"fast"})", R"({"now":"tomorrow"})", R"({"now":1e300})", R"({"advance":"-1s"})",
        R"({"advance":"soon"})", R"({"advance":1e300})", R"({"mode":"system","now":1})", R"({"tick":1})", "[]", "{"}) {
    EXPECT_EQ(Admin("POST", "clock", body).status(), 400) << body;
  }
  EXPECT_EQ(Admin("GET", "clock").body, R"({"mode":"virtual","now":1790000000.0})");
}

TEST_F(AdminSurfaceTest, ASnapshotIsRestoredAsOftenAsOneLikes) {
  CreateTable("Slots");
  EXPECT_EQ(Posted("snapshots"), R"({"id":"1"})");
  for (int round = 0; round < 2; ++round) {
    CreateTable("Other");
    Posted("snapshots/1/restore");
    EXPECT_EQ(Tables(), R"({"TableNames":["Slots"]})");
  }
  EXPECT_EQ(Posted("snapshots"), R"({"id":"2"})");
  EXPECT_EQ(Admin("DELETE", "snapshots/1").status(), 200);
  EXPECT_EQ(Admin("DELETE", "snapshots/1").status(), 404);
  EXPECT_EQ(Admin("POST", "snapshots/1/restore").status(), 404);
}

TEST_F(AdminSurfaceTest, RestoringEmptiesDatabasesThatWereFirstUsedSince) {
  Posted("snapshots");
  CreateTable("Slots");
  Posted("snapshots/1/restore");
  EXPECT_EQ(Tables(), R"({"TableNames":[]})");
}

TEST_F(AdminSurfaceTest, ResettingEmptiesDatabasesAndDropsForks) {
  CreateTable("Slots");
  const SentRequest in_fork = With(ApiRequest("ListTables", "{}"), "Host", "test-1.fork.localhost:8000");
  EXPECT_EQ(exchange_.Send(in_fork).body, R"({"TableNames":["Slots"]})");
  Posted("reset?fork=test-2");
  EXPECT_EQ(Tables(), R"({"TableNames":["Slots"]})");
  Posted("reset");
  EXPECT_EQ(Tables(), R"({"TableNames":[]})");
  EXPECT_EQ(exchange_.Send(in_fork).body, R"({"TableNames":[]})") << "the fork is made anew";
}

TEST_F(AdminSurfaceTest, ASweepDeletesWhatHasExpired) {
  CreateTable("Holds");
  Posted("clock", R"({"now":1790000000})");
  ASSERT_EQ(exchange_
                .Call("UpdateTimeToLive",
                      R"({"TableName":"Holds","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"until"}})")
                .status(),
            200);
  for (const char* item :
       {R"({"pk":{"S":"old"},"until":{"N":"1789999999"}})", R"({"pk":{"S":"new"},"until":{"N":"1790000001"}})"}) {
    ASSERT_EQ(exchange_.Call("PutItem", R"({"TableName":"Holds","Item":)" + std::string(item) + "}").status(), 200);
  }
  EXPECT_EQ(Posted("ttl/sweep"), R"({"deleted":1})");
  EXPECT_EQ(Posted("ttl/sweep"), R"({"deleted":0})");
  EXPECT_EQ(exchange_.Call("Scan", R"({"TableName":"Holds","Select":"COUNT"})").body,
            R"({"Count":1,"ScannedCount":1})");
}

TEST_F(AdminSurfaceTest, OnlyProgramsOnThisMachineAreAnswered) {
  SentRequest request{.method = "POST", .target = "/_holdfast/reset", .headers = {{"Host", "localhost:8000"}}};
  request.from_this_machine = false;
  EXPECT_EQ(exchange_.Send(request).status(), 403);
  request.from_this_machine = true;
  EXPECT_EQ(exchange_.Send(With(request, "Origin", "https://example.com")).status(), 403);
  EXPECT_EQ(exchange_.Send(request).status(), 200);
}

TEST_F(AdminSurfaceTest, UnknownCallsAreSaidToBe) {
  EXPECT_EQ(Admin("POST", "").status(), 404);
  EXPECT_EQ(Admin("POST", "clocks").status(), 404);
  EXPECT_EQ(Admin("POST", "clock/now").status(), 404);
  EXPECT_EQ(Admin("POST", "snapshots/1/restore/twice").status(), 404);
  EXPECT_EQ(Admin("DELETE", "clock").status(), 405);
  EXPECT_EQ(Admin("GET", "reset").status(), 405);
  EXPECT_EQ(Admin("GET", "clock?acount=1").status(), 400);
  EXPECT_EQ(Admin("GET", "clock?account=999999999999").status(), 404) << "never used, so it has no clock";
}

}  // namespace
}  // namespace holdfast::server
