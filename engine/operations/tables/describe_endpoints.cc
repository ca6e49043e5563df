#include "engine/operations/tables/describe_endpoints.h"

#include <utility>

#include "engine/database/database_state.h"

namespace holdfast {
namespace {

// DynamoDB's documented convention; it was not observed.
constexpr int64_t kCachePeriodMinutes = 1440;

}  // namespace

Result<DescribeEndpointsResponse> DescribeEndpoints(DatabaseState& database, const DescribeEndpointsRequest& request) {
  std::string address = request.host.empty() ? "dynamodb." + database.region + ".amazonaws.com" : request.host;
  DescribeEndpointsResponse response;
  response.endpoints.push_back({std::move(address), kCachePeriodMinutes});
  return response;
}

}  // namespace holdfast
