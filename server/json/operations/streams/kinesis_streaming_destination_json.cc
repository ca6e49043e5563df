// Kinesis streams as destinations of a table's changes. The server has no Kinesis streams, so these operations always
// fail, and there is no response to encode.
#include "server/json/json_reader.h"
#include "server/json/operations/streams/streams_json.h"

namespace holdfast::server {
namespace {

void ReadKinesisConfiguration(StructureReader& reader, KinesisStreamingConfiguration& configuration) {
  reader.Enum("ApproximateCreationDateTimePrecision", &configuration.approximate_creation_date_time_precision);
}

}  // namespace

Decoded<EnableKinesisStreamingDestinationRequest> DecodeEnableKinesisStreamingDestination(
    const rapidjson::Value& body) {
  return DecodeStructure<EnableKinesisStreamingDestinationRequest>(
      body, [](StructureReader& reader, EnableKinesisStreamingDestinationRequest& request) {
        reader.Structure("EnableKinesisStreamingConfiguration", "EnableKinesisStreamingConfiguration",
                         &request.enable_kinesis_streaming_configuration, ReadKinesisConfiguration);
        reader.String("TableName", &request.table_name);
        reader.String("StreamArn", &request.stream_arn);
      });
}

Decoded<DisableKinesisStreamingDestinationRequest> DecodeDisableKinesisStreamingDestination(
    const rapidjson::Value& body) {
  return DecodeStructure<DisableKinesisStreamingDestinationRequest>(
      body, [](StructureReader& reader, DisableKinesisStreamingDestinationRequest& request) {
        reader.Structure("EnableKinesisStreamingConfiguration", "EnableKinesisStreamingConfiguration",
                         &request.enable_kinesis_streaming_configuration, ReadKinesisConfiguration);
        reader.String("TableName", &request.table_name);
        reader.String("StreamArn", &request.stream_arn);
      });
}

Decoded<UpdateKinesisStreamingDestinationRequest> DecodeUpdateKinesisStreamingDestination(
    const rapidjson::Value& body) {
  return DecodeStructure<UpdateKinesisStreamingDestinationRequest>(
      body, [](StructureReader& reader, UpdateKinesisStreamingDestinationRequest& request) {
        reader.Structure("UpdateKinesisStreamingConfiguration", "UpdateKinesisStreamingConfiguration",
                         &request.update_kinesis_streaming_configuration, ReadKinesisConfiguration);
        reader.String("TableName", &request.table_name);
        reader.String("StreamArn", &request.stream_arn);
      });
}

}  // namespace holdfast::server
