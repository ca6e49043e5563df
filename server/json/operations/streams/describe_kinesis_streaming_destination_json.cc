#include "server/json/json_reader.h"
#include "server/json/json_writer.h"
#include "server/json/operations/streams/streams_json.h"

namespace holdfast::server {

Decoded<DescribeKinesisStreamingDestinationRequest> DecodeDescribeKinesisStreamingDestination(
    const rapidjson::Value& body) {
  return DecodeStructure<DescribeKinesisStreamingDestinationRequest>(
      body, [](StructureReader& reader, DescribeKinesisStreamingDestinationRequest& request) {
        reader.String("TableName", &request.table_name);
      });
}

void EncodeDescribeKinesisStreamingDestination(const DescribeKinesisStreamingDestinationResponse& response,
                                               std::string* body) {
  JsonWriter writer(body);
  writer.BeginObject();
  writer.StringMember("TableName", response.table_name);
  writer.BeginArray("KinesisDataStreamDestinations");
  writer.EndArray();
  writer.EndObject();
}

}  // namespace holdfast::server
