// The log lines of requests that a dispatcher has handled.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <string_view>

#include "server/dispatch/operation_table.h"
#include "server/observe/observer.h"
#include "tests/server/dispatch/exchange.h"
#include "tests/server/log/pipe.h"

namespace holdfast::server {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr std::string_view kBookings =
    R"({"TableName":"Bookings","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
    R"({"AttributeName":"room","AttributeType":"S"},{"AttributeName":"day","AttributeType":"N"}],)"
    R"("KeySchema":[{"AttributeName":"room","KeyType":"HASH"},{"AttributeName":"day","KeyType":"RANGE"}],)"
    R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}})";

// An exchange whose requests are logged into a pipe.
class LoggedExchange {
 public:
  explicit LoggedExchange(LogOptions log) : observer_({.log = log, .log_writer = &writer_}, AllOperationNames()) {
    exchange_.Call("CreateTable", kBookings);
    TakeLog();
  }

  std::string TakeLog() {
    EXPECT_TRUE(observer_.Flush(std::chrono::seconds(10)));
    return pipe_.ReadAvailable();
  }
  // Sends the request and returns the text that it adds to the log, with times and durations replaced.
  std::string LogOf(SentRequest request) {
    exchange_.Send(std::move(request));
    const std::string line = TakeLog();
    const std::string without_time =
        std::regex_replace(line, std::regex(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)"), "NOW");
    return std::regex_replace(without_time, std::regex(R"(( us=|duration_us":)\d+)"), "$1#");
  }
  std::string LogOf(std::string_view operation, std::string_view body) { return LogOf(ApiRequest(operation, body)); }

 private:
  Pipe pipe_;
  LogWriter writer_{pipe_.write_end(), {"dropped ", "\n"}};
  Observer observer_;
  Exchange exchange_{DispatchOptions{.observer = &observer_}};
};

constexpr LogOptions kText = {.enabled = true};
constexpr LogOptions kJson = {.enabled = true, .json = true};
constexpr std::string_view kLineStart = "time=NOW access_key=key database=000000000000/us-east-1 ";

std::string Line(std::string_view rest) { return std::string(kLineStart).append(rest).append(" us=#\n"); }

TEST(RequestLogTest, RequestsOfOneItem) {
  LoggedExchange log(kText);
  const std::string put = R"({"TableName":"Bookings","Item":{"guest":{"S":"ann"},"day":{"N":"3"},"room":{"S":"r 7"}}})";
  EXPECT_EQ(log.LogOf("PutItem", put),
            Line(R"(operation=PutItem table=Bookings key=room:"r 7",day:3 outcome=ok status=200)"));
  EXPECT_EQ(log.LogOf("GetItem", R"({"TableName":"Bookings","Key":{"room":{"S":"r 7"},"day":{"N":"3"}}})"),
            Line(R"(operation=GetItem table=Bookings key=room:"r 7",day:3 outcome=ok status=200)"));
  EXPECT_EQ(log.LogOf("UpdateItem", R"({"TableName":"Bookings","Key":{"room":{"S":"r 7"},"day":{"N":"3"}},)"
                                    R"("UpdateExpression":"SET guest = :g","ConditionExpression":"guest = :old",)"
                                    R"("ExpressionAttributeValues":{":g":{"S":"bob"},":old":{"S":"eve"}}})"),
            Line(R"(operation=UpdateItem table=Bookings key=room:"r 7",day:3 outcome=ConditionalCheckFailedException )"
                 R"(status=400 condition="guest = :old" message="The conditional request failed")"));
  EXPECT_EQ(
      log.LogOf("DeleteItem",
                R"({"TableName":"Bookings","Key":{"room":{"S":"r 7"},"day":{"N":"3"}},"Expected":{)"
                R"("guest":{"Value":{"S":"eve"}},"until":{"Exists":false},)"
                R"("n":{"ComparisonOperator":"GT","AttributeValueList":[{"N":"77"}]}},"ConditionalOperator":"OR"})"),
      Line(R"(operation=DeleteItem table=Bookings key=room:"r 7",day:3 outcome=ok status=200)"));
  EXPECT_EQ(
      log.LogOf("DeleteItem",
                R"({"TableName":"Bookings","Key":{"room":{"S":"r 7"},"day":{"N":"3"}},"Expected":{)"
                R"("guest":{"Value":{"S":"eve"}},"n":{"ComparisonOperator":"GT","AttributeValueList":[{"N":"77"}]}}})"),
      Line(R"(operation=DeleteItem table=Bookings key=room:"r 7",day:3 outcome=ConditionalCheckFailedException )"
           R"(status=400 condition="guest EQ ? AND n GT ?" message="The conditional request failed")"));
}

TEST(RequestLogTest, AttributesOutsideOfTheKeySchemaAreNotLogged) {
  LoggedExchange log(kText);
  EXPECT_EQ(
      log.LogOf("GetItem", R"({"TableName":"Bookings","Key":{"room":{"M":{"a":{"S":"x"}}},"guest":{"S":"ann"}}})"),
      Line(R"(operation=GetItem table=Bookings key=room:? outcome=ValidationException status=400 )"
           R"(message="The provided key element does not match the schema")"));
}

TEST(RequestLogTest, QueriesAndScans) {
  LoggedExchange log(kText);
  EXPECT_EQ(
      log.LogOf("Query", R"({"TableName":"Bookings","IndexName":"by-guest","KeyConditionExpression":"guest = :g",)"
                         R"("FilterExpression":"price > 5","ExpressionAttributeValues":{":g":{"S":"ann"}}})"),
      Line(R"(operation=Query table=Bookings index=by-guest key_condition="guest = :g" filter="price > ?" )"
           R"(outcome=ValidationException status=400)"));
  EXPECT_EQ(log.LogOf("Scan", R"({"TableName":"Bookings"})"),
            Line("operation=Scan table=Bookings outcome=ok status=200"));
}

TEST(RequestLogTest, BatchesShowTheFirstKeyAndTheNumberOfFurtherItems) {
  LoggedExchange log(kText);
  EXPECT_EQ(log.LogOf("BatchWriteItem",
                      R"({"RequestItems":{"Bookings":[{"PutRequest":{"Item":{"room":{"S":"a"},"day":{"N":"1"}}}},)"
                      R"({"DeleteRequest":{"Key":{"room":{"S":"b"},"day":{"N":"1"}}}}]}})"),
            Line(R"(operation=BatchWriteItem table=Bookings key=room:"a",day:1 more_items=1 outcome=ok status=200)"));
  EXPECT_EQ(log.LogOf("BatchGetItem", R"({"RequestItems":{"Bookings":{"Keys":[{"room":{"S":"a"},"day":{"N":"1"}}]},)"
                                      R"("Others":{"Keys":[{"id":{"S":"b"}},{"id":{"S":"c"}}]}}})"),
            Line(R"(operation=BatchGetItem table=Bookings,Others key=room:"a",day:1 more_items=2 )"
                 R"(outcome=ResourceNotFoundException status=400 message="Requested resource not found")"));
}

TEST(RequestLogTest, ARefusedTransactionShowsWhichActionRefusesIt) {
  LoggedExchange log(kText);
  const std::string transaction =
      R"({"TransactItems":[{"Put":{"TableName":"Bookings","Item":{"room":{"S":"a"},"day":{"N":"1"}}}},)"
      R"({"ConditionCheck":{"TableName":"Bookings","Key":{"room":{"S":"b"},"day":{"N":"2"}},)"
      R"("ConditionExpression":"guest = :g","ExpressionAttributeValues":{":g":{"S":"ann"}}}}]})";
  EXPECT_EQ(log.LogOf("TransactWriteItems", transaction),
            Line(R"(operation=TransactWriteItems table=Bookings key=room:"a",day:1 more_items=1 )"
                 R"(outcome=TransactionCanceledException status=400 reasons=None,ConditionalCheckFailed refused_by=1 )"
                 R"(action=ConditionCheck action_table=Bookings action_key=room:"b",day:2 condition="guest = :g")"));
  LoggedExchange json(kJson);
  EXPECT_EQ(json.LogOf("TransactWriteItems", transaction),
            R"({"sequence":2,"time":"NOW","access_key":"key","account":"000000000000","region":"us-east-1",)"
            R"("operation":"TransactWriteItems","tables":["Bookings"],"key":{"room":{"S":"a"},"day":{"N":"1"}},)"
            R"("more_items":1,"outcome":"TransactionCanceledException","status":400,)"
            R"("reasons":["None","ConditionalCheckFailed"],"refused_by":[{"action":1,"kind":"ConditionCheck",)"
            R"("table":"Bookings","key":{"room":{"S":"b"},"day":{"N":"2"}},"condition":"guest = :g"}],"duration_us":#})"
            "\n");
}

TEST(RequestLogTest, StatementsAreLoggedWithoutTheirLiterals) {
  LoggedExchange log(kText);
  EXPECT_EQ(
      log.LogOf("ExecuteStatement", R"({"Statement":"INSERT INTO Bookings VALUE {'room':'a','day':1,'guest':'ann'}"})"),
      Line(R"(operation=ExecuteStatement table=Bookings statement="INSERT INTO Bookings VALUE )"
           R"({'room':?,'day':?,'guest':?}" outcome=ok status=200)"));
  EXPECT_EQ(log.LogOf("BatchExecuteStatement",
                      R"({"Statements":[{"Statement":"DELETE FROM Bookings WHERE room='b' AND day=1"},)"
                      R"({"Statement":"INSERT INTO Bookings VALUE {'room':'a','day':1}"}]})"),
            Line(R"(operation=BatchExecuteStatement table=Bookings statement="DELETE FROM Bookings WHERE room=? AND )"
                 R"(day=?" statement="INSERT INTO Bookings VALUE {'room':?,'day':?}" outcome=ok status=200 )"
                 R"(unprocessed=true)"));
  EXPECT_EQ(log.LogOf("ExecuteTransaction",
                      R"({"TransactStatements":[{"Statement":"INSERT INTO Bookings VALUE {'room':'a','day':1}"}]})"),
            Line(R"(operation=ExecuteTransaction table=Bookings statement="INSERT INTO Bookings VALUE )"
                 R"({'room':?,'day':?}" outcome=TransactionCanceledException status=400 reasons=DuplicateItem)"));
}

