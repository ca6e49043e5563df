#include "engine/operations/streams/describe_kinesis_streaming_destination.h"

#include <memory>

#include "engine/operations/request_rules/member_rules.h"

namespace holdfast {

Result<DescribeKinesisStreamingDestinationResponse> DescribeKinesisStreamingDestination(
    DatabaseState& database, const DescribeKinesisStreamingDestinationRequest& request) {
  HOLDFAST_ASSIGN_OR_RETURN(const std::string_view name, ResolveControlPlaneTableName(database, request.table_name));
  HOLDFAST_ASSIGN_OR_RETURN(const std::shared_ptr<Table> table, FindTableByName(database, name));
  return DescribeKinesisStreamingDestinationResponse{table->name()};
}

}  // namespace holdfast
