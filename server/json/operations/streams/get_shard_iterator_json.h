// GetShardIterator's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/streams/get_shard_iterator.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<GetShardIteratorRequest> DecodeGetShardIterator(const rapidjson::Value& body);
void EncodeGetShardIterator(const GetShardIteratorResponse& response, std::string* body);

}  // namespace holdfast::server
