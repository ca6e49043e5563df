#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/streams/streams_json.h"

namespace holdfast::server {

Decoded<GetShardIteratorRequest> DecodeGetShardIterator(const rapidjson::Value& body) {
  return DecodeStructure<GetShardIteratorRequest>(body, [](StructureReader& reader, GetShardIteratorRequest& request) {
    reader.String("StreamArn", &request.stream_arn);
    reader.String("ShardId", &request.shard_id);
    reader.Enum("ShardIteratorType", &request.shard_iterator_type);
    reader.String("SequenceNumber", &request.sequence_number);
  });
}

void EncodeGetShardIterator(const GetShardIteratorResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.StringMember("ShardIterator", response.shard_iterator);
  writer.EndObject();
}

}  // namespace holdfast::server
