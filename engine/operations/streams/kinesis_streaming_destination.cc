#include "engine/operations/streams/kinesis_streaming_destination.h"

#include "engine/base/limits.h"
#include "engine/errors/constraints.h"
#include "engine/errors/stream_errors.h"
#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {
namespace {

// The checks that the three requests share. `configuration_path`: the member that contains the precision.
Status CheckKinesisRequest(const DatabaseState& database, const std::optional<std::string>& table_name,
                           const std::optional<std::string>& stream_arn,
                           const std::optional<KinesisStreamingConfiguration>& configuration,
                           const std::string& configuration_path) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, table_name));
  errors::Constraints constraints;
  constraints.NotNull(stream_arn.has_value(), "streamArn");
  if (stream_arn) {
    constraints.LengthAtLeast(stream_arn->size(), limits::kStreamArnLengthMin, *stream_arn, "streamArn");
    constraints.LengthAtMost(stream_arn->size(), limits::kStreamArnLengthMax, *stream_arn, "streamArn");
  }
  if (configuration) {
    constraints.Enum(configuration->approximate_creation_date_time_precision,
                     configuration_path + ".approximateCreationDateTimePrecision");
  }
  HOLDFAST_RETURN_IF_ERROR(constraints.Report());
  HOLDFAST_RETURN_IF_ERROR(FindTableByName(database, name));
  return {};
}

}  // namespace

Result<EnableKinesisStreamingDestinationResponse> EnableKinesisStreamingDestination(
    DatabaseState& database, const EnableKinesisStreamingDestinationRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckKinesisRequest(database, request.table_name, request.stream_arn,
                                               request.enable_kinesis_streaming_configuration,
                                               "enableKinesisStreamingConfiguration"));
  return errors::NoSuchKinesisStream();
}

Result<DisableKinesisStreamingDestinationResponse> DisableKinesisStreamingDestination(
    DatabaseState& database, const DisableKinesisStreamingDestinationRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckKinesisRequest(database, request.table_name, request.stream_arn,
                                               request.enable_kinesis_streaming_configuration,
                                               "enableKinesisStreamingConfiguration"));
  return errors::NoActiveKinesisDestination("DISABLE");
}

Result<UpdateKinesisStreamingDestinationResponse> UpdateKinesisStreamingDestination(
    DatabaseState& database, const UpdateKinesisStreamingDestinationRequest& request) {
  HOLDFAST_RETURN_IF_ERROR(CheckKinesisRequest(database, request.table_name, request.stream_arn,
                                               request.update_kinesis_streaming_configuration,
                                               "updateKinesisStreamingConfiguration"));
  return errors::NoActiveKinesisDestination("UPDATE");
}

}  // namespace holdfast
