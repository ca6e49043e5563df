#include "server/race/item_requests.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

race::OpaqueRequest Opaque(std::string_view operation, const rapidjson::Value& body) {
  return std::get<race::OpaqueRequest>(DecodeRaceRequest(operation, body).value());
}

TEST(ItemRequestsTest, OnlyTheTenOperationsOnItemsAreTyped) {
  const Parsed body(R"({"TableName":"Rooms"})");
  for (const char* name : {"GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query", "Scan", "BatchGetItem",
                           "BatchWriteItem", "TransactGetItems", "TransactWriteItems"}) {
    const auto request = DecodeRaceRequest(name, *body);
    ASSERT_TRUE(request.ok()) << name;
    EXPECT_FALSE(std::holds_alternative<race::OpaqueRequest>(request.value())) << name;
    EXPECT_EQ(race::OperationName(request.value()), name);
  }
  for (const char* name : {"CreateTable", "GetRecords", "getItem", ""}) {
    EXPECT_EQ(Opaque(name, *body).name, name);
  }
}

TEST(ItemRequestsTest, AnOpaqueRequestHasTheStatementsOfPartiql) {
  const Parsed one(R"({"Statement":"SELECT * FROM Rooms WHERE pk = 'a'"})");
  const race::OpaqueRequest select = Opaque("ExecuteStatement", *one);
  EXPECT_EQ(select.name, "ExecuteStatement");
  EXPECT_EQ(select.statements, "SELECT * FROM Rooms WHERE pk = 'a'");
  EXPECT_EQ(select.tables, std::vector<std::string>{"Rooms"});
  EXPECT_TRUE(select.only_reads);
  const Parsed several(R"json({"TransactStatements":[{"Statement":"DELETE FROM Rooms WHERE pk = ?"},
      {"Statement":"nonsense"},{"Statement":"EXISTS(SELECT * FROM Guests WHERE pk = 'b')"},7]})json");
  const race::OpaqueRequest writes = Opaque("ExecuteTransaction", *several);
  EXPECT_EQ(writes.statements, "DELETE FROM Rooms WHERE pk = ?; nonsense; EXISTS(SELECT * FROM Guests WHERE pk = 'b')");
  EXPECT_EQ(writes.tables, (std::vector<std::string>{"Rooms", "Guests"}));
  EXPECT_FALSE(writes.only_reads);
  const race::OpaqueRequest other = Opaque("DescribeTable", *one);
  EXPECT_EQ(other.statements, "");
  EXPECT_FALSE(other.only_reads);
}

TEST(ItemRequestsTest, NoStatementIsCompiledIfThereAreTooMany) {
  const std::string select = R"({"Statement":"SELECT * FROM Rooms WHERE pk = 'a'"})";
  const auto count_tables = [&](std::string_view operation, const std::string& list, int count) {
    std::string body = "{\"" + list + "\":[";
    for (int i = 0; i < count; ++i) body += i == 0 ? select : "," + select;
    const Parsed parsed(body + "]}");
    return Opaque(operation, *parsed).tables.size();
  };
  EXPECT_EQ(count_tables("BatchExecuteStatement", "Statements", 25), 25u);
  EXPECT_EQ(count_tables("BatchExecuteStatement", "Statements", 26), 0u);
  EXPECT_EQ(count_tables("ExecuteTransaction", "TransactStatements", 100), 100u);
  EXPECT_EQ(count_tables("ExecuteTransaction", "TransactStatements", 101), 0u);
}

TEST(ItemRequestsTest, TypeMismatchesHaveTheErrorOfTheCodec) {
  const Parsed body(R"({"TableName":7})");
  const auto request = DecodeRaceRequest("GetItem", *body);
  EXPECT_EQ(Message(request), "NUMBER_VALUE cannot be converted to String");
}

TEST(ItemRequestsTest, ResponsesAreEncodedByTheirCodec) {
  std::string body;
  GetItemResponse found;
  found.item = AttributeMap({{"pk", AttributeValue::String("room7")}});
  EncodeItemResponse(found, &body);
  EXPECT_EQ(body, R"({"Item":{"pk":{"S":"room7"}}})");
  body.clear();
  EncodeItemResponse(PutItemResponse(), &body);
  EXPECT_EQ(body, "{}");
  body.clear();
  EncodeItemResponse(race::OpaqueResponse(), &body);
  EXPECT_EQ(body, "");
}

}  // namespace
}  // namespace holdfast::server