TEST(RequestLogTest, OperationsOnTablesAndStreams) {
  LoggedExchange log(kText);
  EXPECT_EQ(log.LogOf("DescribeTable", R"({"TableName":"arn:aws:dynamodb:us-east-1:000000000000:table/Bookings"})"),
            Line("operation=DescribeTable table=Bookings outcome=ok status=200"));
  EXPECT_EQ(
      log.LogOf("ListTagsOfResource", R"({"ResourceArn":"arn:aws:dynamodb:us-east-1:000000000000:table/Bookings"})"),
      Line("operation=ListTagsOfResource table=Bookings outcome=ok status=200"));
  SentRequest streams =
      WithHeader(ApiRequest("", R"({"TableName":"Bookings"})"), "X-Amz-Target", "DynamoDBStreams_20120810.ListStreams");
  EXPECT_EQ(log.LogOf(streams), Line("operation=ListStreams table=Bookings outcome=ok status=200"));
  streams = WithHeader(ApiRequest("", R"({"ShardIterator":"secret"})"), "X-Amz-Target",
                       "DynamoDBStreams_20120810.GetRecords");
  EXPECT_THAT(log.LogOf(streams), AllOf(HasSubstr("operation=GetRecords outcome="), Not(HasSubstr("secret"))));
}

TEST(RequestLogTest, RequestsThatReachNoOperation) {
  LoggedExchange log(kText);
  EXPECT_EQ(log.LogOf("MakeCoffee", "{}"),
            "time=NOW operation=MakeCoffee outcome=UnknownOperationException status=400 us=#\n");
  EXPECT_EQ(log.LogOf("GetItem", "{"), "time=NOW operation=GetItem outcome=SerializationException status=400 us=#\n");
  EXPECT_EQ(log.LogOf(WithoutHeader(ApiRequest("GetItem", "{}"), "Authorization")),
            "time=NOW operation=GetItem outcome=MissingAuthenticationTokenException status=400 us=#\n");
  EXPECT_EQ(log.LogOf(WithHeader(ApiRequest("GetItem", "{}"), "Origin", "https://evil.example")),
            "time=NOW operation=GetItem outcome=AccessDeniedException status=403 us=#\n");
  EXPECT_THAT(log.LogOf({.method = "GET"}), IsEmpty());
  EXPECT_THAT(log.LogOf({.method = "GET", .target = "/_holdfast/databases"}), IsEmpty());
}

