#include <string_view>

#include "engine/base/enum_field.h"
#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/members/table_description_json.h"
#include "server/json/operations/streams/streams_json.h"

namespace holdfast::server {
namespace {

void WriteMember(std::string_view name, std::string_view value, JsonWriter* writer) {
  writer->StringMember(name, value);
}

void WriteShard(const StreamShardDescription& shard, JsonWriter* writer) {
  writer->BeginObject();
  WriteMember("ShardId", shard.id, writer);
  writer->BeginObject("SequenceNumberRange");
  WriteMember("StartingSequenceNumber", shard.starting.ToText(), writer);
  if (shard.ending) WriteMember("EndingSequenceNumber", shard.ending->ToText(), writer);
  writer->EndObject();
  if (shard.parent_id) WriteMember("ParentShardId", *shard.parent_id, writer);
  writer->EndObject();
}

void WriteDescription(const DescribeStreamResponse& stream, JsonWriter* writer) {
  writer->BeginObject();
  WriteMember("StreamArn", stream.stream_arn, writer);
  WriteMember("StreamLabel", stream.stream_label, writer);
  WriteMember("StreamStatus", EnumField<StreamStatus>::TextOf(stream.stream_status), writer);
  WriteMember("StreamViewType", EnumField<StreamViewType>::TextOf(stream.stream_view_type), writer);
  WriteTime("CreationRequestDateTime", stream.creation_request_time, writer);
  WriteMember("TableName", stream.table_name, writer);
  WriteKeySchema(stream.key_schema, writer);
  writer->BeginArray("Shards");
  for (const StreamShardDescription& shard : stream.shards) WriteShard(shard, writer);
  writer->EndArray();
  if (stream.last_evaluated_shard_id) {
    WriteMember("LastEvaluatedShardId", *stream.last_evaluated_shard_id, writer);
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
