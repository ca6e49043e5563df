// ListStreams's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/streams/list_streams.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<ListStreamsRequest> DecodeListStreams(const rapidjson::Value& body);
void EncodeListStreams(const ListStreamsResponse& response, std::string* body);

}  // namespace holdfast::server
