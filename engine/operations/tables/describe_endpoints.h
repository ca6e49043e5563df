// DescribeEndpoints: where a client that discovers endpoints should go on calling.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeEndpoints.html
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace holdfast {
struct DatabaseState;

struct DescribeEndpointsRequest {
  // `host:port` as the caller reached us (the Host header), so that it comes back here; empty if unknown.
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
