// DescribeEndpoints's request and response as JSON. The request has no members; its host is of the HTTP
// request.
#pragma once

#include <string>

#include "engine/operations/tables/describe_endpoints.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DescribeEndpointsRequest> DecodeDescribeEndpoints(const rapidjson::Value& body);
void EncodeDescribeEndpoints(const DescribeEndpointsResponse& response, std::string* body);

}  // namespace holdfast::server
