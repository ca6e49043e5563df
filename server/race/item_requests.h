// Converts operations between JSON and the requests and responses of the race lab (engine/race/steps/operation.h).
#pragma once

#include <string>
#include <string_view>

#include "engine/race/steps/operation.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

// A request of one of the ten item operations or, for any other operation, a race::OpaqueRequest without its `call`.
Decoded<race::Request> DecodeRaceRequest(std::string_view operation, const rapidjson::Value& body);

// Appends the response body; nothing for a race::OpaqueResponse.
void EncodeItemResponse(const race::Response& response, std::string* body);

}  // namespace holdfast::server
