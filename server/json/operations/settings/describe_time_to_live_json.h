// DescribeTimeToLive's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/settings/describe_time_to_live.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DescribeTimeToLiveRequest> DecodeDescribeTimeToLive(const rapidjson::Value& body);
void EncodeDescribeTimeToLive(const DescribeTimeToLiveResponse& response, std::string* body);

}  // namespace holdfast::server
