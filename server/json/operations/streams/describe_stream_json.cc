#include <string_view>

#include "engine/base/enum_field.h"
#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/members/table_description_json.h"
#include "server/json/operations/streams/streams_json.h"

namespace holdfast::server {
namespace {

void WriteShard(const StreamShardDescription& shard, JsonWriter* writer) {
  writer->BeginObject();
  writer->StringMember("ShardId", shard.id);
  writer->BeginObject("SequenceNumberRange");
  writer->StringMember("StartingSequenceNumber", shard.starting.ToText());
  if (shard.ending) writer->StringMember("EndingSequenceNumber", shard.ending->ToText());
  writer->EndObject();
  if (shard.parent_id) writer->StringMember("ParentShardId", *shard.parent_id);
  writer->EndObject();
}

void WriteDescription(const DescribeStreamResponse& stream, JsonWriter* writer) {
  writer->BeginObject();
  writer->StringMember("StreamArn", stream.stream_arn);
  writer->StringMember("StreamLabel", stream.stream_label);
  writer->StringMember("StreamStatus", EnumField<StreamStatus>::TextOf(stream.stream_status));
  writer->StringMember("StreamViewType", EnumField<StreamViewType>::TextOf(stream.stream_view_type));
  writer->TimeMember("CreationRequestDateTime", stream.creation_request_time);
  writer->StringMember("TableName", stream.table_name);
  WriteKeySchema(stream.key_schema, writer);
  writer->BeginArray("Shards");
  for (const StreamShardDescription& shard : stream.shards) WriteShard(shard, writer);
  writer->EndArray();
  if (stream.last_evaluated_shard_id) {
    writer->StringMember("LastEvaluatedShardId", *stream.last_evaluated_shard_id);
  }
  writer->EndObject();
}

}  // namespace

Decoded<DescribeStreamRequest> DecodeDescribeStream(const rapidjson::Value& body) {
  return DecodeStructure<DescribeStreamRequest>(body, [](StructureReader& reader, DescribeStreamRequest& request) {
    reader.String("StreamArn", &request.stream_arn);
    reader.Integer("Limit", &request.limit);
    reader.String("ExclusiveStartShardId", &request.exclusive_start_shard_id);
    reader.Structure("ShardFilter", "ShardFilter", &request.shard_filter,
                     [](StructureReader& members, ShardFilter& filter) {
                       members.Enum("Type", &filter.type);
                       members.String("ShardId", &filter.shard_id);
                     });
  });
}

void EncodeDescribeStream(const DescribeStreamResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.Name("StreamDescription");
  WriteDescription(response, &writer);
  writer.EndObject();
}

}  // namespace holdfast::server
