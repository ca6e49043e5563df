// The JSON of UpdateTimeToLive and DescribeTimeToLive.
#include <gtest/gtest.h>

#include <string>

#include "server/json/operations/settings/settings_json.h"
#include "tests/server/json/encoded.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

TEST(UpdateTimeToLiveJson, ReadsEveryMember) {
  const Parsed body(R"({"TableName":"Slots","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"ttl"}})");
  const Decoded<UpdateTimeToLiveRequest> request = DecodeUpdateTimeToLive(body);
  ASSERT_EQ(Message(request), "<ok>");
  EXPECT_EQ(request->table_name, "Slots");
  EXPECT_EQ(request->time_to_live_specification->enabled, true);
  EXPECT_EQ(request->time_to_live_specification->attribute_name, "ttl");
  EXPECT_FALSE(DecodeUpdateTimeToLive(Parsed("{}"))->time_to_live_specification.has_value());
}

TEST(UpdateTimeToLiveJson, RefusesMembersOfAnotherType) {
  const auto message = [](const char* json) { return Message(DecodeUpdateTimeToLive(Parsed(json))); };
  EXPECT_EQ(message(R"({"TableName":1})"), "NUMBER_VALUE cannot be converted to String");
  EXPECT_EQ(message(R"({"TimeToLiveSpecification":"on"})"), "Unexpected field type");
  EXPECT_EQ(message(R"({"TimeToLiveSpecification":[]})"),
            "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.TimeToLiveSpecification");
  EXPECT_EQ(message(R"({"TimeToLiveSpecification":{"Enabled":1}})"), "NUMBER_VALUE cannot be converted to Boolean");
}

TEST(UpdateTimeToLiveJson, WritesTheSpecification) {
  EXPECT_EQ(Encoded(EncodeUpdateTimeToLive, {{false, "ttl"}}),
            R"({"TimeToLiveSpecification":{"Enabled":false,"AttributeName":"ttl"}})");
}

TEST(DescribeTimeToLiveJson, ReadsTheTableName) {
  EXPECT_EQ(DecodeDescribeTimeToLive(Parsed(R"({"TableName":"Slots"})"))->table_name, "Slots");
}

TEST(DescribeTimeToLiveJson, WritesTheAttributeNameOnlyIfThereIsOne) {
  EXPECT_EQ(Encoded(EncodeDescribeTimeToLive, {TimeToLiveStatus::kEnabled, "ttl"}),
            R"({"TimeToLiveDescription":{"TimeToLiveStatus":"ENABLED","AttributeName":"ttl"}})");
  EXPECT_EQ(Encoded(EncodeDescribeTimeToLive, {}), R"({"TimeToLiveDescription":{"TimeToLiveStatus":"DISABLED"}})");
}

}  // namespace
}  // namespace holdfast::server
