// DescribeKinesisStreamingDestination: the Kinesis streams that a table's changes go to. There are none, because
// there is no Kinesis here and EnableKinesisStreamingDestination refuses every stream.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeKinesisStreamingDestination.html
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct DescribeKinesisStreamingDestinationRequest {
  std::optional<std::string> table_name;
};

struct DescribeKinesisStreamingDestinationResponse {
  std::string table_name;
};

Result<DescribeKinesisStreamingDestinationResponse> DescribeKinesisStreamingDestination(
    DatabaseState& database, const DescribeKinesisStreamingDestinationRequest& request);

}  // namespace holdfast
