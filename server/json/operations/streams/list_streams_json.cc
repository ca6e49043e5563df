#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/streams/streams_json.h"

namespace holdfast::server {

Decoded<ListStreamsRequest> DecodeListStreams(const rapidjson::Value& body) {
  return DecodeStructure<ListStreamsRequest>(body, [](StructureReader& reader, ListStreamsRequest& request) {
    reader.String("TableName", &request.table_name);
    reader.Integer("Limit", &request.limit);
    reader.String("ExclusiveStartStreamArn", &request.exclusive_start_stream_arn);
  });
}

void EncodeListStreams(const ListStreamsResponse& response, std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.BeginArray("Streams");
  for (const ListStreamsResponse::Stream& stream : response.streams) {
    writer.BeginObject();
    writer.StringMember("StreamArn", stream.stream_arn);
    writer.StringMember("TableName", stream.table_name);
    writer.StringMember("StreamLabel", stream.stream_label);
    writer.EndObject();
  }
  writer.EndArray();
  if (response.last_evaluated_stream_arn)
    writer.StringMember("LastEvaluatedStreamArn", *response.last_evaluated_stream_arn);
  writer.EndObject();
}

}  // namespace holdfast::server
