// Converts operations between JSON and the requests and responses of the race lab (engine/race/steps/operation.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/race/steps/operation.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

// Nothing if the operation is not one of the ten item operations: the lab handles all other operations as
// race::OpaqueRequest.
std::optional<Decoded<race::Request>> DecodeItemRequest(std::string_view operation, const rapidjson::Value& body);

// The request of any other operation, without its `call`.
race::OpaqueRequest DescribeOpaqueRequest(std::string_view operation, const rapidjson::Value& body);

// Appends the response body; nothing for a race::OpaqueResponse.
void EncodeItemResponse(const race::Response& response, std::string* body);

}  // namespace holdfast::server
