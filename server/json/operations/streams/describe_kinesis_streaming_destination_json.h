// DescribeKinesisStreamingDestination's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/streams/describe_kinesis_streaming_destination.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DescribeKinesisStreamingDestinationRequest> DecodeDescribeKinesisStreamingDestination(
    const rapidjson::Value& body);
void EncodeDescribeKinesisStreamingDestination(const DescribeKinesisStreamingDestinationResponse& response,
                                               std::string* body);

}  // namespace holdfast::server
