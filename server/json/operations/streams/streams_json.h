// The codecs of streams: Decode… reads a request, Encode… appends a response.
#pragma once

#include <string>

#include "engine/operations/streams/describe_kinesis_streaming_destination.h"
#include "engine/operations/streams/describe_stream.h"
#include "engine/operations/streams/get_records.h"
#include "engine/operations/streams/get_shard_iterator.h"
#include "engine/operations/streams/kinesis_streaming_destination.h"
#include "engine/operations/streams/list_streams.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<DescribeKinesisStreamingDestinationRequest> DecodeDescribeKinesisStreamingDestination(
    const rapidjson::Value& body);
void EncodeDescribeKinesisStreamingDestination(const DescribeKinesisStreamingDestinationResponse& response,
                                               std::string* body);

Decoded<DescribeStreamRequest> DecodeDescribeStream(const rapidjson::Value& body);
void EncodeDescribeStream(const DescribeStreamResponse& response, std::string* body);

Decoded<DisableKinesisStreamingDestinationRequest> DecodeDisableKinesisStreamingDestination(
    const rapidjson::Value& body);

Decoded<EnableKinesisStreamingDestinationRequest> DecodeEnableKinesisStreamingDestination(const rapidjson::Value& body);

Decoded<GetRecordsRequest> DecodeGetRecords(const rapidjson::Value& body);
void EncodeGetRecords(const GetRecordsResponse& response, std::string* body);

Decoded<GetShardIteratorRequest> DecodeGetShardIterator(const rapidjson::Value& body);
void EncodeGetShardIterator(const GetShardIteratorResponse& response, std::string* body);

Decoded<ListStreamsRequest> DecodeListStreams(const rapidjson::Value& body);
void EncodeListStreams(const ListStreamsResponse& response, std::string* body);

Decoded<UpdateKinesisStreamingDestinationRequest> DecodeUpdateKinesisStreamingDestination(const rapidjson::Value& body);

}  // namespace holdfast::server
