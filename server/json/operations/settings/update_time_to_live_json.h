// UpdateTimeToLive's request and response as JSON.
#pragma once

#include <string>

#include "engine/operations/settings/update_time_to_live.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<UpdateTimeToLiveRequest> DecodeUpdateTimeToLive(const rapidjson::Value& body);
void EncodeUpdateTimeToLive(const UpdateTimeToLiveResponse& response, std::string* body);

}  // namespace holdfast::server
