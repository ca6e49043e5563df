// DescribeLimits's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/tables/describe_limits.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DescribeLimitsRequest> DecodeDescribeLimits(const rapidjson::Value& body);
void EncodeDescribeLimits(const DescribeLimitsResponse& response, std::string* body);

}  // namespace holdfast::server
