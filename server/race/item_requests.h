// The item operations between JSON and the requests and responses of the race lab (engine/race/steps/operation.h).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/race/steps/operation.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

// Nothing if the operation is none of the ten that the lab looks into; it is a race::OtherRequest then.
std::optional<Decoded<race::Request>> DecodeItemRequest(std::string_view operation, const rapidjson::Value& body);

// Appends the response, which is not that of an OtherRequest.
void EncodeItemResponse(const race::Response& response, std::string* body);

}  // namespace holdfast::server
