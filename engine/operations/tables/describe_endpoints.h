// DescribeEndpoints: the address that a client with endpoint discovery calls next.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeEndpoints.html
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct DescribeEndpointsRequest {
  // The request's Host header, `host:port`; empty if unknown. The response repeats it, so that the client keeps calling
  // this server.
  std::string host;
};

struct DescribeEndpointsResponse {
  struct Endpoint {
    std::string address;
    int64_t cache_period_in_minutes = 0;
  };
  std::vector<Endpoint> endpoints;
};

Result<DescribeEndpointsResponse> DescribeEndpoints(DatabaseState& database, const DescribeEndpointsRequest& request);

}  // namespace holdfast
