// The JSON of ListStreams, DescribeStream, GetShardIterator and GetRecords.
#include <gtest/gtest.h>

#include <string>

#include "server/json/operations/streams/streams_json.h"
#include "tests/server/json/encoded.h"
#include "tests/server/json/parsed.h"

namespace holdfast::server {
namespace {

const absl::Time kTime = absl::FromUnixMillis(1'712'371'115'842);

TEST(ListStreamsJson, RequestAndResponse) {
  const auto request = DecodeListStreams(Parsed(R"({"TableName":"Slots","Limit":7,"ExclusiveStartStreamArn":"arn"})"));
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->table_name, "Slots");
  EXPECT_EQ(request->limit, 7);
  EXPECT_EQ(request->exclusive_start_stream_arn, "arn");
  EXPECT_EQ(Message(DecodeListStreams(Parsed(R"({"Limit":"7"})"))), "STRING_VALUE cannot be converted to Integer");

  EXPECT_EQ(Encoded(EncodeListStreams, ListStreamsResponse()), R"({"Streams":[]})");
  const ListStreamsResponse response{{{"arn:1", "Slots", "label"}, {"arn:2", "Slots", "other"}}, "arn:2"};
  EXPECT_EQ(Encoded(EncodeListStreams, response),
            R"({"Streams":[{"StreamArn":"arn:1","TableName":"Slots","StreamLabel":"label"},)"
            R"({"StreamArn":"arn:2","TableName":"Slots","StreamLabel":"other"}],"LastEvaluatedStreamArn":"arn:2"})");
}

TEST(DescribeStreamJson, Request) {
  const auto request = DecodeDescribeStream(Parsed(R"({"StreamArn":"arn","Limit":7,"ExclusiveStartShardId":"s",
      "ShardFilter":{"Type":"CHILD_SHARDS","ShardId":"parent"}})"));
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->stream_arn, "arn");
  EXPECT_EQ(request->limit, 7);
  EXPECT_EQ(request->exclusive_start_shard_id, "s");
  EXPECT_TRUE(request->shard_filter->type.is(ShardFilterType::kChildShards));
  EXPECT_EQ(request->shard_filter->shard_id, "parent");
  EXPECT_EQ(DecodeDescribeStream(Parsed("{}"))->shard_filter, std::nullopt);
  EXPECT_EQ(Message(DecodeDescribeStream(Parsed(R"({"ShardFilter":[]})"))),
            "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.ShardFilter");
}

TEST(DescribeStreamJson, Response) {
  DescribeStreamResponse response;
  response.stream_arn = "arn";
  response.stream_label = "label";
  response.stream_status = StreamStatus::kDisabled;
  response.stream_view_type = StreamViewType::kKeysOnly;
  response.creation_request_time = kTime;
  response.table_name = "Slots";
  response.key_schema = {{{"pk", ScalarAttributeType::kString}}, {{"sk", ScalarAttributeType::kNumber}}};
  response.shards = {{"s1", std::nullopt, SequenceNumber(1, 0), SequenceNumber(2, 5)},
                     {"s2", "s1", SequenceNumber(3, 0), std::nullopt}};
  response.last_evaluated_shard_id = "s2";
  EXPECT_EQ(Encoded(EncodeDescribeStream, response),
            R"({"StreamDescription":{"StreamArn":"arn","StreamLabel":"label","StreamStatus":"DISABLED",)"
            R"("StreamViewType":"KEYS_ONLY","CreationRequestDateTime":1712371115.842,"TableName":"Slots",)"
            R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],)"
            R"("Shards":[{"ShardId":"s1","SequenceNumberRange":{"StartingSequenceNumber":"100000000000000001000",)"
            R"("EndingSequenceNumber":"100000000000000002005"}},)"
            R"({"ShardId":"s2","SequenceNumberRange":{"StartingSequenceNumber":"100000000000000003000"},)"
            R"("ParentShardId":"s1"}],"LastEvaluatedShardId":"s2"}})");
}

TEST(GetShardIteratorJson, RequestAndResponse) {
  const auto request = DecodeGetShardIterator(
      Parsed(R"({"StreamArn":"arn","ShardId":"s","ShardIteratorType":"AT_SEQUENCE_NUMBER","SequenceNumber":"123"})"));
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->stream_arn, "arn");
  EXPECT_EQ(request->shard_id, "s");
  EXPECT_TRUE(request->shard_iterator_type.is(ShardIteratorType::kAtSequenceNumber));
  EXPECT_EQ(request->sequence_number, "123");
  EXPECT_EQ(Message(DecodeGetShardIterator(Parsed(R"({"SequenceNumber":123})"))),
            "NUMBER_VALUE cannot be converted to String");
  EXPECT_EQ(Encoded(EncodeGetShardIterator, GetShardIteratorResponse{"arn|1|AA=="}),
            R"({"ShardIterator":"arn|1|AA=="})");
}

TEST(GetRecordsJson, Request) {
  const auto request = DecodeGetRecords(Parsed(R"({"ShardIterator":"it","Limit":5})"));
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->shard_iterator, "it");
  EXPECT_EQ(request->limit, 5);
}

TEST(GetRecordsJson, AnEmptyPageOfAClosedShard) {
  EXPECT_EQ(Encoded(EncodeGetRecords, GetRecordsResponse()), R"({"Records":[]})");
}

TEST(GetRecordsJson, Records) {
  RecordDescription record;
  record.event_id = "0123";
  record.event_name = EventName::kModify;
  record.time = kTime;
  record.keys = AttributeMap{{"pk", AttributeValue::String("a")}};
  record.new_image = Item::Create(AttributeMap{{"pk", AttributeValue::String("a")}, {"n", AttributeValue::Number(2)}});
  record.old_image = Item::Create(AttributeMap{{"pk", AttributeValue::String("a")}});
  record.sequence_number = "100000000000000001000";
  record.size_bytes = 12;
  RecordDescription expired = record;
  expired.event_name = EventName::kRemove;
  expired.new_image = nullptr;
  expired.view_type = StreamViewType::kOldImage;
  expired.by_time_to_live = true;
  const std::string head = R"("eventVersion":"1.1","eventSource":"aws:dynamodb","awsRegion":"eu-west-1",)"
                           R"("dynamodb":{"ApproximateCreationDateTime":1712371115,"Keys":{"pk":{"S":"a"}},)";
  EXPECT_EQ(Encoded(EncodeGetRecords, GetRecordsResponse{"eu-west-1", {record, expired}, "next"}),
            R"({"Records":[{"eventID":"0123","eventName":"MODIFY",)" + head +
                R"("NewImage":{"n":{"N":"2"},"pk":{"S":"a"}},"OldImage":{"pk":{"S":"a"}},)"
                R"("SequenceNumber":"100000000000000001000","SizeBytes":12,"StreamViewType":"NEW_AND_OLD_IMAGES"}},)"
                R"({"eventID":"0123","eventName":"REMOVE",)" +
                head +
                R"("OldImage":{"pk":{"S":"a"}},)"
                R"("SequenceNumber":"100000000000000001000","SizeBytes":12,"StreamViewType":"OLD_IMAGE"},)"
                R"("userIdentity":{"Type":"Service","PrincipalId":"dynamodb.amazonaws.com"}}],)"
                R"("NextShardIterator":"next"})");
}

}  // namespace
}  // namespace holdfast::server
