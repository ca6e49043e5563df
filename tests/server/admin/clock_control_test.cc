#include "server/admin/clock_control.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/server/dispatch/exchange.h"

namespace holdfast::server {
namespace {

class ClockControlTest : public testing::Test {
 protected:
  ReceivedResponse Admin(std::string_view method, std::string_view path, std::string_view body = "") {
    return exchange_.Send({.method = std::string(method),
                           .target = "/_holdfast/" + std::string(path),
                           .headers = {{"Host", "localhost:8000"}},
                           .body = std::string(body)});
  }

  Exchange exchange_;
};

TEST_F(ClockControlTest, ATimeOutsideTheYears1To9999IsRefusedAndStreamsStillWork) {
  ASSERT_EQ(exchange_
                .Call("CreateTable",
                      R"({"TableName":"Slots","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                      R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST",)"
                      R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}})")
                .status(),
            200);
  ASSERT_EQ(Admin("POST", "clock", R"({"now":1790000000})").status(), 200);
  for (const char* now :
       {R"("infinite-future")", R"("infinite-past")", R"(" infinite-future ")", R"("10000-01-01T00:00:00Z")",
        R"("292277026596-12-04T15:30:07Z")", R"("0000-12-31T23:59:59Z")", R"("-0001-01-01T00:00:00Z")", "253402300800",
        "-62135596801", "-1e300", R"("0001-01-01T00:00:00+00:01")"}) {
    EXPECT_EQ(Admin("POST", "clock", "{\"now\":" + std::string(now) + "}").status(), 400) << now;
  }
  for (const char* advance : {R"("inf")", R"("-inf")", R"("9000000h1000000000h")", "253402300800", "1e300"}) {
    EXPECT_EQ(Admin("POST", "clock", "{\"advance\":" + std::string(advance) + "}").status(), 400) << advance;
  }
  EXPECT_EQ(Admin("GET", "clock").body, R"({"mode":"virtual","now":1790000000.0})");
  EXPECT_EQ(exchange_.Call("PutItem", R"({"TableName":"Slots","Item":{"pk":{"S":"a"}}})").status(), 200);
}

TEST_F(ClockControlTest, ASumOfAdvancesBeyondTheYear9999IsRefusedAndMovesNoClock) {
  ASSERT_EQ(Admin("POST", "clock", R"({"now":"9999-12-31T23:59:00Z"})").status(), 200);
  // The sum is out of range for only one of two databases.
  ASSERT_EQ(Admin("POST", "clock?account=111111111111&region=us-east-1", R"({"now":1790000000})").status(), 200);
  ASSERT_EQ(Admin("POST", "clock?account=222222222222&region=us-east-1", R"({"advance":"58s"})").status(), 200);
  EXPECT_EQ(Admin("POST", "clock", R"({"advance":"2s"})").status(), 400);
  EXPECT_EQ(Admin("GET", "clock?account=111111111111").body, R"({"mode":"virtual","now":1790000000.0})");
  EXPECT_EQ(Admin("POST", "clock", R"({"advance":"1s"})").status(), 200);
  EXPECT_EQ(Admin("GET", "clock?account=111111111111").body, R"({"mode":"virtual","now":1790000001.0})");
  EXPECT_EQ(Admin("POST", "clock", R"({"now":"9999-12-31T23:59:59Z","advance":1})").status(), 400);
}

TEST_F(ClockControlTest, DatabasesWorkAtTheExtremeAcceptedTimes) {
  ASSERT_EQ(exchange_
                .Call("CreateTable",
                      R"({"TableName":"Slots","AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
                      R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST",)"
                      R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}})")
                .status(),
            200);
  ASSERT_EQ(exchange_
                .Call("UpdateTimeToLive",
                      R"({"TableName":"Slots","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"until"}})")
                .status(),
            200);
  for (const char* now : {"9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"}) {
    EXPECT_EQ(Admin("POST", "clock", R"({"now":")" + std::string(now) + R"("})").status(), 200);
    EXPECT_EQ(exchange_.Call("PutItem", R"({"TableName":"Slots","Item":{"pk":{"S":"a"},"until":{"N":"5"}}})").status(),
              200);
    EXPECT_EQ(Admin("POST", "ttl/sweep").status(), 200);
  }
}

TEST_F(ClockControlTest, ReadingTheClockCreatesNoDatabase) {
  ASSERT_EQ(Admin("POST", "clock", R"({"now":1790000000})").status(), 200);
  const std::string path = "clock?account=333333333333&region=eu-west-1";
  EXPECT_EQ(Admin("GET", path).body, R"({"mode":"virtual","now":1790000000.0})");
  EXPECT_EQ(Admin("GET", "clock?account=333333333333").status(), 404) << "the database was not created";
}

}  // namespace
}  // namespace holdfast::server
