// DescribeStream's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/streams/describe_stream.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DescribeStreamRequest> DecodeDescribeStream(const rapidjson::Value& body);
void EncodeDescribeStream(const DescribeStreamResponse& response, std::string* body);

}  // namespace holdfast::server