TEST(RequestLogTest, TheActorAndTheForkAreLogged) {
  LoggedExchange log(kText);
  SentRequest request = ApiRequest("ListTables", "{}");
  request.target = "/_holdfast/forks/test-1";
  EXPECT_EQ(log.LogOf(request),
            "time=NOW access_key=key database=000000000000/us-east-1/test-1 operation=ListTables outcome=ok status=200 "
            "us=#\n");
  request.target = "/_holdfast/actors/alice";
  EXPECT_THAT(log.LogOf(request), StartsWith("time=NOW actor=alice database=000000000000/us-east-1 operation="));
}

TEST(RequestLogTest, ARequestCannotAddALineToTheLog) {
  LoggedExchange log(kText);
  const std::string line =
      log.LogOf(WithHeader(ApiRequest("GetItem", R"({"TableName":"a\ntime=1","Key":{"room":{"S":"\u001b[2J\nx"}}})"),
                           "x-holdfast-actor", "a\x9b z"));
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << line;
  EXPECT_THAT(line, HasSubstr(R"(table="a\ntime=1" key=room:"\u001b[2J\nx")"));
  EXPECT_THAT(line, HasSubstr("actor=\"a\uFFFD z\""));
}

TEST(RequestLogTest, LongTextsAreCut) {
  LoggedExchange log(kText);
  const std::string line =
      log.LogOf("DeleteItem", R"({"TableName":"Bookings","Key":{"room":{"S":")" + std::string(2'000, 'k') +
                                  R"("},"day":{"N":"1"}},"ConditionExpression":")" + std::string(4'000, 'c') +
                                  R"(= :v",)" + R"("ExpressionAttributeValues":{":v":{"S":"x"}}})");
  EXPECT_THAT(line, HasSubstr(std::string(256, 'k') + "\u2026\",day:1"));
  EXPECT_THAT(line, HasSubstr("condition=\"" + std::string(1'024, 'c') + "\u2026\""));
  EXPECT_LT(line.size(), 2'000u);
}

TEST(RequestLogTest, BodiesAreLoggedAndCutIfConfigured) {
  LoggedExchange log({.enabled = true, .bodies = true});
  EXPECT_EQ(log.LogOf("ListTables", R"({"Limit" : 1})"),
            std::string(kLineStart) + R"(operation=ListTables outcome=ok status=200 us=# request='{"Limit" : 1}' )" +
                R"(response='{"TableNames":["Bookings"]}')" + "\n");
  const std::string large =
      log.LogOf("PutItem", R"({"TableName":"Bookings","Item":{"room":{"S":"a"},"day":{"N":"1"},"x":{"S":")" +
                               std::string(100'000, 'x') + R"("}}})");
  EXPECT_THAT(large, HasSubstr("xxx\u2026' response='{}'\n"));
  EXPECT_LT(large.size(), 9'000u);
}

TEST(RequestLogTest, OnlyRefusalsAreLoggedIfConfigured) {
  LoggedExchange log({.enabled = true, .refusals_only = true, .json = true});
  EXPECT_THAT(log.LogOf("ListTables", "{}"), IsEmpty());
  EXPECT_THAT(log.LogOf("GetItem", R"({"TableName":"Rooms","Key":{"id":{"S":"7"}}})"),
              AllOf(HasSubstr(R"("tables":["Rooms"],"key":{"id":{"S":"7"}},"outcome":"ResourceNotFoundException")"),
                    EndsWith("}\n")));
  EXPECT_THAT(log.LogOf("BatchExecuteStatement", R"({"Statements":[{"Statement":"DELETE FROM Rooms WHERE id='a'"}]})"),
              HasSubstr(R"("outcome":"ok","status":200,"unprocessed":true)"));
}

TEST(RequestLogTest, ARequestThatIsTooLargeIsLoggedAndMalformedInputIsNot) {
  Pipe pipe;
  LogWriter writer(pipe.write_end(), {"dropped ", "\n"});
  Observer observer({.log = kText, .log_writer = &writer}, AllOperationNames());
  Exchange exchange{DispatchOptions{.observer = &observer}};
  exchange.Refuse(RefusalReason::kTooLarge);
  exchange.Refuse(RefusalReason::kMalformed);
  ASSERT_TRUE(observer.Flush(std::chrono::seconds(10)));
  EXPECT_THAT(pipe.ReadAvailable(),
              testing::MatchesRegex("time=[^ ]* operation=\"?\\?\"? outcome=RequestEntityTooLarge "
                                    "status=413 us=[0-9]*\n"));
}

}  // namespace
}  // namespace holdfast::server
