// GetItem in JSON.
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_GetItem.html
#pragma once

#include <string>

#include "engine/operations/items/get_item.h"
#include "server/json/rapidjson.h"
#include "server/json/wire_error.h"

namespace holdfast::server {

Decoded<GetItemRequest> DecodeGetItem(const rapidjson::Value& body);
// Appends the response.
void EncodeGetItem(const GetItemResponse& response, std::string* body);

}  // namespace holdfast::server
